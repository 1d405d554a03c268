import cliProgress from 'cli-progress';
import { TrellisError, toTrellisError } from '../errors.ts';
import type { Machine } from '../folders.ts';
import { readMachine } from '../settings.ts';

/** The world outside a command: where it prints and what it may read. Tests pass their own. */
export interface CliIo {
  readonly stdout: NodeJS.WritableStream;
  readonly stderr: NodeJS.WritableStream & { readonly isTTY?: boolean };
  readonly machine: Machine;
  /** Aborted on SIGINT or SIGTERM. */
  readonly signal: AbortSignal;
  setExitCode(code: number): void;
}

/** A progress bar on a terminal; nothing elsewhere. */
export interface Progress {
  start(total: number, label: string): void;
  update(done: number, label?: string): void;
  stop(): void;
}

/** Returns the io of this process. `signal` aborts on SIGINT and SIGTERM. */
export function processIo(): CliIo {
  const abort = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => abort.abort(name));
  return {
    stdout: process.stdout,
    stderr: process.stderr,
    machine: readMachine(),
    signal: abort.signal,
    setExitCode: (code) => {
      process.exitCode = code;
    },
  };
}

/** Writes one JSON object as one line to stdout. */
export function printJson(io: CliIo, value: unknown): void {
  io.stdout.write(`${JSON.stringify(value)}\n`);
}

/** Writes one line for people to stdout. */
export function printLine(io: CliIo, line = ''): void {
  io.stdout.write(`${line}\n`);
}

/** Writes one line to stderr: progress, notes, warnings. */
export function printNote(io: CliIo, line: string): void {
  io.stderr.write(`${line}\n`);
}

/** Returns a progress bar on stderr when it is a terminal, else one that shows nothing. */
export function createProgress(io: CliIo): Progress {
  if (!io.stderr.isTTY) return { start: () => undefined, update: () => undefined, stop: () => undefined };
  const bar = new cliProgress.SingleBar(
    {
      stream: io.stderr,
      format: '{bar} {percentage}% {value}/{total} {label}',
      hideCursor: true,
      clearOnComplete: true,
    },
    cliProgress.Presets.shades_classic,
  );
  return {
    start: (total, label) => bar.start(total, 0, { label }),
    update: (done, label) => bar.update(done, label === undefined ? undefined : { label }),
    stop: () => bar.stop(),
  };
}

/**
 * Runs a command's body. A `TrellisError` is printed (as JSON on stdout when `json`, as text on stderr else)
 * and sets exit code 2 for usage faults, 1 for all others.
 */
export async function runCommand(io: CliIo, json: boolean, body: () => Promise<void>): Promise<void> {
  try {
    await body();
  } catch (caught) {
    const error = toTrellisError(caught);
    io.setExitCode(error.code === 'TRELLIS_CLI_USAGE' || error.code === 'TRELLIS_CONFIG_INVALID' ? 2 : 1);
    if (json) printJson(io, { error: error.toJSON() });
    else printNote(io, `${error.code}: ${error.message}`);
    if (!(caught instanceof TrellisError) && caught instanceof Error) printNote(io, caught.stack ?? '');
  }
}
