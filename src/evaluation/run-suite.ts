import type { Scope } from '../domain/access.ts';
import type { AskRequest, AskResponse, PipelineName } from '../domain/api/ask.ts';
import type { TraceStep } from '../domain/trace.ts';
import { createTrace } from '../domain/trace.ts';
import type { Pipelines } from '../query/pipelines.ts';
import type { Database } from '../store/driver.ts';
import { cragVerdict } from './crag-score.ts';
import { errorClassOf } from './error-class.ts';
import { locateResults, SUITE_SCHEME } from './locate-results.ts';
import type { SuiteQuestion } from './questions.ts';
import { type QuestionResult, type RunSummary, scoreAnswer, scoreRanking, summarise } from './results.ts';
import { summariseRungs } from './rungs.ts';
import type { Suite } from './suite.ts';

/** What a run needs. */
export interface RunDependencies {
  readonly database: Database;
  readonly pipelines: Pipelines;
  readonly ask: (request: AskRequest, signal?: AbortSignal) => Promise<AskResponse>;
}

interface RunOptions {
  readonly pipelines: readonly PipelineName[];
  readonly scope: Scope;
  /** At most this many questions, from the first. */
  readonly limit?: number;
  readonly signal?: AbortSignal;
  readonly onProgress?: (done: number, total: number, label: string) => void;
  /** Told each question's steps, right after it was run. */
  readonly onTrace?: (trace: QuestionTrace) => Promise<void>;
}

/** One line of `traces.jsonl`. */
export interface QuestionTrace {
  readonly id: string;
  readonly pipeline: PipelineName;
  readonly steps: readonly TraceStep[];
  /** Of the answer, where one was asked for. */
  readonly answer?: readonly TraceStep[];
}

/** Results fetched for each question: enough for every depth that is reported. */
const DEPTH = 100;
/** Fetched where only some node types are ranked: the others are left out after. */
const DEPTH_OF_MIXED = 300;
/** Results kept for each question in `results.jsonl`. */
const KEPT = 20;
/** Questions run before the clock counts, so that no pipeline pays for loading. */
const WARM_UP = 3;

/**
 * Returns what each pipeline did with each question, and the means. Nothing is learned from one question to the next.
 * Where the suite has answers, `auto` also answers; its time is that of the retrieval.
 */
export async function runSuite(
  suite: Suite,
  dependencies: RunDependencies,
  options: RunOptions,
): Promise<{ summary: RunSummary; results: QuestionResult[] }> {
  const scoped = {
    ...options,
    documentIds: await readDocumentIds(suite, dependencies.database, options.scope),
  };
  const questions = suite.questions.slice(0, options.limit ?? suite.questions.length);
  const results: QuestionResult[] = [];
  const summaries: Record<string, RunSummary['pipelines'][string]> = {};
  const rungs: Record<string, RunSummary['rungs'][string]> = {};
  for (const [index, pipeline] of options.pipelines.entries()) {
    for (const question of questions.slice(0, WARM_UP))
      await retrieve(suite, question, pipeline, dependencies, scoped);
    const own: QuestionResult[] = [];
    for (const question of questions) {
      options.signal?.throwIfAborted();
      own.push(await runQuestion(suite, question, pipeline, dependencies, scoped));
      options.onProgress?.(
        index * questions.length + own.length,
        options.pipelines.length * questions.length,
        pipeline,
      );
    }
    summaries[pipeline] = summarise(own);
    rungs[pipeline] = summariseRungs(own);
    results.push(...own);
  }
  const summary = { suite: suite.name, questions: questions.length, pipelines: summaries, rungs };
  return { summary, results };
}

interface ScopedOptions extends RunOptions {
  /** Ids by the documents' names; empty unless questions name documents. */
  readonly documentIds: ReadonlyMap<string, string>;
}

async function readDocumentIds(
  { questions }: Suite,
  database: Database,
  { tenant, acls }: Scope,
): Promise<ReadonlyMap<string, string>> {
  if (questions.every(({ documents }) => documents === undefined)) return new Map();
  const rows = await database.read('read/eval-documents', { tenant, acls });
  return new Map(rows.map((row) => [String(row['uri']).slice(SUITE_SCHEME.length), String(row['id'])]));
}

/** The ids of the only documents that a question may be answered from; undefined when it may use all. */
function documentsOf({ documents }: SuiteQuestion, { documentIds }: ScopedOptions): string[] | undefined {
  return documents?.flatMap((name) => documentIds.get(name) ?? []);
}

async function runQuestion(
  suite: Suite,
  question: SuiteQuestion,
  pipeline: PipelineName,
  dependencies: RunDependencies,
  options: ScopedOptions,
): Promise<QuestionResult> {
  const { result, located, trace } = await retrieve(suite, question, pipeline, dependencies, options);
  const documents = documentsOf(question, options);
  const request = {
    question: question.question,
    tenant: options.scope.tenant,
    ...(options.onTrace === undefined ? {} : { trace: true }),
    ...(documents === undefined ? {} : { filters: { documents } }),
  };
  const answered =
    pipeline === 'auto' && question.answers.length > 0
      ? await dependencies.ask(request, options.signal)
      : undefined;
  const answerTrace = answered?.trace === undefined ? {} : { answer: answered.trace };
  await options.onTrace?.({ id: question.id, pipeline, steps: trace.steps, ...answerTrace });
  const measured = {
    id: question.id,
    pipeline,
    question: question.question,
    relevant: question.relevant,
    ranks: scoreRanking(
      located.map(({ ids }) => ids),
      question,
    ),
    top: located.slice(0, KEPT).map(({ ids, candidate: { score, parts } }) => ({ ids, score, parts })),
    rung: result.rung,
    ...(answered === undefined
      ? {}
      : {
          status: answered.status,
          answer: answered.answer,
          ...scoreAnswer(shownAnswer(answered), question),
          ...(suite.format === 'crag' ? { crag: cragVerdict(shownAnswer(answered), question.answers) } : {}),
        }),
    modelCalls: result.modelCalls + (answered?.modelCalls ?? 0),
    ms: result.ms,
  };
  return { ...measured, errorClass: errorClassOf(measured) };
}

/** A refusal is no answer: its words earn nothing. */
function shownAnswer(response: AskResponse): string {
  return response.status === 'answered' ? response.answer : '';
}

async function retrieve(
  suite: Suite,
  question: SuiteQuestion,
  pipeline: PipelineName,
  { database, pipelines }: RunDependencies,
  options: ScopedOptions,
) {
  const { scope, signal } = options;
  const documentIds = documentsOf(question, options);
  const trace = createTrace();
  const result = await pipelines.run(pipeline, question.question, {
    scope,
    limit: suite.candidates === undefined ? DEPTH : DEPTH_OF_MIXED,
    trace,
    ...(documentIds === undefined ? {} : { documentIds }),
    ...(signal === undefined ? {} : { signal }),
  });
  const located = await locateResults(database, scope, suite, result.candidates);
  return { result, located: located.slice(0, DEPTH), trace };
}
