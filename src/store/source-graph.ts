import neo4j, { type Driver, type Record as DriverRecord } from 'neo4j-driver';
import type { Config } from '../config.ts';
import { LABELS } from '../domain/graph-names.ts';
import type { SourceSchema } from '../domain/source-schema.ts';
import { TrellisError } from '../errors.ts';
import { toDriverParameters } from './parameters.ts';
import { plainValue } from './source-values.ts';
import { loadStatements, type Statement, type StatementName } from './statements.ts';
import { toStoreError } from './store-error.ts';

/** Where a graph to import is. Without `user` no credentials are sent. */
export interface SourceSettings {
  readonly uri: string;
  readonly user?: string;
  readonly password?: string;
  /** Absent: the server's default database. */
  readonly database?: string;
}

/** A node of a foreign graph; `values` are in the order of the keys that were asked for. */
export interface SourceNode {
  readonly elementId: string;
  readonly labels: readonly string[];
  readonly values: readonly unknown[];
}

/** A relationship of a foreign graph; ends are element ids. */
export interface SourceRelation {
  readonly source: string;
  readonly type: string;
  readonly target: string;
}

/**
 * A foreign Neo4j (5.0 or newer), read only: sessions are in READ mode, so that the server refuses a write. In a database
 * that Trellis uses itself, nodes with a label of ours are not seen. Methods throw `TRELLIS_IMPORT_SOURCE_UNAVAILABLE`,
 * `TRELLIS_IMPORT_SOURCE_UNAUTHORIZED` or `TRELLIS_IMPORT_SOURCE_FAILED`.
 */
export interface SourceGraph {
  /** Reads every node and relationship once to count them. */
  readSchema(): Promise<SourceSchema>;
  /** Yields batches of at most 1,000. */
  nodes(labels: readonly string[], keys: readonly string[]): AsyncGenerator<readonly SourceNode[]>;
  /** Yields batches of at most 1,000; also relationships whose ends `nodes` does not yield. */
  relations(types: readonly string[]): AsyncGenerator<readonly SourceRelation[]>;
  close(): Promise<void>;
}

const BATCH = 1000;
/** Nodes of each label that are looked at to guess what their properties are. */
const SAMPLE = 300;

type Values = Readonly<Record<string, unknown>>;

/** Returns the graph after its server answered. The caller closes it. Errors as the methods throw. */
export async function openSource(
  settings: SourceSettings,
  config: Config,
  signal?: AbortSignal,
): Promise<SourceGraph> {
  const statements = loadStatements();
  const driver = openDriver(settings, config);
  const stream = (name: StatementName, parameters: Values) =>
    readStream({ driver, settings, config, statement: statementOf(statements, name), parameters, signal });
  const all = async (name: StatementName, parameters: Values = {}): Promise<Values[]> => {
    const rows: Values[] = [];
    for await (const batch of stream(name, parameters)) rows.push(...batch);
    return rows;
  };
  try {
    await requireVersion(all);
    const hidden = (await all('read/applied-migrations')).length > 0 ? [...LABELS] : [];
    return {
      readSchema: () => readSchema(all, hidden),
      nodes: (labels, keys) =>
        stream('read/source-nodes', { labels, hidden, keys }) as unknown as AsyncGenerator<SourceNode[]>,
      relations: (types) =>
        stream('read/source-relations', { types }) as unknown as AsyncGenerator<SourceRelation[]>,
      close: () => driver.close(),
    };
  } catch (error) {
    await driver.close();
    throw error;
  }
}

function openDriver({ uri, user, password }: SourceSettings, config: Config): Driver {
  try {
    const token = user === undefined ? undefined : neo4j.auth.basic(user, password ?? '');
    return neo4j.driver(uri, token, {
      disableLosslessIntegers: true,
      connectionTimeout: config.NEO4J_CONNECT_TIMEOUT_MS,
      connectionAcquisitionTimeout: config.NEO4J_CONNECT_TIMEOUT_MS,
      maxTransactionRetryTime: config.NEO4J_CONNECT_TIMEOUT_MS,
      fetchSize: BATCH,
      userAgent: 'trellis-import',
      telemetryDisabled: true,
    });
  } catch (cause) {
    throw new TrellisError(
      'TRELLIS_IMPORT_MAPPING_INVALID',
      'source.uri is not an address the driver takes: use bolt://, neo4j:// or neo4j+s:// with host and port.',
      { cause },
    );
  }
}

function statementOf(statements: ReadonlyMap<StatementName, Statement>, name: StatementName): Statement {
  const statement = statements.get(name);
  if (statement !== undefined) return statement;
  throw new TrellisError('TRELLIS_STORE_STATEMENT_INVALID', `There is no file cypher/${name}.cypher.`);
}

interface StreamOptions {
  readonly driver: Driver;
  readonly settings: SourceSettings;
  readonly config: Config;
  readonly statement: Statement;
  readonly parameters: Values;
  readonly signal: AbortSignal | undefined;
}

/** The driver fetches the next batch only when this one was taken. Gives up when a batch takes NEO4J_WRITE_TIMEOUT_MS. */
async function* readStream(options: StreamOptions): AsyncGenerator<Values[]> {
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
      if (batch.length < BATCH) return;
    }
  } catch (error) {
    throw toSourceError(error, statement.name, settings, signal);
  } finally {
    session.close().catch(() => undefined); // a lost server cannot say goodbye
  }
}

async function nextBatch(records: AsyncIterator<DriverRecord>): Promise<Values[]> {
  const batch: Values[] = [];
  while (batch.length < BATCH) {
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

type ReadAll = (name: StatementName, parameters?: Values) => Promise<Values[]>;

async function requireVersion(all: ReadAll): Promise<void> {
  const version = String((await all('read/server-info'))[0]?.['version'] ?? '');
  if (Number(version.split('.')[0]) >= 5) return;
  throw new TrellisError(
    'TRELLIS_IMPORT_SOURCE_FAILED',
    `The database to import from is Neo4j ${version}; 5.0 or newer is needed. Dump it and load it into a newer one.`,
    { details: { version } },
  );
}

async function readSchema(all: ReadAll, hidden: readonly string[]): Promise<SourceSchema> {
  const groups = (await all('read/source-labels', { hidden })) as unknown as SourceSchema['groups'];
  const isHidden = (labels: unknown) => (labels as string[]).some((label) => hidden.includes(label));
  const properties = (await all('read/source-properties')).filter((row) => !isHidden(row['labels']));
  const samples = new Map<string, readonly Values[]>();
  for (const label of new Set(groups.flatMap(({ labels }) => labels))) {
    const rows = await all('read/source-sample', { label, hidden, limit: SAMPLE });
    samples.set(
      label,
      rows.map((row) => row['properties'] as Values),
    );
  }
  return {
    groups,
    properties: properties as unknown as SourceSchema['properties'],
    unique: (await readUnique(all)) as unknown as SourceSchema['unique'],
    relations: (await all('read/source-relation-types', { hidden })) as unknown as SourceSchema['relations'],
    samples,
  };
}

/** A user who may read nodes need not be allowed to see constraints; they only help to guess. */
async function readUnique(all: ReadAll): Promise<Values[]> {
  try {
    return await all('read/source-unique');
  } catch (error) {
    if (error instanceof TrellisError && error.code === 'TRELLIS_IMPORT_SOURCE_UNAUTHORIZED') return [];
    throw error;
  }
}
