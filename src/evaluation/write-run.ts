import { mkdir, open, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { renderReport } from './report.ts';
import type { QuestionResult, RunSummary } from './results.ts';
import type { QuestionTrace } from './run-suite.ts';

/** `run.json`: what was run, with what, and when. */
export type RunFacts = Readonly<Record<string, unknown>>;

/** Writes `results.jsonl`, `summary.json`, `run.json` and `report.html` into `out`, which is made when missing. */
export async function writeRun(
  out: string,
  summary: RunSummary,
  results: readonly QuestionResult[],
  run: RunFacts,
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

/** Where traces go, line by line. */
export interface TraceFile {
  readonly add: (trace: QuestionTrace) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Opens `traces.jsonl` in `out` anew. The caller closes it. */
export async function openTraces(out: string): Promise<TraceFile> {
  await mkdir(out, { recursive: true });
  const file = await open(join(out, 'traces.jsonl'), 'w');
  return {
    add: async (trace) => {
      await file.write(`${JSON.stringify(trace)}\n`);
    },
    close: () => file.close(),
  };
}
