import { spawn } from 'node:child_process';
import { access, mkdtemp, rename, rm } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { TrellisError } from '../errors.ts';

/** STaRK's knowledge bases (Wu et al. 2024). */
export const STARK_DATA_SETS = ['amazon', 'mag', 'prime'] as const;
export type StarkDataSet = (typeof STARK_DATA_SETS)[number];

/** STaRK's official question splits; `human`: the questions that people wrote. */
export const STARK_SPLITS = ['test', 'test-0.1', 'val', 'train', 'human'] as const;
export type StarkSplit = (typeof STARK_SPLITS)[number];

/** What is exported, and where to. */
export interface StarkExportOptions {
  readonly dataSet: StarkDataSet;
  /** Folder with the processed data and questions, as `load_skb` and `load_qa` keep them or as the hub does. */
  readonly from: string;
  /** Suite folder to write; must not be there. */
  readonly out: string;
  /** Split that the suite's own questions are; every other one is written beside it. */
  readonly split: StarkSplit;
  /** Python 3.8 or newer; no package is needed. */
  readonly python: string;
  readonly signal?: AbortSignal;
  /** Told what the script is at. */
  readonly onNote?: (note: string) => void;
}

/** What was written. */
export interface StarkExport {
  readonly name: string;
  readonly nodes: number;
  readonly edges: number;
  readonly split: StarkSplit;
  /** Questions by split. */
  readonly questions: Readonly<Record<string, number>>;
}

const SCRIPT = resolve(import.meta.dirname, '../../scripts/stark/export_stark.py');

/**
 * Writes a suite folder from STaRK's processed data and returns what it holds. The folder appears when it is whole.
 * Throws `TRELLIS_EVAL_PYTHON_MISSING`, `TRELLIS_EVAL_STARK_INVALID` (files missing or unreadable; the folder is
 * there already) or `TRELLIS_INGEST_CANCELLED`. Memory: as STaRK's own loader, some GB for the two larger ones.
 */
export async function exportStark(options: StarkExportOptions): Promise<StarkExport> {
  const out = resolve(options.out);
  if (await exists(out)) throw invalid(`${out} is there already. Name a new folder with --out.`, { out });
  const staging = await makeStaging(out);
  try {
    const written = await runScript(options, join(staging, 'suite'));
    await rename(join(staging, 'suite'), out);
    return written;
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

async function makeStaging(out: string): Promise<string> {
  try {
    return await mkdtemp(join(dirname(out), `.${basename(out)}-`));
  } catch (cause) {
    throw invalid(`${dirname(out)} cannot be written to. Name another folder with --out.`, { out }, cause);
  }
}

async function runScript(options: StarkExportOptions, out: string): Promise<StarkExport> {
  const { dataSet, from, split, python, signal, onNote } = options;
  const parameters = ['-B', SCRIPT, dataSet, '--from', resolve(from), '--out', out, '--split', split];
  const child = spawn(python, parameters, {
    stdio: ['ignore', 'pipe', 'pipe'],
    windowsHide: true,
    ...(signal === undefined ? {} : { signal }),
  });
  let printed = '';
  let problem = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    printed += chunk;
  });
  createInterface({ input: child.stderr }).on('line', (line) => {
    if (line.startsWith('error: ')) problem = line.slice('error: '.length);
    else onNote?.(line);
  });
  const code = await new Promise<number | null>((settle, fail) => {
    child.on('error', (cause) => fail(startFailure(cause, python)));
    child.on('close', settle);
  });
  if (code === 0) return JSON.parse(printed) as StarkExport;
  if (problem !== '') throw invalid(`${problem}. See docs/importing.md for what --from takes.`, { from });
  throw invalid(`The export script ended with ${code ?? 'a signal'}; its own messages stand above.`, {
    code,
  });
}

function startFailure(cause: Error, python: string): TrellisError {
  if (cause.name === 'AbortError') {
    return new TrellisError('TRELLIS_INGEST_CANCELLED', 'The export was stopped; nothing was written.', {
      cause,
    });
  }
  return new TrellisError(
    'TRELLIS_EVAL_PYTHON_MISSING',
    `"${python}" cannot be started. Install Python 3.8 or newer (no package is needed), or name it with --python.`,
    { details: { python }, cause },
  );
}

function invalid(message: string, details: Readonly<Record<string, unknown>>, cause?: unknown): TrellisError {
  return new TrellisError('TRELLIS_EVAL_STARK_INVALID', message, { details, cause });
}
