import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { Folders } from '../folders.ts';
import { createCacheFile } from './cache-file.ts';
import type { RenderedPrompt } from './prompts.ts';

/** Everything that an answer depends on. */
export interface CallKey {
  readonly modelId: string;
  readonly prompt: RenderedPrompt;
  /** JSON Schema of a structured answer. */
  readonly schema?: unknown;
  readonly maxTokens?: number | undefined;
  readonly temperature?: number | undefined;
}

/** A finished answer. */
export interface CachedCall {
  readonly text: string;
  readonly inputTokens: number;
  readonly outputTokens: number;
}

/** Answers of models that were paid for. Only finished and valid ones are ever written. */
export interface CallCache {
  read(key: CallKey): CachedCall | undefined;
  write(key: CallKey, call: CachedCall): void;
  close(): void;
}

const TABLE =
  'CREATE TABLE IF NOT EXISTS calls (key BLOB PRIMARY KEY, answer TEXT NOT NULL, created INTEGER NOT NULL) STRICT';

/**
 * Returns the cache of this project's model calls in `folders.data`, opened on first use. Keys are hashes; answers
 * are kept as they came. `now` gives epoch milliseconds. Throws `TRELLIS_MODEL_UNAVAILABLE` when the file cannot be used.
 */
export function openCallCache(folders: Folders, now: () => number): CallCache {
  const path = join(folders.data, 'models', 'calls.sqlite');
  const file = createCacheFile({ what: 'cache of model calls', path, table: TABLE });
  return {
    read: (key) =>
      file.use((open) => {
        const row = open.prepare('SELECT answer FROM calls WHERE key = ?').get(hashKey(key));
        const answer = row?.['answer'];
        return typeof answer === 'string' ? (JSON.parse(answer) as CachedCall) : undefined;
      }),
    write: (key, { text, inputTokens, outputTokens }) =>
      file.use((open) => {
        const answer = JSON.stringify({ text, inputTokens, outputTokens });
        open
          .prepare('INSERT OR REPLACE INTO calls (key, answer, created) VALUES (?, ?, ?)')
          .run(hashKey(key), answer, Math.trunc(now()));
      }),
    close: () => file.close(),
  };
}

function hashKey({ modelId, prompt, schema, maxTokens, temperature }: CallKey): Uint8Array {
  const parts = [modelId, prompt.system, prompt.user, schema ?? null, maxTokens ?? null, temperature ?? null];
  return createHash('sha256').update(JSON.stringify(parts)).digest();
}
