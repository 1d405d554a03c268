import type { DatabaseSync } from 'node:sqlite';
import { TrellisError } from '../errors.ts';
import { openDatabase } from './open-database.ts';

/** A SQLite file that can be deleted without loss of anything but time or money. */
export interface CacheFile {
  /** Returns what `action` returns, opening the file first if it is not open. */
  use<T>(action: (database: DatabaseSync) => T): T;
  /** Closes the file; the next use opens it again. */
  close(): void;
}

/** Which file it is. */
export interface CacheFileOptions {
  /** What the file is, in the words of an error message, such as "embedding cache". */
  readonly what: string;
  readonly path: string;
  /** A CREATE TABLE IF NOT EXISTS statement. */
  readonly table: string;
}

/**
 * Returns the cache in `path`; nothing is opened or made here. Its `use` throws `TRELLIS_MODEL_UNAVAILABLE` when the file
 * cannot be opened or `action` fails on it.
 */
export function createCacheFile({ what, path, table }: CacheFileOptions): CacheFile {
  let database: DatabaseSync | undefined;
  return {
    use: (action) => {
      try {
        database ??= openDatabase(path, table);
        return action(database);
      } catch (cause) {
        throw unusable(what, path, cause);
      }
    },
    close: () => {
      database?.close();
      database = undefined;
    },
  };
}

function unusable(what: string, path: string, cause: unknown): TrellisError {
  const text = cause instanceof Error ? cause.message : String(cause);
  return new TrellisError(
    'TRELLIS_MODEL_UNAVAILABLE',
    `The ${what} ${path} cannot be used: ${text}. It is safe to delete; make sure the disk has space and the folder can be written.`,
    { details: { path }, cause },
  );
}
