import { rm } from 'node:fs/promises';
import type { Config } from '../../config.ts';
import { TrellisError } from '../../errors.ts';
import type { Folders } from '../../folders.ts';
import { ensureDistribution, NEO4J_VERSION } from './distribution.ts';
import { findHome, makeHome, type ServerHome } from './home.ts';
import { findJava } from './java.ts';
import { withLock } from './lock.ts';
import { EMBEDDED_USER, readPassword } from './password.ts';
import { answersBolt } from './readiness.ts';
import { locateServer, removeRecord, type ServerRecord, writeRecord } from './server-record.ts';
import { LOOPBACK } from './settings.ts';
import { awaitReady, passwordError, startServer, timeoutError } from './start-server.ts';
import { endProcess } from './stop-server.ts';

/** Lowest Java that Neo4j 2026 runs on. */
export const NEO4J_JAVA = 21;

/** A running embedded server and how to reach it. */
export interface EmbeddedServer {
  /** `bolt://127.0.0.1:<port>`. */
  readonly uri: string;
  readonly user: string;
  readonly password: string;
  /** Address of HTTP; Neo4j Browser is at `/browser/` below it. */
  readonly httpUrl: string;
  readonly pid: number;
  /** Whether it ran already. */
  readonly reused: boolean;
}

/** One step of a start; `done` and `total` count files while Neo4j is fetched. */
export interface EmbeddedProgress {
  readonly step: string;
  readonly done?: number;
  readonly total?: number;
}

