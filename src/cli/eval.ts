import { Command } from 'commander';
import { TrellisError } from '../errors.ts';
import { compareRuns, type PipelineComparison } from '../evaluation/compare.ts';
import type { RunSummary } from '../evaluation/results.ts';
import { evalMakeCommand } from './eval-make.ts';
import { type CliIo, createProgress, printJson, printLine, printNote, runCommand } from './io.ts';
import { withTrellis } from './open-trellis.ts';

interface RunFlags {
  readonly pipeline?: string;
  readonly questions?: string;
  readonly limit?: string;
  readonly out?: string;
  readonly traces?: boolean;
  readonly understanding?: boolean;
  readonly json?: boolean;
}

/** `trellis eval run SUITE`, `trellis eval compare A B` and `trellis eval make`. */
export function evalCommand(io: CliIo): Command {
  const command = new Command('eval').description(
    'Run an evaluation suite over pipelines, compare runs, make suites',
  );
  command
    .command('run')
    .description('Load a suite (once) and measure pipelines on its questions')
    .argument('<suite>', 'folder with suite.json')
    .option('--pipeline <names>', 'comma-separated pipelines; default: all but rerank')
    .option('--questions <file>', "another question file than the suite's own")
    .option('--limit <number>', 'only the first questions')
    .option('--out <folder>', 'folder for results.jsonl, summary.json, run.json and report.html')
    .option('--traces', "keep each question's steps in traces.jsonl")
    .option(
      '--no-understanding',
      'do not measure how far graph questions were understood, where forms are there',
    )
    .option('--json', 'print summary.json')
    .action((suite: string, flags: RunFlags) => run(io, suite, flags));
  command
    .command('compare')
    .description(
      'Differences of run B to run A with 95 % intervals (paired bootstrap), sign tests and the questions that moved',
    )
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
  command.addCommand(evalMakeCommand(io));
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
      traces: flags.traces === true,
      understanding: flags.understanding !== false,
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

function printSummary(io: CliIo, { suite, questions, pipelines, rungs, understanding }: RunSummary): void {
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
  printRungs(io, rungs);
  if (understanding !== undefined) printUnderstanding(io, understanding);
}

function printRungs(io: CliIo, rungs: RunSummary['rungs']): void {
  for (const [pipeline, own] of Object.entries(rungs)) {
    if (Object.keys(own).length < 2) continue;
    const parts = Object.entries(own).map(
      ([rung, { share, precision, p50Ms }]) =>
        `${rung} ${(100 * share).toFixed(0)} % (hit@1 ${precision?.toFixed(3) ?? '–'}, p50 ${p50Ms.toFixed(0)} ms)`,
    );
    printLine(io, `${pipeline} by rung: ${parts.join(', ')}`);
  }
}

function printUnderstanding(io: CliIo, ladder: NonNullable<RunSummary['understanding']>): void {
  const figures = (entry: { 'hit@1'?: number; mrr?: number }) =>
    `${(entry['hit@1']?.toFixed(3) ?? '–').padStart(7)} ${(entry.mrr?.toFixed(3) ?? '–').padStart(7)}`;
  printLine(io, '');
  printLine(io, `Understanding: ${ladder.questions} questions with a form, ${ladder.withoutForm} without;`);
  printLine(io, `link candidates recall@20 ${ladder.linkRecall20.toFixed(3)}`);
  printLine(io, `${'rung'.padEnd(12)}   holds  swapped: hit@1  mrr`);
  printLine(io, `${'as it is'.padEnd(12)}          ${figures(ladder.asItIs)}`);
  for (const rung of ladder.rungs) {
    printLine(io, `${rung.rung.padEnd(12)} ${rung.holds.toFixed(3).padStart(7)}  ${figures(rung)}`);
  }
  for (const [pipeline, causes] of Object.entries(ladder.causes)) {
    const parts = Object.entries(causes).map(([cause, count]) => `${cause} ${count}`);
    printLine(io, `misses of ${pipeline}: ${parts.join(', ')}`);
  }
}

function printComparison(io: CliIo, { pipeline, questions, measures, changed }: PipelineComparison): void {
  printLine(io, `${pipeline}: ${questions} questions, B − A`);
  for (const [name, { mean, low, high, better, worse, equal, signTest }] of Object.entries(measures)) {
    printLine(
      io,
      `  ${name.padEnd(9)} ${mean.toFixed(3).padStart(7)}  [${low.toFixed(3)}, ${high.toFixed(3)}]  better ${better}, worse ${worse}, equal ${equal}  p ${signTest.toFixed(3)}`,
    );
  }
  for (const { id, question, a, b } of changed)
    printLine(io, `  ${id}: rank ${a ?? '–'} → ${b ?? '–'}  ${question}`);
}
