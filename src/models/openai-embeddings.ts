import type { Config } from '../config.ts';
import { TrellisError } from '../errors.ts';
import type { EmbeddingBackend } from './embedding-backend.ts';
import type { FetchOptions } from './locate-model.ts';

export async function createOpenAIEmbeddings(
  config: Config,
  _options: FetchOptions,
): Promise<EmbeddingBackend> {
  throw new TrellisError(
    'TRELLIS_MODEL_UNAVAILABLE',
    `EMBEDDING_PROVIDER=${config.EMBEDDING_PROVIDER} is not ready yet.`,
  );
}
