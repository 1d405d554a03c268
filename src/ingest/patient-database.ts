import { setTimeout as sleep } from 'node:timers/promises';
import { TrellisError } from '../errors.ts';
import type { Database } from '../store/driver.ts';

/** A database server that restarts is back within this time (12 to 16 s seen). */
const PATIENCE_MS = 40_000;
const FIRST_DELAY_MS = 250;
const LONGEST_DELAY_MS = 4_000;

async function retry<T>(work: () => Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  let waited = 0;
  for (let delay = FIRST_DELAY_MS; ; delay = Math.min(delay * 2, LONGEST_DELAY_MS)) {
    try {
      return await work();
    } catch (error) {
      const isAway = error instanceof TrellisError && error.code === 'TRELLIS_STORE_UNAVAILABLE';
      if (!isAway || waited + delay > PATIENCE_MS || signal?.aborted === true) throw error;
      await sleep(delay);
      waited += delay;
    }
  }
}

/**
 * Returns a database that waits up to 40 s when the server cannot be reached: a run of many documents outlives a
 * restart of Neo4j. Every write of the ingest room may be repeated when its outcome is unknown.
 */
export function patientDatabase(database: Database, signal: AbortSignal | undefined): Database {
  return {
    ...database,
    read: (statement, parameters) => retry(() => database.read(statement, parameters), signal),
    write: (statement, parameters) => retry(() => database.write(statement, parameters), signal),
    readTransaction: (work) => retry(() => database.readTransaction(work), signal),
    writeTransaction: (work) => retry(() => database.writeTransaction(work), signal),
  };
}
