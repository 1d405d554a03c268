import { resolve } from 'node:path';
import { TrellisError } from '../errors.ts';
import {
  exportStark,
  STARK_DATA_SETS,
  STARK_SPLITS,
  type StarkExport,
  type StarkExportOptions,
} from '../evaluation/export-stark.ts';
import { type CliIo, printJson, printLine, printNote, runCommand } from './io.ts';

/** Flags of `trellis import --stark`. */
export interface StarkFlags {
  readonly stark?: string;
  readonly from?: string;
  readonly out?: string;
  readonly split: string;
  readonly python: string;
  readonly json?: boolean;
}

/** Runs `trellis import --stark NAME --from DIR --out SUITE`: writes a suite folder, touches no database. */
export function runStark(io: CliIo, flags: StarkFlags): Promise<void> {
  return runCommand(io, flags.json === true, async () => {
    const written = await exportStark(toOptions(io, flags));
    if (flags.json === true) printJson(io, { ...written, out: flags.out });
    else for (const line of describe(written, flags.out ?? '')) printLine(io, line);
  });
}

function toOptions(io: CliIo, flags: StarkFlags): StarkExportOptions {
  const { from, out, python } = flags;
  if (from === undefined || out === undefined)
    throw usage('--stark needs --from DIR (the downloaded data) and --out SUITE.');
  const folder = (path: string) => resolve(io.machine.workingDirectory, path);
  return {
    dataSet: oneOf('--stark', flags.stark, STARK_DATA_SETS),
    split: oneOf('--split', flags.split, STARK_SPLITS),
    from: folder(from),
    out: folder(out),
    python,
    signal: io.signal,
    onNote: (note) => printNote(io, note),
  };
}

function oneOf<T extends string>(flag: string, given: string | undefined, known: readonly T[]): T {
  const found = known.find((name) => name === given);
  if (found !== undefined) return found;
  throw usage(`${flag} takes ${known.join(', ')}; not "${given}".`);
}

function usage(message: string): TrellisError {
  return new TrellisError('TRELLIS_CLI_USAGE', message);
}

function describe({ nodes, edges, split, questions }: StarkExport, out: string): string[] {
  const splits = Object.entries(questions).map(([name, count]) => `${name} ${count}`);
  return [
    `${out}: ${nodes} nodes, ${edges} edges; questions: ${splits.join(', ')}.`,
    `Measure it with: trellis eval run ${out}   (its own questions: ${split}; others: --questions ${out}/questions.NAME.csv)`,
  ];
}
