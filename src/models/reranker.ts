import type { Config } from '../config.ts';
import { createHttpReranker } from './http-reranker.ts';
import { createLateReranker } from './late-reranker.ts';
import type { Reranker } from './reranked.ts';
import type { TextEmbeddings } from './text-embeddings.ts';

export type { RerankCandidate, RerankedCandidate, Reranker } from './reranked.ts';

/** Returns the reranker of the settings, undefined when `RERANKER` is none. Makes no call. */
export function createReranker(config: Config, embeddings: TextEmbeddings): Reranker | undefined {
  if (config.RERANKER === 'none') return undefined;
  return config.RERANKER === 'late' ? createLateReranker(embeddings) : createHttpReranker(config);
}
