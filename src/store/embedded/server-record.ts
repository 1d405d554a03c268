import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import type { ServerHome } from './home.ts';
import { findProcesses, isRunning, type ProcessIdentity } from './process-identity.ts';
import { readPorts } from './settings.ts';

/** What we write down of a started server. */
export interface ServerRecord extends ProcessIdentity {
  readonly home: string;
  readonly boltPort: number;
  readonly httpPort: number;
  /** ISO time at which the process was started. */
  readonly startedAt: string;
}

/**
 * `alive`: the process of this home runs; `written` is false where only the process list tells of it, because its
 * starter was killed or the record was lost. `stale`: a record of one that ended without a stop.
 */
export type Located =
  | { readonly state: 'alive'; readonly record: ServerRecord; readonly written: boolean }
  | { readonly state: 'stale'; readonly record: ServerRecord }
  | { readonly state: 'none' };

/** The Java class that is the server; with the home folder it marks a process as ours. */
export const SERVER_CLASS = 'org.neo4j.server.Neo4jCommunity';

/** Returns the parameter by which a server of `home` is started, and found again. */
export function homeParameter(home: string): string {
  return `--home-dir=${home}`;
}

/** Writes the record, whole or not at all. */
export async function writeRecord(files: ServerHome, record: ServerRecord): Promise<void> {
  await writeFile(`${files.recordFile}.new`, `${JSON.stringify(record, null, 2)}\n`, { mode: 0o600 });
  await rename(`${files.recordFile}.new`, files.recordFile);
}

/** Removes the record; nothing happens when there is none. */
export async function removeRecord(files: ServerHome): Promise<void> {
  await rm(files.recordFile, { force: true });
}

async function readRecord(files: ServerHome): Promise<ServerRecord | undefined> {
  try {
    const record = JSON.parse(await readFile(files.recordFile, 'utf8')) as Partial<ServerRecord>;
    const { pid, startTime, boltPort, httpPort, startedAt = '' } = record;
    const numbers = [pid, boltPort, httpPort].every((value) => Number.isInteger(value));
    if (!numbers || typeof startTime !== 'string' || record.home !== files.home) return undefined;
    return { pid, startTime, boltPort, httpPort, startedAt, home: files.home } as ServerRecord;
  } catch {
    return undefined; // none yet, or damaged: the process list tells
  }
}

/** A server whose starter was killed before it could write the record still names its home. */
async function findUnrecorded(files: ServerHome): Promise<ServerRecord | undefined> {
  const [found] = await findProcesses([SERVER_CLASS, homeParameter(files.home)]);
  if (found === undefined) return undefined;
  const ports = readPorts(await readFile(files.configFile, 'utf8').catch(() => ''));
  if (ports === undefined) return undefined;
  return { ...found, ...ports, home: files.home, startedAt: '' };
}

/** Returns whether a server of this home runs, by our record or, where that tells of none, by the process list. */
export async function locateServer(files: ServerHome): Promise<Located> {
  const record = await readRecord(files);
  if (record !== undefined && (await isRunning(record))) return { state: 'alive', record, written: true };
  const unrecorded = await findUnrecorded(files);
  if (unrecorded !== undefined) return { state: 'alive', record: unrecorded, written: false };
  return record === undefined ? { state: 'none' } : { state: 'stale', record };
}
