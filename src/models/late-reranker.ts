import { LRUCache } from 'lru-cache';
import { maxSim } from './max-sim.ts';
import { compareReranked, type Reranker } from './reranked.ts';
import type { TextEmbeddings } from './text-embeddings.ts';

/** Token vectors of about 170 passages of 250 tokens with MiniLM. */
const CACHE_BYTES = 64 * 1024 * 1024;

/**
 * Returns late interaction over the local model's token vectors: the mean, over the question's tokens, of the best
 * cosine with any token of the text (MaxSim; Khattab and Zaharia 2020, ColBERT, equation 3, as a mean so that scores of
 * short and long questions compare; the model is not trained for it). Texts without tokens score −1.
 */
export function createLateReranker(embeddings: TextEmbeddings): Reranker {
  const memory = new LRUCache<string, Float32Array>({
    maxSize: CACHE_BYTES,
    sizeCalculation: (vectors) => Math.max(1, vectors.byteLength),
  });
  const read = async (text: string): Promise<Float32Array> => {
    const known = memory.get(text);
    if (known !== undefined) return known;
    const { vectors } = await embeddings.tokenVectors(text);
    const rows = new Float32Array(vectors.length * embeddings.dimensions);
    vectors.forEach((vector, i) => {
      rows.set(vector, i * embeddings.dimensions);
    });
    memory.set(text, rows);
    return rows;
  };
  return {
    id: `late/${embeddings.id}`,
    async rerank(question, candidates, signal) {
      if (candidates.length === 0) return [];
      const asked = await read(question);
      const scored = [];
      for (const { id, text } of candidates) {
        signal?.throwIfAborted();
        scored.push({ id, score: maxSim(asked, await read(text), embeddings.dimensions) });
      }
      return scored.sort(compareReranked);
    },
  };
}
