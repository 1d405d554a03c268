import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import neo4j from 'neo4j-driver';
import { type Config, readConfig } from '../../src/config.ts';
import { type Folders, resolveFolders } from '../../src/folders.ts';
import { findProcesses } from '../../src/store/embedded/process-identity.ts';
import { type EmbeddedServer, resetEmbedded } from '../../src/store/embedded/server.ts';
import { homeParameter } from '../../src/store/embedded/server-record.ts';

const SERVER_MODULE = join(import.meta.dirname, '../../src/store/embedded/server.ts');
const CONFIG_MODULE = join(import.meta.dirname, '../../src/config.ts');

/** A project folder of its own, with a small server on any ports and the user's real cache. */
export interface FaultScene {
  readonly config: Config;
  readonly folders: Folders;
  /** Neo4j's home in it. */
  readonly home: string;
  /** Stops the server and removes all. */
  remove(): Promise<void>;
}

/** Returns a new scene; `overrides` are environment variables of the settings. */
export async function createScene(overrides: Readonly<Record<string, string>> = {}): Promise<FaultScene> {
  const config = readConfig({
    NEO4J_BOLT_PORT: '0',
    NEO4J_HTTP_PORT: '0',
    NEO4J_HEAP_MB: '512',
    NEO4J_PAGECACHE_MB: '64',
    NEO4J_START_TIMEOUT_MS: '230000',
    ...overrides,
  });
  const machine = {
    workingDirectory: process.cwd(),
    homeDirectory: homedir(),
    platform: process.platform,
    environment: process.env,
  };
  const data = await mkdtemp(join(tmpdir(), 'trellis-fault-'));
  const folders = { data, cache: resolveFolders(readConfig(process.env), machine).cache };
  const remove = async () => {
    await resetEmbedded(folders);
    await rm(data, { recursive: true, force: true });
  };
  return { config, folders, home: join(data, 'neo4j'), remove };
}

/** Starts another process that calls `startEmbedded` for the scene; it prints the server and then stays. */
export function startInOtherProcess({ config, folders }: FaultScene) {
  const script = `
    const { startEmbedded } = await import(${JSON.stringify(SERVER_MODULE)});
    const { readConfig } = await import(${JSON.stringify(CONFIG_MODULE)});
    const config = { ...readConfig({}), ...${JSON.stringify(config)} };
    process.stdout.write(JSON.stringify(await startEmbedded(config, ${JSON.stringify(folders)})));
    setTimeout(() => {}, 600000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const server = once(child.stdout, 'data').then(([text]) => JSON.parse(String(text)) as EmbeddedServer);
  return { child, server };
}

/** Returns the numbers of the living server processes of the scene. */
export async function serverProcesses({ home }: FaultScene): Promise<number[]> {
  return (await findProcesses([homeParameter(home)])).map(({ pid }) => pid);
}

/** Runs one statement on the server and returns the value of its column `value` in the first row. */
export async function runValue(server: EmbeddedServer, statement: string): Promise<unknown> {
  const driver = neo4j.driver(server.uri, neo4j.auth.basic(server.user, server.password), {
    disableLosslessIntegers: true,
  });
  try {
    const { records } = await driver.executeQuery(statement, {}, { database: 'neo4j' });
    return records[0]?.get('value');
  } finally {
    await driver.close();
  }
}
