import neo4j, { type Driver, type Record as DriverRecord } from 'neo4j-driver';
import type { Config } from '../config.ts';
import { TrellisError } from '../errors.ts';
import { toDriverParameters } from './parameters.ts';
import { plainValue } from './source-values.ts';
import type { Statement } from './statements.ts';
import { toStoreError } from './store-error.ts';

/** Where a graph to import is. Without `user` no credentials are sent. */
export interface SourceSettings {
  readonly uri: string;
  readonly user?: string;
  readonly password?: string;
  /** Absent: the server's default database. */
  readonly database?: string;
}

/** Rows that are held at once. */
export const SOURCE_BATCH = 1000;

type Values = Readonly<Record<string, unknown>>;

/** What one read of a foreign graph needs. */
export interface StreamOptions {
  readonly driver: Driver;
  readonly settings: SourceSettings;
  readonly config: Config;
  readonly statement: Statement;
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly signal: AbortSignal | undefined;
}

/**
 * Yields the rows of a statement as plain values, in batches of at most `SOURCE_BATCH`; the driver fetches the next one
 * when this one was taken. Throws `TRELLIS_IMPORT_SOURCE_UNAVAILABLE` (also when a batch takes NEO4J_WRITE_TIMEOUT_MS),
 * `TRELLIS_IMPORT_SOURCE_UNAUTHORIZED`, `TRELLIS_IMPORT_SOURCE_FAILED` or `TRELLIS_INGEST_CANCELLED`.
 */
export async function* readStream(options: StreamOptions): AsyncGenerator<Values[]> {
  const { driver, settings, config, statement, parameters, signal } = options;
  const { database } = settings;
  const session = driver.session({
    defaultAccessMode: neo4j.session.READ,
    ...(database === undefined ? {} : { database }),
  });
  try {
    const result = session.run(statement.text, toDriverParameters(statement, parameters), { timeout: 0 });
    const records = result[Symbol.asyncIterator]();
    for (;;) {
      signal?.throwIfAborted();
      const batch = await within(config.NEO4J_WRITE_TIMEOUT_MS, nextBatch(records));
      if (batch.length > 0) yield batch;
      if (batch.length < SOURCE_BATCH) return;
    }
  } catch (error) {
    throw toSourceError(error, statement.name, settings, signal);
  } finally {
    session.close().catch(() => undefined); // a lost server cannot say goodbye
  }
}

async function nextBatch(records: AsyncIterator<DriverRecord>): Promise<Values[]> {
  const batch: Values[] = [];
  while (batch.length < SOURCE_BATCH) {
    const next = await records.next();
    if (next.done === true) break;
    batch.push(plainRow(next.value.toObject()));
  }
  return batch;
}

function plainRow(row: Values): Values {
  const plain = (value: unknown): unknown =>
    typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
      ? plainRow(value as Values)
      : plainValue(value);
  return Object.fromEntries(Object.entries(row).map(([key, value]) => [key, plain(value)]));
}

async function within<T>(limitMs: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const message = `The database to import from did not answer within ${limitMs} ms (NEO4J_WRITE_TIMEOUT_MS).`;
      reject(new TrellisError('TRELLIS_IMPORT_SOURCE_UNAVAILABLE', message));
    }, limitMs);
  });
  try {
    return await Promise.race([work, limit]);
  } finally {
    clearTimeout(timer);
  }
}

const ADVICE = {
  TRELLIS_IMPORT_SOURCE_UNAVAILABLE: 'It cannot be reached. Check source.uri and that the server runs.',
  TRELLIS_IMPORT_SOURCE_UNAUTHORIZED:
    'It refused the user or what he tried to read. Check source.user, the variable that source.password_env names, and his rights to read.',
  TRELLIS_IMPORT_SOURCE_FAILED: 'It refused a read. Check source.database.',
} as const;

function toSourceError(
  error: unknown,
  where: string,
  { uri }: SourceSettings,
  signal: AbortSignal | undefined,
): unknown {
  if (signal?.aborted === true) {
    return new TrellisError('TRELLIS_INGEST_CANCELLED', 'The import was stopped.', { cause: error });
  }
  const ours = toStoreError(error, where);
  if (!(ours instanceof TrellisError) || ours === error) return ours;
  const code =
    ours.code === 'TRELLIS_STORE_UNAVAILABLE' || ours.code === 'TRELLIS_STORE_TIMEOUT'
      ? 'TRELLIS_IMPORT_SOURCE_UNAVAILABLE'
      : ours.code === 'TRELLIS_STORE_UNAUTHORIZED'
        ? 'TRELLIS_IMPORT_SOURCE_UNAUTHORIZED'
        : 'TRELLIS_IMPORT_SOURCE_FAILED';
  const reason = error instanceof Error ? error.message : String(error);
  return new TrellisError(code, `The database to import from, ${uri}: ${ADVICE[code]} (${reason})`, {
    details: { uri, ...ours.details },
    cause: error,
  });
}
