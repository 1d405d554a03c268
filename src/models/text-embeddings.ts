import { Embeddings } from '@langchain/core/embeddings';
import { LRUCache } from 'lru-cache';
import type { EmbeddingBackend, EmbedOptions, TokenVectors } from './embedding-backend.ts';
import type { EmbeddingCache } from './embedding-cache.ts';

const REMEMBERED_QUERIES = 2_000;
const TEXTS_PER_CACHE_READ = 512;

/**
 * Unit vectors of texts, through the per-user cache. The same text gives the byte-equal vector, alone or in any
 * batch. Values are float32. Texts over `maxTokens` are cut: make windows before.
 */
export class TextEmbeddings extends Embeddings {
  /** Provider, model and content hash; kept in the graph: another id means other vectors. */
  readonly id: string;
  /** Length of a vector. */
  readonly dimensions: number;
  /** Tokens that the model reads at once, special tokens included (256 for MiniLM). */
  readonly maxTokens: number;
  /** Tokens of a text's own that are read: `maxTokens` without special tokens and the document prefix (254 for MiniLM). */
  readonly windowTokens: number;
  readonly #backend: EmbeddingBackend;
  readonly #cache: EmbeddingCache;
  readonly #queries = new LRUCache<string, number[]>({ max: REMEMBERED_QUERIES });

  constructor(backend: EmbeddingBackend, cache: EmbeddingCache) {
    super({});
    this.id = backend.id;
    this.dimensions = backend.dimensions;
    this.maxTokens = backend.maxTokens;
    this.windowTokens =
      backend.maxTokens - backend.specialTokens - backend.countTokens(backend.documentPrefix);
    this.#backend = backend;
    this.#cache = cache;
  }

  /**
   * Returns how many tokens `text` has, special tokens not counted: a text is read whole when this is at most
   * `windowTokens`. Exact for local models, needs no loaded network; an upper estimate for services.
   */
  countTokens(text: string): number {
    return this.#backend.countTokens(text);
  }

  /** Returns the vector of a question, before any documents that wait. Remembered in memory only. */
  override async embedQuery(text: string): Promise<number[]> {
    const asked = this.#backend.queryPrefix + text;
    const known = this.#queries.get(asked);
    if (known !== undefined) return [...known];
    const vector = Array.from(this.#cache.read([asked])[0] ?? (await this.#embedOne(asked)));
    this.#queries.set(asked, vector);
    return [...vector];
  }

  /**
   * Returns the vectors of `texts`, in order. New ones are written to the cache batch by batch, so that a run that
   * is killed or aborted keeps what it has done. Throws `TRELLIS_MODEL_UNAVAILABLE` and its kin, all or nothing.
   */
  override async embedDocuments(texts: string[], options: EmbedOptions = {}): Promise<number[][]> {
    const prefixed = texts.map((text) => this.#backend.documentPrefix + text);
    const vectors = new Map<string, Float32Array>();
    const distinct = [...new Set(prefixed)];
    const missing = await this.#readCached(distinct, vectors, options.signal);
    let done = distinct.length - missing.length;
    options.onProgress?.(done, distinct.length);
    await this.#backend.embed(missing, {
      urgent: false,
      signal: options.signal,
      onBatch: (indexes, batch) => {
        const keys = indexes.map((index) => missing[index] ?? '');
        this.#cache.write(keys, batch);
        keys.forEach((key, i) => {
          vectors.set(key, batch[i] ?? new Float32Array());
        });
        done += keys.length;
        options.onProgress?.(done, distinct.length);
      },
    });
    return prefixed.map((text) => Array.from(vectors.get(text) ?? []));
  }

  /**
   * Returns a unit vector for each token of `text`, special tokens left out; longer texts are read in windows.
   * Not cached. Throws `TRELLIS_MODEL_UNAVAILABLE` where the model is a service.
   */
  tokenVectors(text: string): Promise<TokenVectors> {
    return this.#backend.tokenVectors(text);
  }

  /** Stops the worker thread and closes the cache. */
  async close(): Promise<void> {
    await this.#backend.close();
    this.#cache.close();
  }

  async #embedOne(text: string): Promise<Float32Array> {
    let vector: Float32Array = new Float32Array();
    const onBatch = (_indexes: readonly number[], batch: readonly Float32Array[]) => {
      vector = batch[0] ?? vector;
    };
    await this.#backend.embed([text], { urgent: true, signal: undefined, onBatch });
    return vector;
  }

  async #readCached(
    texts: readonly string[],
    found: Map<string, Float32Array>,
    signal: AbortSignal | undefined,
  ): Promise<string[]> {
    const missing: string[] = [];
    for (let start = 0; start < texts.length; start += TEXTS_PER_CACHE_READ) {
      signal?.throwIfAborted();
      const part = texts.slice(start, start + TEXTS_PER_CACHE_READ);
      this.#cache.read(part).forEach((vector, i) => {
        const text = part[i] ?? '';
        if (vector === undefined) missing.push(text);
        else found.set(text, vector);
      });
      await new Promise((resolve) => setImmediate(resolve));
    }
    return missing;
  }
}
