import type { Scope } from '../domain/access.ts';
import type { AskRequest, AskResponse, PipelineName } from '../domain/api/ask.ts';
import { createTrace } from '../domain/trace.ts';
import type { Pipelines } from '../query/pipelines.ts';
import type { Database } from '../store/driver.ts';
import { locateResults } from './locate-results.ts';
import type { SuiteQuestion } from './questions.ts';
import { type QuestionResult, type RunSummary, scoreAnswer, scoreRanking, summarise } from './results.ts';
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
  const questions = suite.questions.slice(0, options.limit ?? suite.questions.length);
  const results: QuestionResult[] = [];
  const summaries: Record<string, RunSummary['pipelines'][string]> = {};
  for (const [index, pipeline] of options.pipelines.entries()) {
    for (const question of questions.slice(0, WARM_UP))
      await retrieve(suite, question, pipeline, dependencies, options);
    const own: QuestionResult[] = [];
    for (const question of questions) {
      options.signal?.throwIfAborted();
      own.push(await runQuestion(suite, question, pipeline, dependencies, options));
      options.onProgress?.(
        index * questions.length + own.length,
        options.pipelines.length * questions.length,
        pipeline,
      );
    }
    summaries[pipeline] = summarise(own);
    results.push(...own);
  }
  return { summary: { suite: suite.name, questions: questions.length, pipelines: summaries }, results };
}

async function runQuestion(
  suite: Suite,
  question: SuiteQuestion,
  pipeline: PipelineName,
  dependencies: RunDependencies,
  options: RunOptions,
): Promise<QuestionResult> {
  const { result, located } = await retrieve(suite, question, pipeline, dependencies, options);
  const answered =
    pipeline === 'auto' && question.answers.length > 0
      ? await dependencies.ask({ question: question.question, tenant: options.scope.tenant }, options.signal)
      : undefined;
  return {
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
        }),
    modelCalls: result.modelCalls + (answered?.modelCalls ?? 0),
    ms: result.ms,
  };
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
  { scope, signal }: RunOptions,
) {
  const result = await pipelines.run(pipeline, question.question, {
    scope,
    limit: suite.candidates === undefined ? DEPTH : DEPTH_OF_MIXED,
    trace: createTrace(),
    ...(signal === undefined ? {} : { signal }),
  });
  const located = await locateResults(database, scope, suite, result.candidates);
  return { result, located: located.slice(0, DEPTH) };
}
