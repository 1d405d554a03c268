import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Reader, Scope } from '../domain/access.ts';
import { PIPELINES, type PipelineName } from '../domain/api/ask.ts';
import { TrellisError } from '../errors.ts';
import { type LoadDependencies, loadSuite } from './load-suite.ts';
import { renderReport } from './report.ts';
import type { QuestionResult, RunSummary } from './results.ts';
import { type RunDependencies, runSuite } from './run-suite.ts';
import { readSuite } from './suite.ts';

interface EvaluationDependencies extends LoadDependencies, RunDependencies {
  readonly scopeOf: (reader: Reader) => Promise<Scope>;
  /** Facts about the program and its settings, kept beside the figures. */
  readonly facts: Readonly<Record<string, string>>;
}

/** How a suite is run. */
export interface EvaluationOptions {
  readonly pipelines?: readonly string[];
  /** Another question file than the suite's own. */
  readonly questions?: string;
  /** At most this many questions. */
  readonly limit?: number;
  /** Folder for `results.jsonl`, `summary.json`, `run.json` and `report.html`; made when missing. */
  readonly out: string;
  readonly signal?: AbortSignal;
  readonly onProgress?: (stage: 'load' | 'run', done: number, total: number, label: string) => void;
}

/** Runs evaluation suites. */
export interface Evaluation {
  /** Returns the means; the files are in `options.out`. Throws `TRELLIS_EVAL_SUITE_INVALID` or `TRELLIS_QUERY_PIPELINE_UNKNOWN`. */
  run(path: string, options: EvaluationOptions): Promise<RunSummary>;
}

/** Pipelines of a run that names none: all but the slow reranker. */
export const DEFAULT_PIPELINES: readonly PipelineName[] = PIPELINES.filter((name) => name !== 'rerank');

/** Returns the evaluation service. */
export function createEvaluation(dependencies: EvaluationDependencies): Evaluation {
  return {
    run: async (path, { pipelines, questions, limit, out, signal, onProgress }) => {
      const names = pipelineNames(pipelines);
      const suite = await readSuite(path, questions);
      const shared = signal === undefined ? {} : { signal };
      const started = dependencies.now();
      const tenant = await loadSuite(suite, dependencies, {
        ...shared,
        onProgress: (done, total) => onProgress?.('load', done, total, suite.name),
      });
      const { summary, results } = await runSuite(suite, dependencies, {
        ...shared,
        pipelines: names,
        scope: await dependencies.scopeOf({ tenant, groups: 'all' }),
        ...(limit === undefined ? {} : { limit }),
        onProgress: (done, total, label) => onProgress?.('run', done, total, label),
      });
      const run = {
        ...dependencies.facts,
        suite: suite.name,
        digest: suite.digest,
        tenant,
        date: started.toISOString(),
      };
      await writeRun(out, summary, results, run);
      return summary;
    },
  };
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

async function writeRun(
  out: string,
  summary: RunSummary,
  results: readonly QuestionResult[],
  run: Readonly<Record<string, string>>,
): Promise<void> {
  await mkdir(out, { recursive: true });
  await writeFile(
    join(out, 'results.jsonl'),
    results.map((result) => `${JSON.stringify(result)}\n`).join(''),
  );
  await writeFile(join(out, 'summary.json'), `${JSON.stringify(summary, null, 2)}\n`);
  await writeFile(join(out, 'run.json'), `${JSON.stringify(run, null, 2)}\n`);
  await writeFile(join(out, 'report.html'), renderReport(summary, results, run));
}
