import { Command } from 'commander';
import { TrellisError } from '../errors.ts';
import type { MadeSuite, MakeSuiteOptions } from '../evaluation/make/make-suite.ts';
import { type CliIo, createProgress, printJson, printLine } from './io.ts';
import { withTrellis } from './open-trellis.ts';

interface MakeFlags {
  readonly tenant?: string;
  readonly from?: string;
  readonly out: string;
  readonly questions: string;
  readonly seed: string;
  readonly noise: string;
  readonly reword?: boolean;
  readonly json?: boolean;
}

/** `trellis eval make`: a question set from any imported graph. */
export function evalMakeCommand(io: CliIo): Command {
  return new Command('make')
    .description('Make an evaluation suite from a graph: questions by rule, answers by exact traversal')
    .option('--tenant <name>', 'ask about the imported graph of this tenant')
    .option('--from <folder>', 'ask about the graph in this folder (nodes.jsonl, edges.jsonl, schema.json)')
    .requiredOption('--out <folder>', 'new folder for the suite')
    .option('--questions <number>', 'how many', '100')
    .option('--seed <number>', 'equal seeds give equal questions', '1')
    .option(
      '--noise <share>',
      'share of questions with a typing error, small letters or a turned name',
      '0.2',
    )
    .option('--no-reword', 'keep the words of the rules, also where a chat model is configured')
    .option('--json', 'print what was made as JSON')
    .action((flags: MakeFlags) =>
      withTrellis(io, flags.json === true, async (trellis) => {
        const options = readFlags(flags);
        const progress = createProgress(io);
        progress.start(options.questions, 'questions');
        const made = await trellis.evaluation.make({
          ...options,
          signal: io.signal,
          onProgress: (done) => progress.update(done),
        });
        progress.stop();
        if (flags.json === true) printJson(io, made);
        else for (const line of describe(made)) printLine(io, line);
      }),
    );
}

function readFlags({ tenant, from, out, questions, seed, noise, reword }: MakeFlags) {
  if ((tenant === undefined) === (from === undefined)) {
    throw new TrellisError('TRELLIS_CLI_USAGE', 'Name either --tenant or --from, not both.');
  }
  const options: MakeSuiteOptions = {
    from: from === undefined ? { tenant: tenant ?? '' } : { directory: from },
    out,
    questions: numberOf('--questions', questions, /^[1-9]\d{0,5}$/, 'a whole number from 1'),
    seed: numberOf('--seed', seed, /^\d{1,9}$/, 'a whole number from 0'),
    noise: numberOf('--noise', noise, /^(?:0(?:\.\d+)?|1(?:\.0+)?)$/, 'a share from 0 to 1'),
    reword: reword !== false,
  };
  return options;
}

function numberOf(flag: string, value: string, form: RegExp, wanted: string): number {
  if (form.test(value)) return Number(value);
  throw new TrellisError('TRELLIS_CLI_USAGE', `${flag} takes ${wanted}, not "${value}".`);
}

function describe({ out, digest, seed, noise, questions, reworded, kinds }: MadeSuite): string[] {
  const each = Object.entries(kinds).map(([kind, count]) => `${kind} ${count}`);
  return [
    `${questions} questions in ${out}: ${each.join(', ')}`,
    `Seed ${seed}, noise ${noise}, graph digest ${digest}; ${reworded} in a model's words.`,
    `Measure with: trellis eval run ${out}`,
  ];
}
