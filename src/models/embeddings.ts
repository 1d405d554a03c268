import type { Config } from '../config.ts';
import type { Folders } from '../folders.ts';
import { embeddingCacheFile, openEmbeddingCache } from './embedding-cache.ts';
import { createLocalEmbeddings } from './local-embeddings.ts';
import type { FetchOptions } from './model-files.ts';
import { createOpenAIEmbeddings } from './openai-embeddings.ts';
import { TextEmbeddings } from './text-embeddings.ts';

export type { EmbedOptions, TokenVectors } from './embedding-backend.ts';
export { TextEmbeddings } from './text-embeddings.ts';

/**
 * Returns the embeddings that the settings name. A local model is fetched into `folders.cache` when it is not there
 * (once for the default model: 22 MB); its tokenizer is loaded, its network only when a text is embedded.
 * Throws `TRELLIS_MODEL_FETCH_FAILED` or `TRELLIS_MODEL_UNAVAILABLE` with what to do.
 */
export async function createEmbeddings(
  config: Config,
  folders: Folders,
  options: FetchOptions = {},
): Promise<TextEmbeddings> {
  const backend =
    config.EMBEDDING_PROVIDER === 'openai'
      ? await createOpenAIEmbeddings(config, options)
      : await createLocalEmbeddings(config, folders, options);
  const cache = openEmbeddingCache(embeddingCacheFile(folders, backend.id), backend.dimensions);
  return new TextEmbeddings(backend, cache);
}
