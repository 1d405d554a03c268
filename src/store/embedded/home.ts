import { chmod, mkdir, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import type { Folders } from '../../folders.ts';

/** The files of one embedded server. All belong to the project's data folder. */
export interface ServerHome {
  /** Neo4j's home; real path, so that two ways to the same folder are one server. */
  readonly home: string;
  readonly configFolder: string;
  readonly configFile: string;
  readonly passwordFile: string;
  /** Our own pid file; Neo4j's is deleted by a second server that fails to start. */
  readonly recordFile: string;
  readonly lockFile: string;
  /** What Neo4j reports of its start and stop. */
  readonly logFile: string;
  /** Standard output and error of the Java process. */
  readonly consoleFile: string;
}

function filesOf(home: string, data: string): ServerHome {
  return {
    home,
    configFolder: join(home, 'conf'),
    configFile: join(home, 'conf', 'neo4j.conf'),
    passwordFile: join(home, 'password'),
    recordFile: join(home, 'server.json'),
    lockFile: join(data, 'neo4j.lock'),
    logFile: join(home, 'logs', 'neo4j.log'),
    consoleFile: join(home, 'logs', 'console.log'),
  };
}

/** Returns the files of the embedded server in `folders.data`, or `undefined` when there never was one. */
export async function findHome(folders: Folders): Promise<ServerHome | undefined> {
  try {
    const data = await realpath(folders.data);
    return filesOf(await realpath(join(data, 'neo4j')), data);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Makes the embedded server's folders, readable by their owner only, and returns its files. */
export async function makeHome(folders: Folders): Promise<ServerHome> {
  await mkdir(join(folders.data, 'neo4j'), { recursive: true, mode: 0o700 });
  const data = await realpath(folders.data);
  const home = await realpath(join(data, 'neo4j'));
  await chmod(home, 0o700);
  for (const name of ['conf', 'logs', 'run']) await mkdir(join(home, name), { recursive: true });
  return filesOf(home, data);
}
