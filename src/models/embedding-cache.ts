import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { Folders } from '../folders.ts';
import { createCacheFile } from './cache-file.ts';
import { inTransaction } from './open-database.ts';

/** Vectors of texts that were embedded before, for one model, shared by all processes of this user. */
export interface EmbeddingCache {
  /** Returns the stored vector of each text, in order; undefined where there is none. */
  read(texts: readonly string[]): (Float32Array | undefined)[];
  /** Keeps the vectors of `texts`, in one transaction; what is there already stays. */
  write(texts: readonly string[], vectors: readonly Float32Array[]): void;
  close(): void;
}

const TABLE = 'CREATE TABLE IF NOT EXISTS vectors (hash BLOB PRIMARY KEY, vector BLOB NOT NULL) STRICT';

/** Returns the file that holds the vectors of the model `id`. It may not exist yet. Safe to delete. */
export function embeddingCacheFile(folders: Folders, id: string): string {
  return join(folders.cache, 'embeddings', `${id.replaceAll(/[^\w.-]+/g, '--')}.sqlite`);
}

/**
 * Returns the cache in `path`, opened on first use. Keys are hashes: no text is kept. Safe against `kill -9`,
 * and several processes may read and write at once. A vector of another length than
 * `dimensions` counts as absent. Throws `TRELLIS_MODEL_UNAVAILABLE` when the file cannot be used.
 */
export function openEmbeddingCache(path: string, dimensions: number): EmbeddingCache {
  const file = createCacheFile({ what: 'embedding cache', path, table: TABLE });
  return {
    read: (texts) =>
      file.use((open) => {
        const select = open.prepare('SELECT vector FROM vectors WHERE hash = ?');
        return texts.map((text) => toVector(select.get(hashText(text))?.['vector'], dimensions));
      }),
    write: (texts, vectors) =>
      file.use((open) => {
        const insert = open.prepare('INSERT OR REPLACE INTO vectors (hash, vector) VALUES (?, ?)');
        inTransaction(open, () => {
          texts.forEach((text, i) => {
            const vector = vectors[i];
            if (vector !== undefined) insert.run(hashText(text), toBytes(vector));
          });
        });
      }),
    close: () => file.close(),
  };
}

/** 128 bits of SHA-256: two texts of a billion share one with a chance of 1 in 10^20. */
function hashText(text: string): Uint8Array {
  return createHash('sha256').update(text).digest().subarray(0, 16);
}

function toBytes(vector: Float32Array): Uint8Array {
  return new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength);
}

function toVector(bytes: unknown, dimensions: number): Float32Array | undefined {
  if (!(bytes instanceof Uint8Array) || bytes.byteLength !== dimensions * 4) return undefined;
  return new Float32Array(bytes.slice().buffer);
}
