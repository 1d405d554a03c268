import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { readConfig } from '../../src/config.ts';
import { resolveFolders } from '../../src/folders.ts';
import { identifyProcess } from '../../src/store/embedded/process-identity.ts';
import { type EmbeddedServer, resetEmbedded, startEmbedded } from '../../src/store/embedded/server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    neo4jUri: string;
    neo4jUser: string;
    neo4jPassword: string;
  }
}

/** One server for all projects of a run; each project loads this module anew, so it lives in `globalThis`. */
interface Shared {
  users: number;
  readonly data: string;
  readonly server: Promise<EmbeddedServer>;
}

const KEY = Symbol.for('trellis.tests.neo4j');
const store = globalThis as { [KEY]?: Promise<Shared> | undefined };
const PREFIX = 'trellis-tests-neo4j-';

const config = readConfig({
  NEO4J_BOLT_PORT: '0',
  NEO4J_HTTP_PORT: '0',
  NEO4J_HEAP_MB: '512',
  NEO4J_PAGECACHE_MB: '128',
  NEO4J_START_TIMEOUT_MS: '300000',
});

function foldersOf(data: string) {
  const machine = {
    workingDirectory: process.cwd(),
    homeDirectory: homedir(),
    platform: process.platform,
    environment: process.env,
  };
  return { data, cache: resolveFolders(readConfig(process.env), machine).cache };
}

/** Ends the servers of runs that were killed before they could: their folder names the run's process. */
async function endAbandoned(): Promise<void> {
  for (const name of (await readdir(tmpdir())).filter((entry) => entry.startsWith(PREFIX))) {
    const runner = Number(name.slice(PREFIX.length).split('-')[0]);
    if ((await identifyProcess(runner)) !== undefined) continue;
    const data = join(tmpdir(), name);
    await resetEmbedded(foldersOf(data));
    await rm(data, { recursive: true, force: true });
  }
}

async function begin(): Promise<Shared> {
  await endAbandoned();
  const data = await mkdtemp(join(tmpdir(), `${PREFIX}${process.pid}-`));
  let told = '';
  const server = startEmbedded(config, foldersOf(data), {
    onProgress: ({ step }) => {
      if (step !== told) process.stderr.write(`[tests] ${step}\n`);
      told = step;
    },
  });
  server.then(
    ({ pid }) => process.once('exit', () => killQuietly(pid)),
    () => undefined, // the setups that await it report it
  );
  return { users: 0, data, server };
}

/** The last resort when the run ends without its teardown; after a teardown there is nothing left to kill. */
function killQuietly(pid: number): void {
  if (store[KEY] === undefined) return;
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** Starts the run's one Neo4j, or joins it, and tells the project's tests how to reach it. */
export async function setup(project: TestProject): Promise<void> {
  store[KEY] ??= begin();
  const shared = await store[KEY];
  shared.users += 1;
  const { uri, user, password } = await shared.server;
  project.provide('neo4jUri', uri);
  project.provide('neo4jUser', user);
  project.provide('neo4jPassword', password);
}

/** Leaves the server; the last project that leaves stops it and removes its data. */
export async function teardown(): Promise<void> {
  const shared = await store[KEY];
  if (shared === undefined) return;
  shared.users -= 1;
  if (shared.users > 0) return;
  await resetEmbedded(foldersOf(shared.data));
  await rm(shared.data, { recursive: true, force: true });
  store[KEY] = undefined;
}
