import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Config } from '../config.ts';
import { TrellisError } from '../errors.ts';
import { installFolder } from './install-folder.ts';
import { type FetchOptions, HUB_MARK, WEIGHTS } from './model-files.ts';

const REQUIRED = ['config.json', 'tokenizer.json'];
const OPTIONAL = [
  'tokenizer_config.json',
  'sentence_bert_config.json',
  'config_sentence_transformers.json',
  '1_Pooling/config.json',
];
/** A connection that brings nothing for this long is given up. */
const STALL_MS = 60_000;

/**
 * Fetches the model `name` ("owner/model") from the hub into `folder`: quantised weights where there are some,
 * else full ones. Files that the hub names a SHA-256 for are checked against it.
 * Throws `TRELLIS_MODEL_FETCH_FAILED` when it cannot be reached or lacks what is needed.
 */
export async function fetchFromHub(
  config: Config,
  name: string,
  folder: string,
  options: FetchOptions = {},
): Promise<void> {
  const base = await hubAddress(config, name);
  try {
    await installFolder(folder, async (part) => {
      for (const file of REQUIRED) await requireFile(base, file, part, options);
      for (const file of OPTIONAL) await download(base, file, part, options);
      await fetchWeights(base, name, part, options);
      await writeFile(join(part, HUB_MARK), JSON.stringify({ name }));
    });
  } catch (cause) {
    options.signal?.throwIfAborted();
    throw cause instanceof TrellisError ? cause : failed(`${name}: ${describe(cause)}`, cause);
  }
}

/** The hub of transformers.js, or the mirror in MODEL_HUB_URL. */
async function hubAddress(config: Config, name: string): Promise<string> {
  const { env } = await import('@huggingface/transformers');
  const host = config.MODEL_HUB_URL === '' ? env.remoteHost : config.MODEL_HUB_URL;
  const path = env.remotePathTemplate.replace('{model}', name).replace('{revision}', 'main');
  return `${host.replace(/\/+$/, '')}/${path.replace(/\/+$/, '')}`;
}

async function fetchWeights(base: string, name: string, part: string, options: FetchOptions): Promise<void> {
  for (const { file } of WEIGHTS) {
    if (!(await download(base, `onnx/${file}`, part, options))) continue;
    await download(base, `onnx/${file}_data`, part, options);
    return;
  }
  throw failed(`${name} has no ONNX weights (onnx/model_quantized.onnx or onnx/model.onnx)`);
}

async function requireFile(base: string, file: string, part: string, options: FetchOptions): Promise<void> {
  if (!(await download(base, file, part, options))) throw failed(`there is no ${file} at ${base}`);
}

/** Returns false when the hub says that there is no such file. */
async function download(base: string, file: string, part: string, options: FetchOptions): Promise<boolean> {
  const stall = new AbortController();
  const timer = setTimeout(() => stall.abort(new Error(`no data for ${STALL_MS / 1000} s`)), STALL_MS);
  const signal = options.signal ? AbortSignal.any([options.signal, stall.signal]) : stall.signal;
  try {
    const response = await fetch(`${base}/${file}`, { signal });
    if (response.status === 404) return false;
    if (!response.ok || response.body === null) throw failed(`${base}/${file} answered ${response.status}`);
    const target = join(part, file);
    await mkdir(dirname(target), { recursive: true });
    const total = Number(response.headers.get('content-length') ?? 0);
    const hash = createHash('sha256');
    let done = 0;
    const watch = new Transform({
      transform(chunk: Buffer, _encoding, next) {
        timer.refresh();
        hash.update(chunk);
        done += chunk.length;
        options.onProgress?.(done, total, `embedding model: ${file}`);
        next(null, chunk);
      },
    });
    await pipeline(Readable.fromWeb(response.body), watch, createWriteStream(target), { signal });
    checkHash(response, file, hash.digest('hex'));
    return true;
  } finally {
    clearTimeout(timer);
  }
}

/** Large files carry their SHA-256 as entity tag; small ones a Git hash, which is shorter. */
function checkHash(response: Response, file: string, sha256: string): void {
  const tag = (response.headers.get('x-linked-etag') ?? response.headers.get('etag') ?? '').replaceAll(
    /W\/|"/g,
    '',
  );
  if (!/^[0-9a-f]{64}$/.test(tag) || tag === sha256) return;
  throw failed(`${file} has SHA-256 ${sha256}, not ${tag}: it was altered on the way`);
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message} (${error.cause.message})` : error.message;
}

function failed(what: string, cause?: unknown): TrellisError {
  return new TrellisError(
    'TRELLIS_MODEL_FETCH_FAILED',
    `The embedding model could not be fetched from the hub: ${what}. Check EMBEDDING_MODEL and the network, or set EMBEDDING_MODEL to a folder that holds the model.`,
    { cause },
  );
}
