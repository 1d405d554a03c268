import neo4j from 'neo4j-driver';
import { type ErrorCode, TrellisError } from '../errors.ts';

const UNAVAILABLE =
  /^(?:ServiceUnavailable|SessionExpired|N\/A|Neo\.TransientError\.(?:General\.DatabaseUnavailable|Database\.DatabaseUnavailable|Cluster\..*|Request\.NoThreadsAvailable)|Neo\.ClientError\.Cluster\.NotALeader)$/u;
const TIMEOUT =
  /TransactionTimedOut|LockClient(?:Stopped|Timeout)|LockAcquisitionTimeout|Transaction\.Terminated/u;
const MEMORY = /MemoryPoolOutOfMemory|MemoryAllocation|OutOfMemoryError|StackOverFlowError/u;
const REFUSED = /^Neo\.ClientError\.(?:Security\..*|General\.ForbiddenOnReadOnlyDatabase)$/u;

const ADVICE: Partial<Record<ErrorCode, string>> = {
  TRELLIS_STORE_UNAVAILABLE:
    'The database cannot be reached. Start it (trellis db start) or check NEO4J_URI, then try again.',
  TRELLIS_STORE_UNAUTHORIZED:
    'The database refused the user or what it tried to do. Check NEO4J_USER, NEO4J_PASSWORD and the rights of that user.',
  TRELLIS_STORE_TIMEOUT:
    'The database took too long. Try again, or raise NEO4J_QUERY_TIMEOUT_MS or NEO4J_WRITE_TIMEOUT_MS.',
  TRELLIS_STORE_OUT_OF_MEMORY:
    'The database ran out of memory in one transaction; nothing of it was written. Raise NEO4J_HEAP_MB, then trellis db stop and start.',
  TRELLIS_STORE_INDEX_NOT_READY:
    'An index is missing or still populating. Wait a moment, or start Trellis again: it builds what is missing.',
  TRELLIS_STORE_UNSUPPORTED: 'There is no database of this name on the server. Check NEO4J_DATABASE.',
  TRELLIS_STORE_QUERY_FAILED: 'The database refused a statement. Please report it with the log.',
};

function codeOf(error: { readonly code: string; readonly message: string }): ErrorCode {
  if (TIMEOUT.test(error.code)) return 'TRELLIS_STORE_TIMEOUT';
  if (UNAVAILABLE.test(error.code)) return 'TRELLIS_STORE_UNAVAILABLE';
  if (MEMORY.test(error.code)) return 'TRELLIS_STORE_OUT_OF_MEMORY';
  if (REFUSED.test(error.code)) return 'TRELLIS_STORE_UNAUTHORIZED';
  if (error.code === 'Neo.ClientError.Database.DatabaseNotFound') return 'TRELLIS_STORE_UNSUPPORTED';
  if (
    /\bindex\b/iu.test(error.message) &&
    /no such|not found|does not exist|populating|not online/iu.test(error.message)
  ) {
    return 'TRELLIS_STORE_INDEX_NOT_READY';
  }
  return 'TRELLIS_STORE_QUERY_FAILED';
}

/** Returns whether `error` comes from the driver or the server. */
export function isDriverError(error: unknown): error is InstanceType<typeof neo4j.Neo4jError> {
  return error instanceof neo4j.Neo4jError;
}

/** Returns whether running the same transaction again may succeed: deadlocks and the like, not a lost server. */
export function isTransient(error: unknown): boolean {
  return (
    isDriverError(error) &&
    error.code.startsWith('Neo.TransientError.') &&
    !UNAVAILABLE.test(error.code) &&
    !MEMORY.test(error.code)
  );
}

/** Returns whether a read may succeed when it is run again: what is transient, and a connection that was lost. */
export function isRetriable(error: unknown): boolean {
  return isDriverError(error) && neo4j.isRetryableError(error);
}

/** Returns a driver's or server's error as ours, with `where` (a statement's name) in its details; others as they are. */
export function toStoreError(error: unknown, where: string): unknown {
  if (!isDriverError(error)) return error;
  const code = codeOf(error);
  return new TrellisError(code, `${ADVICE[code] ?? ''} (${where}: ${error.message})`, {
    details: { where, neo4jCode: error.code, gqlStatus: error.gqlStatus },
    cause: error,
  });
}
