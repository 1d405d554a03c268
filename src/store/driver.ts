import { setTimeout as sleep } from 'node:timers/promises';
import neo4j, { type Driver, type ManagedTransaction } from 'neo4j-driver';
import type { Config } from '../config.ts';
import { TrellisError } from '../errors.ts';
import { readGenerated } from './generated-read.ts';
import { type StatementParameters, toDriverParameters } from './parameters.ts';
import { requireSupportedVersion, type ServerInfo } from './server-info.ts';
import { loadStatements, type Statement, type StatementName } from './statements.ts';
import { isRetriable, isTransient, toStoreError } from './store-error.ts';

/** Where the database is; the embedded server and `NEO4J_*` give the same shape. */
export interface StoreSettings {
  /** bolt://, neo4j:// or neo4j+s:// (and the +ssc forms). */
  readonly uri: string;
  readonly user: string;
  readonly password: string;
  readonly database: string;
}

/** One result row by column name; numbers are plain JavaScript numbers. */
export type Row = Readonly<Record<string, unknown>>;

/** Runs one statement inside a transaction. */
export type RunStatement = (statement: StatementName, parameters?: StatementParameters) => Promise<Row[]>;

/**
 * The one way to Neo4j. Reads go to readers of a cluster, writes to its leader; a later read sees an earlier write.
 * Transactions that fail for a passing reason (a deadlock, a moved leader) are run again, so `work` must be safe to
 * repeat. Every method throws `TRELLIS_STORE_UNAVAILABLE`, `TRELLIS_STORE_UNAUTHORIZED`, `TRELLIS_STORE_TIMEOUT`,
 * `TRELLIS_STORE_INDEX_NOT_READY` or `TRELLIS_STORE_QUERY_FAILED`, and never waits longer than the settings say.
 */
export interface Database {
  readonly info: ServerInfo;
  /** Every statement in `cypher/`, by name. */
  readonly statements: ReadonlyMap<StatementName, Statement>;
  /** Runs one statement that only reads. */
  readonly read: RunStatement;
  /** Runs one statement in a write transaction of its own. */
  readonly write: RunStatement;
  /** Runs `work` in one read transaction. */
  readTransaction<T>(work: (run: RunStatement) => Promise<T>): Promise<T>;
  /** Runs `work` in one write transaction; rolled back when it throws. */
  writeTransaction<T>(work: (run: RunStatement) => Promise<T>): Promise<T>;
  /**
   * Runs a statement that is no file of ours, after EXPLAIN showed that it only reads (no procedure, no file, no URL).
   * Returns the rows as plain JSON values. Throws `TRELLIS_STORE_QUERY_FAILED` when it does not, or is no Cypher.
   */
  readGenerated(text: string, parameters: Readonly<Record<string, unknown>>): Promise<Row[]>;
  close(): Promise<void>;
}

interface StoreDependencies {
  readonly statements?: ReadonlyMap<StatementName, Statement>;
}

/** How long writes that deadlock are tried again, in ms: dozens of writers on the same nodes get through in that time. */
const TRANSIENT_RETRY_MS = 30_000;
const FIRST_RETRY_DELAY_MS = 50;
const LONGEST_RETRY_DELAY_MS = 2_000;

function openDriver(settings: StoreSettings, config: Config): Driver {
  try {
    return neo4j.driver(settings.uri, neo4j.auth.basic(settings.user, settings.password), {
      disableLosslessIntegers: true,
      connectionTimeout: config.NEO4J_CONNECT_TIMEOUT_MS,
      connectionAcquisitionTimeout: config.NEO4J_CONNECT_TIMEOUT_MS,
      maxTransactionRetryTime: config.NEO4J_CONNECT_TIMEOUT_MS,
      fetchSize: 5000,
      userAgent: 'trellis',
      telemetryDisabled: true,
      notificationFilter: { minimumSeverityLevel: 'OFF' },
    });
  } catch (cause) {
    throw new TrellisError(
      'TRELLIS_CONFIG_INVALID',
      'NEO4J_URI is not an address the driver takes: use bolt://, neo4j:// or neo4j+s:// with host and port.',
      { cause },
    );
  }
}

/** Rejects with `TRELLIS_STORE_TIMEOUT` when `work` has not settled in time, as with a server that froze. */
async function within<T>(limitMs: number, where: string, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const message = `The database did not answer ${where} within ${limitMs} ms. Check the server, then try again.`;
      reject(new TrellisError('TRELLIS_STORE_TIMEOUT', message, { details: { where, limitMs } }));
    }, limitMs);
  });
  try {
    return await Promise.race([work, limit]);
  } finally {
    clearTimeout(timer);
  }
}

async function retry<T>(
  work: () => Promise<T>,
  mayPass: (error: unknown) => boolean,
  limitMs: number,
): Promise<T> {
  const deadline = Date.now() + limitMs;
  for (let delay = FIRST_RETRY_DELAY_MS; ; delay = Math.min(delay * 2, LONGEST_RETRY_DELAY_MS)) {
    try {
      return await work();
    } catch (error) {
      if (!mayPass(error) || Date.now() + delay > deadline) throw error;
      await sleep(delay * (0.5 + Math.random()));
    }
  }
}

