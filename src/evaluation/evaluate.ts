import type { Scope } from '../domain/access.ts';
import { PIPELINES, type PipelineName } from '../domain/api/ask.ts';
import { TrellisError } from '../errors.ts';
import { commitOf } from './commit-of.ts';
import { readForms } from './forms/gold-form.ts';
import { type LoadDependencies, loadSuite } from './load-suite.ts';
import { createMakeSuite, type MakeDependencies, type MakeSuite } from './make/make-suite.ts';
import type { QuestionResult, RunSummary } from './results.ts';
import { type RunDependencies, runSuite } from './run-suite.ts';
import { readSuite, type Suite } from './suite.ts';
import { measureUnderstanding } from './understanding/measure-understanding.ts';
import { addCauses, summariseUnderstanding } from './understanding/summarise-understanding.ts';
import { openTraces, type RunFacts, writeRun } from './write-run.ts';

interface EvaluationDependencies extends LoadDependencies, RunDependencies, MakeDependencies {
  /** Facts about the program and its settings, kept beside the figures. */
  readonly facts: RunFacts;
  /** Folder of the program, whose commit is kept. */
  readonly home: string;
}

/** What is being done. */
export type EvaluationStage = 'load' | 'run' | 'understand';

/** How a suite is run. */
export interface EvaluationOptions {
  readonly pipelines?: readonly string[];
  /** Another question file than the suite's own. */
  readonly questions?: string;
  /** At most this many questions. */
  readonly limit?: number;
  /** Folder for `results.jsonl`, `summary.json`, `run.json` and `report.html`; made when missing. */
  readonly out: string;
  /** Whether each question's steps are kept in `traces.jsonl`; false. */
  readonly traces?: boolean;
  /** Whether the ladder of understanding is measured where the suite has forms; true. */
  readonly understanding?: boolean;
  readonly signal?: AbortSignal;
  readonly onProgress?: (stage: EvaluationStage, done: number, total: number, label: string) => void;
}

/** Runs evaluation suites. */
export interface Evaluation {
  /**
   * Returns the means; the files are in `options.out`. Nothing that a question could read is written while it runs.
   * Throws `TRELLIS_EVAL_SUITE_INVALID` or `TRELLIS_QUERY_PIPELINE_UNKNOWN`.
   */
  run(path: string, options: EvaluationOptions): Promise<RunSummary>;
  /** Makes a suite from a graph. */
  readonly make: MakeSuite;
}

/** Pipelines of a run that names none: all but the slow reranker. */
export const DEFAULT_PIPELINES: readonly PipelineName[] = PIPELINES.filter((name) => name !== 'rerank');

/** Returns the evaluation service. */
export function createEvaluation(dependencies: EvaluationDependencies): Evaluation {
  return {
    make: createMakeSuite(dependencies),
    run: async (path, options) => {
      const names = pipelineNames(options.pipelines);
      const suite = await readSuite(path, options.questions);
      const started = dependencies.now();
      const { signal, onProgress } = options;
      const tenant = await loadSuite(suite, dependencies, {
        ...(signal === undefined ? {} : { signal }),
        onProgress: (done, total) => onProgress?.('load', done, total, suite.name),
      });
      const scope = await dependencies.scopeOf({ tenant, groups: 'all' });
      const measured = await runTraced(suite, dependencies, names, scope, options);
      const { summary, results } = await understand(suite, dependencies, measured, scope, options);
      const commit = await commitOf(dependencies.home);
      await writeRun(options.out, summary, results, {
        ...dependencies.facts,
        ...(commit === undefined ? {} : { commit }),
        suite: suite.name,
        digest: suite.digest,
        questionsDigest: suite.questionsDigest,
        ...(suite.made === undefined ? {} : { made: suite.made }),
        questions: summary.questions,
        pipelines: names,
        tenant,
        date: started.toISOString(),
      });
      return summary;
    },
  };
}

interface Measured {
  readonly summary: RunSummary;
  readonly results: readonly QuestionResult[];
}

async function runTraced(
  suite: Suite,
  dependencies: EvaluationDependencies,
  pipelines: readonly PipelineName[],
  scope: Scope,
  { limit, out, traces, signal, onProgress }: EvaluationOptions,
): Promise<Measured> {
  const file = traces === true ? await openTraces(out) : undefined;
  try {
    return await runSuite(suite, dependencies, {
      pipelines,
      scope,
      ...(signal === undefined ? {} : { signal }),
      ...(limit === undefined ? {} : { limit }),
      ...(file === undefined ? {} : { onTrace: file.add }),
      onProgress: (done, total, label) => onProgress?.('run', done, total, label),
    });
  } finally {
    await file?.close();
  }
}

/** After all pipelines, so that their times hold nothing of it. */
async function understand(
  suite: Suite,
  dependencies: EvaluationDependencies,
  measured: Measured,
  scope: Scope,
  { understanding = true, limit, signal, onProgress }: EvaluationOptions,
): Promise<Measured> {
  const { hybrid, auto } = measured.summary.pipelines;
  if (!understanding || suite.data.kind !== 'skb' || (hybrid ?? auto) === undefined) return measured;
  const forms = await readForms(suite.formsPath);
  if (forms === undefined) return measured;
  const questions = suite.questions.slice(0, limit ?? suite.questions.length);
  const understood = await measureUnderstanding(dependencies, {
    scope,
    directory: suite.data.directory,
    questions,
    forms,
    ...(suite.candidates === undefined ? {} : { types: suite.candidates }),
    ...(signal === undefined ? {} : { signal }),
    onProgress: (done, total) => onProgress?.('understand', done, total, suite.name),
  });
  const results = addCauses(measured.results, understood);
  const ladder = summariseUnderstanding(understood, results, questions.length);
  return { summary: { ...measured.summary, understanding: ladder }, results };
}

function pipelineNames(given: readonly string[] | undefined): readonly PipelineName[] {
  if (given === undefined) return DEFAULT_PIPELINES;
  return given.map((name) => {
    const known = PIPELINES.find((pipeline) => pipeline === name);
    if (known !== undefined) return known;
    throw new TrellisError(
      'TRELLIS_QUERY_PIPELINE_UNKNOWN',
      `There is no pipeline "${name}". Choose from ${PIPELINES.join(', ')}.`,
      {
        details: { name, pipelines: PIPELINES },
      },
    );
  });
}
