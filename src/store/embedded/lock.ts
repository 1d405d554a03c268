import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { TrellisError } from '../../errors.ts';

/** How long to wait for a lock that somebody else holds, and what to do meanwhile. */
export interface LockOptions {
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
  /** Called once when the lock is not free at first. */
  readonly onWait?: (() => void) | undefined;
}

const POLL_MS = 100;
const SQLITE_BUSY = 5;

function tryLock(path: string): DatabaseSync | undefined {
  const database = new DatabaseSync(path, { timeout: 0 });
  try {
    database.exec('BEGIN EXCLUSIVE');
    return database;
  } catch (error) {
    database.close();
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) return undefined;
    throw error;
  }
}

/**
 * Runs `body` while this call alone, among all processes of the machine, holds the lock file `path`, and
 * returns its result. The lock is an operating system lock that SQLite takes on the file, so the kernel frees
 * it when its holder dies in any way; no stale lock can be left behind. Not re-entrant.
 * Errors: `TRELLIS_DB_START_FAILED` when it is not free within `timeoutMs` or `signal` aborts.
 */
export async function withLock<T>(path: string, options: LockOptions, body: () => Promise<T>): Promise<T> {
  await mkdir(dirname(path), { recursive: true });
  const deadline = performance.now() + options.timeoutMs;
  let database = tryLock(path);
  if (database === undefined) options.onWait?.();
  while (database === undefined) {
    if (options.signal?.aborted || performance.now() > deadline) throw lockError(path, options);
    await sleep(POLL_MS);
    database = tryLock(path);
  }
  try {
    return await body();
  } finally {
    database.close();
  }
}

function lockError(path: string, { timeoutMs, signal }: LockOptions): TrellisError {
  const why = signal?.aborted
    ? 'the wait was cancelled'
    : `it was not free within ${timeoutMs} ms. See whether another Trellis command hangs, end it and try again`;
  return new TrellisError('TRELLIS_DB_START_FAILED', `Another process holds ${path} and ${why}.`, {
    details: { lock: path, timeoutMs, aborted: signal?.aborted === true },
  });
}
