import type { Scope } from '../domain/access.ts';
import { type AskResponse, PIPELINES, type PipelineName } from '../domain/api/ask.ts';
import type { Candidate } from '../domain/candidate.ts';
import type { QuestionAnalysis } from '../domain/question.ts';
import type { Trace } from '../domain/trace.ts';
import { TrellisError } from '../errors.ts';
import { createBudget } from '../models/budget.ts';
import type { Analyse } from './analyse/analyse.ts';
import type { RetrievalRequest, Retriever, RetrieverName } from './retrievers/retriever.ts';

/** The step of the ladder that a result comes from. */
export type Rung = AskResponse['rung'];

/** How a question is run. */
export interface PipelineOptions {
  readonly scope: Scope;
  /** Only passages of these documents; absent: everything in scope. */
  readonly documentIds?: readonly string[];
  /** Most candidates, at least 1. */
  readonly limit: number;
  readonly trace: Trace;
  readonly signal?: AbortSignal;
}

/** What a pipeline found. */
export interface PipelineResult {
  readonly analysis: QuestionAnalysis;
  /** Falling score, ties by id, at most `limit`. */
  readonly candidates: readonly Candidate[];
  /** `none` when nothing was found. */
  readonly rung: Rung;
  readonly modelCalls: number;
  readonly ms: number;
  /** Why the module could not answer. */
  readonly refused?: string;
}

/** The pipelines by name. */
export interface Pipelines {
  /** Throws `TRELLIS_QUERY_PIPELINE_UNKNOWN` for another name, and whatever the store or a model throws. */
  run(name: PipelineName, question: string, options: PipelineOptions): Promise<PipelineResult>;
  /** The same for a question that is analysed already. */
  retrieve(name: PipelineName, request: RetrievalRequest): Promise<PipelineRetrieval>;
}

/** What retrieval alone gives. */
export interface PipelineRetrieval {
  readonly candidates: readonly Candidate[];
  readonly rung: Rung;
  readonly refused?: string;
}

interface PipelineDependencies {
  readonly analyse: Analyse;
  /** One for each name that this process can run. */
  readonly retrievers: Readonly<Record<RetrieverName, Retriever>>;
  readonly ladder: (request: RetrievalRequest) => Promise<PipelineRetrieval>;
  /** Most model calls of a question. */
  readonly maxCalls: number;
  /** Milliseconds that only grow. */
  readonly now: () => number;
}

const RUNG_OF: Readonly<Record<RetrieverName, Rung>> = {
  bm25: 'text',
  vector: 'text',
  rrf: 'text',
  mix: 'text',
  rerank: 'text',
  text: 'text',
  graph: 'graph',
  hybrid: 'hybrid',
};

/** Returns the pipelines. Each run analyses the question, retrieves, and leaves its steps in the trace. */
export function createPipelines(dependencies: PipelineDependencies): Pipelines {
  const { analyse, retrievers, ladder, now, maxCalls } = dependencies;

  async function retrieve(name: PipelineName, request: RetrievalRequest): Promise<PipelineRetrieval> {
    if (!PIPELINES.includes(name)) throw unknownPipeline(name);
    if (name === 'auto') return await ladder(request);
    const retrieval = await retrievers[name].retrieve(request);
    const rung: Rung = retrieval.candidates.length === 0 ? 'none' : RUNG_OF[name];
    return { ...retrieval, rung };
  }

  return {
    retrieve,
    run: async (name, question, options) => {
      const started = now();
      const analysis = await analyse(question, options);
      const budget = createBudget(maxCalls);
      const found = await retrieve(name, { ...options, analysis, budget });
      return { analysis, ...found, modelCalls: budget.used, ms: now() - started };
    },
  };
}

function unknownPipeline(name: string): TrellisError {
  return new TrellisError(
    'TRELLIS_QUERY_PIPELINE_UNKNOWN',
    `There is no pipeline "${name}". Choose one of ${PIPELINES.join(', ')}.`,
    { details: { name, pipelines: PIPELINES } },
  );
}
