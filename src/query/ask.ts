import type { AskRequest, AskResponse } from '../domain/api/ask.ts';
import { createTrace } from '../domain/trace.ts';
import { type CallBudget, createBudget } from '../models/budget.ts';
import type { Database } from '../store/driver.ts';
import type { QaCandidate } from '../store/search.ts';
import type { Analyse } from './analyse/analyse.ts';
import { citationOf } from './answer/citations.ts';
import { compose, isSupporting } from './answer/compose.ts';
import type { Draft } from './answer/draft.ts';
import type { GenerateRequest } from './answer/generate.ts';
import type { createReasonSources } from './answer/reason-sources.ts';
import { refuse } from './answer/refuse.ts';
import type { ReadSources, Source } from './answer/sources.ts';
import type { Pipelines, Rung } from './pipelines.ts';
import { storedDraft } from './qa/stored-draft.ts';
import type { RetrievalRequest } from './retrievers/retriever.ts';
import { resolveView } from './view.ts';

interface AskDependencies {
  readonly database: Database;
  readonly analyse: Analyse;
  readonly matchQuestion: (request: RetrievalRequest) => Promise<QaCandidate | undefined>;
  readonly pipelines: Pipelines;
  readonly readSources: ReadSources;
  readonly reasonSources: ReturnType<typeof createReasonSources>;
  /** Absent without a chat model. */
  readonly generate?: (request: GenerateRequest, sources: readonly Source[]) => Promise<Draft | undefined>;
  readonly defaultTenant: string;
  /** Sources needed before an answer is given. */
  readonly minSources: number;
  readonly maxCalls: number;
  /** Milliseconds that only grow. */
  readonly now: () => number;
}

/** Answers a question with numbered sources. */
export type Ask = (request: AskRequest, signal?: AbortSignal) => Promise<AskResponse>;

interface Outcome {
  readonly status: AskResponse['status'];
  readonly rung: Rung;
  readonly draft: Draft;
}

/** Candidates that an answer may draw from, and most citations when the request names no limit. */
const SOURCES_READ = 20;
const DEFAULT_CITATIONS = 10;

/**
 * Returns the ask service: analysis, stored questions, then the pipeline's candidates (default `auto`: text, then
 * hybrid), then an answer in the sources' own words or, with a chat model, in its words with every sentence checked.
 * Too little support is "insufficient evidence", said without a model call. A fault is thrown with its code.
 */
export function createAsk(dependencies: AskDependencies): Ask {
  const {
    database,
    analyse,
    matchQuestion,
    pipelines,
    readSources,
    reasonSources,
    generate,
    minSources,
    now,
  } = dependencies;

  async function answer(
    request: RetrievalRequest,
    sources: readonly Source[],
    rung: Rung,
    budget: CallBudget,
  ) {
    const { analysis, trace, signal } = request;
    const supporting = sources.filter(isSupporting);
    trace.add('support', `${supporting.length} of ${sources.length} sources support an answer`);
    if (supporting.length < minSources) return refusal(request, sources);
    const spoken = { analysis, budget, trace, ...(signal === undefined ? {} : { signal }) };
    const written = generate === undefined ? undefined : await generate(spoken, supporting);
    const draft = written ?? compose(analysis, sources, minSources);
    return draft === undefined ? refusal(request, sources) : ({ status: 'answered', rung, draft } as const);
  }

  function refusal({ analysis }: RetrievalRequest, sources: readonly Source[]): Outcome {
    const draft = refuse(analysis, sources, minSources);
    return { status: 'insufficient_evidence', rung: 'none', draft };
  }

  async function climb(request: RetrievalRequest, asked: AskRequest, budget: CallBudget): Promise<Outcome> {
    const { pipeline = 'auto' } = asked;
    const stored = pipeline === 'auto' ? await matchQuestion(request) : undefined;
    const draft = stored && (await storedDraft(readSources, request, stored));
    if (draft !== undefined) return { status: 'answered', rung: 'qa', draft };
    const found = await pipelines.retrieve(pipeline, request);
    const { analysis, scope } = request;
    const sources = await reasonSources(
      analysis,
      scope,
      await readSources(analysis, scope, found.candidates),
    );
    return await answer(request, sources, found.rung, budget);
  }

  return async (asked, signal) => {
    const started = now();
    const trace = createTrace();
    const budget = createBudget(dependencies.maxCalls);
    const view = await resolveView(database, asked, dependencies.defaultTenant);
    const given = signal === undefined ? {} : { signal };
    const analysis = await analyse(asked.question, { scope: view.scope, trace, ...given });
    const request = { ...view, analysis, limit: SOURCES_READ, trace, budget, ...given };
    const { status, rung, draft } = await climb(request, asked, budget);
    const cited = draft.cited.slice(0, asked.limit ?? DEFAULT_CITATIONS);
    return {
      status,
      question: asked.question,
      answer: draft.text,
      rung,
      language: analysis.language,
      citations: cited.map(({ source, span }, index) => citationOf(source, index + 1, span)),
      modelCalls: budget.used,
      ms: now() - started,
      ...(asked.trace === true ? { trace: [...trace.steps] } : {}),
    };
  };
}
