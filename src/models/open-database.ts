import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

const BUSY_TIMEOUT_MS = 15_000;
const OPEN_ATTEMPTS = 20;
const OPEN_PAUSE_MS = 50;

/**
 * Returns the SQLite file at `path` with `table` (a CREATE TABLE IF NOT EXISTS statement), made when absent.
 * A write-ahead log makes it safe against `kill -9` and lets several processes read and write at once.
 * Throws SQLite's or the file system's own error; the caller says what the file is for.
 */
export function openDatabase(path: string, table: string): DatabaseSync {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const database = new DatabaseSync(path, { timeout: BUSY_TIMEOUT_MS });
  try {
    database.exec('PRAGMA page_size = 16384');
    useWriteAheadLog(database);
    database.exec('PRAGMA synchronous = NORMAL');
    database.exec(table);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** The change of mode does not wait for other processes that open the file at the same moment, so we do. */
function useWriteAheadLog(database: DatabaseSync): void {
  for (let attempt = 1; ; attempt += 1) {
    try {
      database.exec('PRAGMA journal_mode = WAL');
      return;
    } catch (error) {
      if (attempt === OPEN_ATTEMPTS || !isBusy(error)) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, OPEN_PAUSE_MS);
    }
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && /locked|busy/i.test(error.message);
}

/** Runs `action` in one transaction: all of it is kept, or, when it throws, nothing. */
export function inTransaction(database: DatabaseSync, action: () => void): void {
  database.exec('BEGIN IMMEDIATE');
  try {
    action();
    database.exec('COMMIT');
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
}
