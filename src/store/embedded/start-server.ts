import { writeFile } from 'node:fs/promises';
import { totalmem } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '../../config.ts';
import { TrellisError } from '../../errors.ts';
import { requireDiskSpace } from './disk.ts';
import type { ServerHome } from './home.ts';
import type { JavaRuntime } from './java.ts';
import { launchServer } from './launch.ts';
import { fitMemory } from './memory.ts';
import { EMBEDDED_USER, ensurePassword } from './password.ts';
import { type Ports, releasePorts, reservePorts } from './ports.ts';
import { isRunning } from './process-identity.ts';
import { answersBolt, signIn } from './readiness.ts';
import { removeRecord, type ServerRecord, writeRecord } from './server-record.ts';
import { renderSettings } from './settings.ts';
import { logSize, readTail, saysPortTaken, startFailure } from './start-failure.ts';
import { endProcess, waitForEnd } from './stop-server.ts';

/** What one start needs beside its folder. */
export interface StartOptions {
  readonly config: Config;
  readonly cache: string;
  readonly java: JavaRuntime;
  readonly jars: string;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((event: { step: string }) => void) | undefined;
}

/** How a wait for a server ended. */
export type Readiness = 'ready' | 'ended' | 'timeout' | 'wrong-password' | 'aborted';

const POLL_MS = 100;
const ATTEMPTS = 3;
// A server whose port is taken notices after up to 14 s.
const PORT_FAILURE_MS = 20_000;
// A new database takes 3 MB and grows; below this Neo4j starts to fail in the middle of writes.
const NEEDED_MB = 200;

/** Waits until the server signs us in and answers, its process ends, or the time is over. */
export async function awaitReady(
  record: ServerRecord,
  password: string,
  timeoutMs: number,
  signal?: AbortSignal,
): Promise<Readiness> {
  const deadline = performance.now() + timeoutMs;
  while (performance.now() < deadline) {
    if (signal?.aborted) return 'aborted';
    if (!(await isRunning(record))) return 'ended';
    const answer = (await answersBolt(record.boltPort))
      ? await signIn(record.boltPort, EMBEDDED_USER, password)
      : 'not-yet';
    if (answer !== 'not-yet') return answer;
    await sleep(POLL_MS);
  }
  return 'timeout';
}

/**
 * Starts a server in `files.home`, of which none may run, waits until it is ready and returns its record. Ports that
 * were taken in the last moment are replaced. One that is only slow is left alone when the time is over: recovery of
 * a big database would begin anew each time. The caller holds the home's lock.
 * Errors: `TRELLIS_DB_START_FAILED`, `TRELLIS_DB_PORT_UNAVAILABLE`, `TRELLIS_DB_DISK_FULL`.
 */
export async function startServer(files: ServerHome, options: StartOptions): Promise<ServerRecord> {
  await requireDiskSpace(files.home, NEEDED_MB, 'the database');
  const excluded: number[] = [];
  try {
    for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
      const ports = await reservePorts({
        cache: options.cache,
        home: files.home,
        bolt: options.config.NEO4J_BOLT_PORT,
        http: options.config.NEO4J_HTTP_PORT,
        excluded,
      });
      const record = await attemptStart(files, ports, options);
      if (record !== 'port-taken') return record;
      excluded.push(ports.bolt, ports.http);
    }
  } finally {
    await releasePorts(options.cache, files.home);
  }
  throw new TrellisError(
    'TRELLIS_DB_PORT_UNAVAILABLE',
    `The ports ${excluded.join(', ')} were free and then taken before Neo4j could bind them. Set NEO4J_BOLT_PORT and ` +
      'NEO4J_HTTP_PORT to ports that no other program takes.',
    { details: { ports: excluded } },
  );
}

async function attemptStart(
  files: ServerHome,
  ports: Ports,
  options: StartOptions,
): Promise<ServerRecord | 'port-taken'> {
  const { config, java, jars } = options;
  const heapMb = await writeSettings(files, ports, config);
  const password = await ensurePassword(files, java, jars);
  options.onProgress?.({ step: 'Starting Neo4j' });
  const logged = await logSize(files);
  const startedAt = new Date().toISOString();
  const identity = await launchServer({ files, java, jars, heapMb });
  if (identity === undefined) throw startFailure(files, 'Java ended at once.', await readTail(files, logged));
  const record = { ...identity, home: files.home, boltPort: ports.bolt, httpPort: ports.http, startedAt };
  await writeRecord(files, record);
  const readiness = await awaitReady(record, password, config.NEO4J_START_TIMEOUT_MS, options.signal);
  if (readiness === 'ready') return record;
  if (readiness === 'timeout') throw timeoutError(files, config.NEO4J_START_TIMEOUT_MS);
  // Who refuses the password may be a stranger on our port; ours then ends by itself.
  if (readiness === 'wrong-password') await waitForEnd(record, PORT_FAILURE_MS);
  await endProcess(record, 5000);
  await removeRecord(files);
  const tail = await readTail(files, logged);
  if (readiness !== 'aborted' && saysPortTaken(tail)) return 'port-taken';
  if (readiness === 'wrong-password') throw passwordError(files);
  if (readiness === 'ended') throw startFailure(files, 'Neo4j ended while it started.', tail);
  throw new TrellisError('TRELLIS_DB_START_FAILED', 'The start of Neo4j was cancelled; it is stopped.', {
    details: { aborted: true },
  });
}

/** Writes `neo4j.conf` and returns the heap in MiB that goes with it. */
async function writeSettings(files: ServerHome, ports: Ports, config: Config): Promise<number> {
  const { heapMb, pagecacheMb } = fitMemory(machineMemoryMb(), {
    heapMb: config.NEO4J_HEAP_MB,
    pagecacheMb: config.NEO4J_PAGECACHE_MB,
  });
  const transactionTimeoutMs = Math.max(config.NEO4J_QUERY_TIMEOUT_MS, config.NEO4J_WRITE_TIMEOUT_MS);
  const settings = { boltPort: ports.bolt, httpPort: ports.http, pagecacheMb, transactionTimeoutMs };
  await writeFile(files.configFile, renderSettings(settings), { mode: 0o600 });
  return heapMb;
}

/** Returns the error for a server that runs and does not answer in time. */
export function timeoutError(files: ServerHome, timeoutMs: number): TrellisError {
  return new TrellisError(
    'TRELLIS_DB_START_FAILED',
    `Neo4j did not become ready within ${timeoutMs} ms and goes on starting. Look at trellis db status and at ` +
      `${files.logFile}; raise NEO4J_START_TIMEOUT_MS, or end it with trellis db stop.`,
    { details: { timeoutMs, logFile: files.logFile } },
  );
}

/** Returns the error for a server that refuses the stored password. */
export function passwordError(files: ServerHome): TrellisError {
  return new TrellisError(
    'TRELLIS_DB_START_FAILED',
    `Neo4j refuses the password in ${files.passwordFile}: it was changed on one side. Write the right one into that ` +
      'file, or start with an empty database: trellis db reset --yes.',
    { details: { passwordFile: files.passwordFile } },
  );
}

/** In a container the limit counts, not the machine. */
function machineMemoryMb(): number {
  const limit = process.constrainedMemory();
  const total = limit > 0 ? Math.min(limit, totalmem()) : totalmem();
  return total / (1024 * 1024);
}
