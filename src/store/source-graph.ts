import neo4j, { type Driver } from 'neo4j-driver';
import type { Config } from '../config.ts';
import { LABELS } from '../domain/graph-names.ts';
import type { SourceSchema } from '../domain/source-schema.ts';
import { TrellisError } from '../errors.ts';
import { readStream, SOURCE_BATCH, type SourceSettings } from './source-stream.ts';
import { loadStatements, type Statement, type StatementName } from './statements.ts';

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
      fetchSize: SOURCE_BATCH,
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