async function readServerInfo(
  driver: Driver,
  settings: StoreSettings,
  config: Config,
  statement: Statement,
): Promise<ServerInfo> {
  try {
    const options = { database: settings.database, routing: neo4j.routing.READ };
    const query = driver.executeQuery(statement.text, {}, options);
    const { records } = await within(config.NEO4J_CONNECT_TIMEOUT_MS * 4, statement.name, query);
    const row: Row = records[0]?.toObject() ?? {};
    return {
      address: new URL(settings.uri).host,
      version: String(row['version'] ?? 'unknown'),
      edition: String(row['edition'] ?? 'unknown'),
      database: settings.database,
    };
  } catch (error) {
    throw toStoreError(error, statement.name);
  }
}

function findStatement(statements: ReadonlyMap<StatementName, Statement>, name: StatementName): Statement {
  const statement = statements.get(name);
  if (statement !== undefined) return statement;
  throw new TrellisError('TRELLIS_STORE_STATEMENT_INVALID', `There is no file cypher/${name}.cypher.`, {
    details: { statement: name },
  });
}

function createDatabase(
  driver: Driver,
  config: Config,
  info: ServerInfo,
  statements: ReadonlyMap<StatementName, Statement>,
): Database {
  const openSession = (mode: 'READ' | 'WRITE') =>
    driver.session({
      database: info.database,
      defaultAccessMode: mode,
      bookmarkManager: driver.executeQueryBookmarkManager,
    });
  const transact = async <T>(mode: 'READ' | 'WRITE', work: (run: RunStatement) => Promise<T>): Promise<T> => {
    const reads = mode === 'READ';
    const timeout = reads ? config.NEO4J_QUERY_TIMEOUT_MS : config.NEO4J_WRITE_TIMEOUT_MS;
    const limitMs = timeout + config.NEO4J_CONNECT_TIMEOUT_MS * 3 + (reads ? 0 : TRANSIENT_RETRY_MS);
    let current = `a ${mode.toLowerCase()} transaction`;
    const session = openSession(mode);
    const unit = (transaction: ManagedTransaction) =>
      work(async (name, parameters = {}) => {
        const statement = findStatement(statements, name);
        current = name;
        const result = await transaction.run(statement.text, toDriverParameters(statement, parameters));
        return result.records.map((record) => record.toObject());
      });
    try {
      if (reads) return await within(limitMs, current, session.executeRead(unit, { timeout }));
      return await within(
        limitMs,
        current,
        retry(() => session.executeWrite(unit, { timeout }), isTransient, TRANSIENT_RETRY_MS),
      );
    } catch (error) {
      throw toStoreError(error, current);
    } finally {
      // The outcome is known by now, and a lost server cannot say goodbye.
      session.close().catch(() => undefined);
    }
  };
  /** One statement needs no transaction of its own: a single round trip, and half the work of a managed one. */
  const readOne: RunStatement = async (name, parameters = {}) => {
    const timeout = config.NEO4J_QUERY_TIMEOUT_MS;
    try {
      const statement = findStatement(statements, name);
      const given = toDriverParameters(statement, parameters);
      const attempt = async (): Promise<Row[]> => {
        const session = openSession('READ');
        try {
          const { records } = await session.run(statement.text, given, { timeout });
          return records.map((record) => record.toObject());
        } finally {
          session.close().catch(() => undefined);
        }
      };
      const limitMs = timeout + config.NEO4J_CONNECT_TIMEOUT_MS * 3;
      return await within(limitMs, name, retry(attempt, isRetriable, config.NEO4J_CONNECT_TIMEOUT_MS));
    } catch (error) {
      throw toStoreError(error, name);
    }
  };
  return {
    info,
    statements,
    read: readOne,
    write: (name, parameters = {}) => transact('WRITE', (run) => run(name, parameters)),
    readTransaction: (work) => transact('READ', work),
    writeTransaction: (work) => transact('WRITE', work),
    readGenerated: (text, parameters) => readGenerated(() => openSession('READ'), config, text, parameters),
    close: () => driver.close(),
  };
}

/**
 * Returns a database that answered and is new enough. Throws within a few seconds: `TRELLIS_STORE_UNAVAILABLE` when
 * nothing answers, `TRELLIS_STORE_UNAUTHORIZED` for wrong credentials, `TRELLIS_STORE_UNSUPPORTED` for an old server
 * or an unknown database, `TRELLIS_STORE_STATEMENT_INVALID` when a file in `cypher/` is wrong. Rights to create
 * indexes show in `migrate`.
 */
export async function connectStore(
  settings: StoreSettings,
  config: Config,
  dependencies: StoreDependencies = {},
): Promise<Database> {
  const statements = dependencies.statements ?? loadStatements();
  const driver = openDriver(settings, config);
  try {
    const statement = findStatement(statements, 'read/server-info');
    const info = await readServerInfo(driver, settings, config, statement);
    requireSupportedVersion(info);
    return createDatabase(driver, config, info, statements);
  } catch (error) {
    await driver.close();
    throw error;
  }
}