/** Options of `startEmbedded`. */
export interface StartEmbeddedOptions {
  readonly onProgress?: (event: EmbeddedProgress) => void;
  /** Ends the start, and a server that this call has started. */
  readonly signal?: AbortSignal;
  /** Compare the hash of every file of the distribution before the start (0.5 s). */
  readonly verify?: boolean;
  /** Environment in which Java, Maven and pip are looked for; this process's when left out. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
}

/** What is known of the embedded server of a data folder, without starting it. */
export interface EmbeddedStatus {
  /** `stale`: it ended without a stop (killed, power cut); the next start cleans up. */
  readonly state: 'running' | 'starting' | 'stopped' | 'stale';
  readonly version: string;
  readonly uri?: string;
  readonly httpUrl?: string;
  readonly user?: string;
  readonly pid?: number;
  /** ISO time; empty when its starter was killed before it could note it. */
  readonly startedAt?: string;
  readonly home?: string;
  readonly passwordFile?: string;
  readonly logFile?: string;
}

const LOCK_MS = 300_000;

function describeServer(record: ServerRecord, password: string, reused: boolean): EmbeddedServer {
  return { ...addresses(record), user: EMBEDDED_USER, password, pid: record.pid, reused };
}

function addresses({ boltPort, httpPort }: ServerRecord): { uri: string; httpUrl: string } {
  return { uri: `bolt://${LOOPBACK}:${boltPort}`, httpUrl: `http://${LOOPBACK}:${httpPort}` };
}

/**
 * Returns the ready embedded server of `folders.data`: the running one, or a new one that outlives this process.
 * Fetches Java and Neo4j into `folders.cache` when they are missing. Safe to call from several processes at once:
 * one starts, the others get the same server.
 * Errors: `TRELLIS_DB_JAVA_MISSING`, `TRELLIS_DB_MAVEN_MISSING`, `TRELLIS_DB_FETCH_FAILED`, `TRELLIS_DB_DISK_FULL`,
 * `TRELLIS_DB_PORT_UNAVAILABLE`, `TRELLIS_DB_START_FAILED`.
 */
export async function startEmbedded(
  config: Config,
  folders: Folders,
  options: StartEmbeddedOptions = {},
): Promise<EmbeddedServer> {
  return withFileErrors(folders, async () => {
    const { onProgress, signal, verify = false, environment = process.env } = options;
    const files = await makeHome(folders);
    const running = await reuse(files, 0, signal);
    if (running !== undefined) return running;
    const search = { cache: folders.cache, environment, onProgress, signal };
    const java = await findJava({ ...search, minimum: NEO4J_JAVA });
    const jars = await ensureDistribution({ ...search, java, verify });
    const onWait = () => onProgress?.({ step: 'Waiting for another Trellis that is starting Neo4j' });
    return withLock(files.lockFile, { timeoutMs: LOCK_MS, signal, onWait }, async () => {
      await makeHome(folders); // a reset may have come between
      const other = await reuse(files, config.NEO4J_START_TIMEOUT_MS, signal);
      if (other !== undefined) return other;
      const record = await startServer(files, {
        config,
        cache: folders.cache,
        java,
        jars,
        signal,
        onProgress,
      });
      return describeServer(record, (await readPassword(files)) ?? '', false);
    });
  });
}

/**
 * Returns the server that runs, waiting `timeoutMs` for one that is not ready; a dead one's record goes and a lost
 * one is written again. With `timeoutMs` 0 nothing is waited for or changed: the caller comes again with the lock.
 */
async function reuse(
  files: ServerHome,
  timeoutMs: number,
  signal?: AbortSignal,
): Promise<EmbeddedServer | undefined> {
  const located = await locateServer(files);
  if (located.state === 'none') return undefined;
  const password = await readPassword(files);
  if (located.state === 'stale' || password === undefined) {
    if (timeoutMs > 0) await endLeftover(files, located.record);
    return undefined;
  }
  if (!located.written) {
    if (timeoutMs === 0) return undefined;
    await writeRecord(files, located.record);
  }
  const readiness = await awaitReady(located.record, password, Math.max(timeoutMs, 1), signal);
  if (readiness === 'ready') return describeServer(located.record, password, true);
  if (timeoutMs === 0) return undefined;
  if (readiness === 'ended') return undefined;
  if (readiness === 'wrong-password') throw passwordError(files);
  throw timeoutError(files, timeoutMs);
}

async function endLeftover(files: ServerHome, record: ServerRecord): Promise<void> {
  await endProcess(record);
  await removeRecord(files);
}

/**
 * Stops the embedded server of `folders.data` and resolves when its process is gone; committed data stays.
 * Errors: `TRELLIS_DB_STOP_FAILED`.
 */
export async function stopEmbedded(
  folders: Folders,
  options: { readonly signal?: AbortSignal } = {},
): Promise<'stopped' | 'not-running'> {
  return withFileErrors(folders, async () => {
    const files = await findHome(folders);
    if (files === undefined) return 'not-running';
    return withLock(files.lockFile, { timeoutMs: LOCK_MS, signal: options.signal }, () => stopLocked(files));
  });
}

async function stopLocked(files: ServerHome): Promise<'stopped' | 'not-running'> {
  const located = await locateServer(files);
  if (located.state === 'none') return 'not-running';
  await endLeftover(files, located.record);
  return located.state === 'alive' ? 'stopped' : 'not-running';
}

/** Returns the state of the embedded server of `folders.data`; changes nothing. */
export async function embeddedStatus(folders: Folders): Promise<EmbeddedStatus> {
  return withFileErrors(folders, async () => {
    const files = await findHome(folders);
    if (files === undefined) return { state: 'stopped', version: NEO4J_VERSION };
    const { home, passwordFile, logFile } = files;
    const base = { version: NEO4J_VERSION, home, passwordFile, logFile };
    const located = await locateServer(files);
    if (located.state === 'none') return { ...base, state: 'stopped' };
    const { record } = located;
    if (located.state === 'stale') return { ...base, state: 'stale', startedAt: record.startedAt };
    const state = (await answersBolt(record.boltPort)) ? 'running' : 'starting';
    const { pid, startedAt } = record;
    return { ...base, state, ...addresses(record), user: EMBEDDED_USER, pid, startedAt };
  });
}

/**
 * Stops the embedded server of `folders.data` and removes its database, logs and password for good. Returns the
 * removed folder, or `undefined` when there was none. Errors: `TRELLIS_DB_STOP_FAILED`.
 */
export async function resetEmbedded(folders: Folders): Promise<string | undefined> {
  return withFileErrors(folders, async () => {
    const files = await findHome(folders);
    if (files === undefined) return undefined;
    return withLock(files.lockFile, { timeoutMs: LOCK_MS }, async () => {
      await stopLocked(files);
      await rm(files.home, { recursive: true, force: true });
      return files.home;
    });
  });
}

/** Words the failures of the file system, which any step may meet, once. */
async function withFileErrors<T>(folders: Folders, body: () => Promise<T>): Promise<T> {
  try {
    return await body();
  } catch (error) {
    const { code, path } = error as NodeJS.ErrnoException;
    if (error instanceof TrellisError || code === undefined || path === undefined) throw error;
    const full = code === 'ENOSPC' || code === 'EDQUOT';
    throw new TrellisError(
      full ? 'TRELLIS_DB_DISK_FULL' : 'TRELLIS_DB_START_FAILED',
      full
        ? `The disk of ${path} is full. Free some space, or set TRELLIS_DATA_DIR or TRELLIS_CACHE_DIR to another disk.`
        : `The file ${path} cannot be used (${code}). Trellis must be able to write into ${folders.data} and ${folders.cache}.`,
      { details: { path, reason: code }, cause: error },
    );
  }
}
