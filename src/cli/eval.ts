import { Command } from 'commander';
import { TrellisError } from '../errors.ts';
import { compareRuns, type PipelineComparison } from '../evaluation/compare.ts';
import type { RunSummary } from '../evaluation/results.ts';
import { type CliIo, createProgress, printJson, printLine, printNote, runCommand } from './io.ts';
import { withTrellis } from './open-trellis.ts';

interface RunFlags {
  readonly pipeline?: string;
  readonly questions?: string;
  readonly limit?: string;
  readonly out?: string;
  readonly json?: boolean;
}

/** `trellis eval run SUITE` and `trellis eval compare A B`. */
export function evalCommand(io: CliIo): Command {
  const command = new Command('eval').description('Run an evaluation suite over pipelines, compare runs');
  command
    .command('run')
    .description('Load a suite (once) and measure pipelines on its questions')
    .argument('<suite>', 'folder with suite.json')
    .option('--pipeline <names>', 'comma-separated pipelines; default: all but rerank')
    .option('--questions <file>', "another question file than the suite's own")
    .option('--limit <number>', 'only the first questions')
    .option('--out <folder>', 'folder for results.jsonl, summary.json, run.json and report.html')
    .option('--json', 'print summary.json')
    .action((suite: string, flags: RunFlags) => run(io, suite, flags));
  command
    .command('compare')
    .description('Differences of run B to run A with 95 % intervals (paired bootstrap)')
    .argument('<a>', 'folder of a run')
    .argument('<b>', 'folder of a run')
    .option('--json', 'print as JSON')
    .action((a: string, b: string, flags: { json?: boolean }) =>
      runCommand(io, flags.json === true, async () => {
        const comparisons = await compareRuns(a, b);
        if (flags.json === true) printJson(io, { comparisons });
        else for (const comparison of comparisons) printComparison(io, comparison);
      }),
    );
  return command;
}

function run(io: CliIo, suite: string, flags: RunFlags): Promise<void> {
  const json = flags.json === true;
  return withTrellis(io, json, async (trellis) => {
    const out = flags.out ?? `var/evaluation/${suite.replace(/\/+$/, '').split('/').at(-1) ?? 'suite'}`;
    const progress = createProgress(io);
    let stage = '';
    const limit = wholeNumber(flags.limit);
    const summary = await trellis.evaluation.run(suite, {
      out,
      signal: io.signal,
      ...(flags.pipeline === undefined
        ? {}
        : { pipelines: flags.pipeline.split(',').map((name) => name.trim()) }),
      ...(flags.questions === undefined ? {} : { questions: flags.questions }),
      ...(limit === undefined ? {} : { limit }),
      onProgress: (next, done, total, label) => {
        if (next !== stage) progress.start(total, next);
        stage = next;
        progress.update(done, `${next} ${label}`);
      },
    });
    progress.stop();
    if (json) printJson(io, summary);
    else printSummary(io, summary);
    printNote(io, `Wrote ${out}/report.html, summary.json, results.jsonl and run.json.`);
  });
}

function wholeNumber(value: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  if (/^[1-9]\d*$/.test(value)) return Number(value);
  throw new TrellisError('TRELLIS_CLI_USAGE', `--limit takes a whole number from 1, not "${value}".`);
}

function printSummary(io: CliIo, { suite, questions, pipelines }: RunSummary): void {
  const names = [...new Set(Object.values(pipelines).flatMap(Object.keys))];
  printLine(io, `${suite}: ${questions} questions`);
  printLine(
    io,
    ['pipeline'.padEnd(9), ...names.map((name) => name.padStart(Math.max(8, name.length)))].join(' '),
  );
  for (const [pipeline, measures] of Object.entries(pipelines)) {
    const cells = names.map((name) => {
      const value = measures[name];
      const text = value === undefined ? '–' : value.toFixed(name.endsWith('Ms') ? 1 : 3);
      return text.padStart(Math.max(8, name.length));
    });
    printLine(io, [pipeline.padEnd(9), ...cells].join(' '));
  }
}

function printComparison(io: CliIo, { pipeline, questions, measures, changed }: PipelineComparison): void {
  printLine(io, `${pipeline}: ${questions} questions, B − A`);
  for (const [name, { mean, low, high, better, worse, equal }] of Object.entries(measures)) {
    printLine(
      io,
      `  ${name.padEnd(9)} ${mean.toFixed(3).padStart(7)}  [${low.toFixed(3)}, ${high.toFixed(3)}]  better ${better}, worse ${worse}, equal ${equal}`,
    );
  }
  for (const { id, question, a, b } of changed)
    printLine(io, `  ${id}: rank ${a ?? '–'} → ${b ?? '–'}  ${question}`);
}
