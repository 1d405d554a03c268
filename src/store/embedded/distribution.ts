import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { TrellisError } from '../../errors.ts';
import { requireDiskSpace } from './disk.ts';
import { damagedJars, expectedJars, type Jar } from './jar-list.ts';
import type { JavaRuntime } from './java.ts';
import { withLock } from './lock.ts';
import { copyJars } from './maven.ts';

/** The version of Neo4j that `pom.xml` and `jars.txt` name. */
export const NEO4J_VERSION = '2026.08.1';

const FOLDER = `neo4j-${NEO4J_VERSION}`;
// 166 MB of jars, once in Maven's repository and once here, and room to unpack.
const NEEDED_MB = 500;

/** What fetching the distribution needs. */
export interface DistributionOptions {
  readonly cache: string;
  readonly java: JavaRuntime;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Compare every hash, not names and sizes only. */
  readonly verify: boolean;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((event: { step: string; done?: number; total?: number }) => void) | undefined;
}

/**
 * Returns the folder of Neo4j's jars in the cache, fetched when it is not there and mended when a file is missing
 * or has a wrong size (or, with `verify`, a wrong hash). Files come into place only after their hash was found
 * right. Several processes may ask at once: one fetches, the others wait.
 * Errors: `TRELLIS_DB_MAVEN_MISSING`, `TRELLIS_DB_FETCH_FAILED`, `TRELLIS_DB_DISK_FULL`.
 */
export async function ensureDistribution(options: DistributionOptions): Promise<string> {
  const folder = join(options.cache, FOLDER);
  const jars = await expectedJars();
  if ((await damagedJars(folder, jars, options.verify)).length === 0) return folder;
  const onWait = () => options.onProgress?.({ step: 'Waiting for another Trellis that is fetching Neo4j' });
  await mkdir(options.cache, { recursive: true });
  return withLock(`${folder}.lock`, { timeoutMs: 1_800_000, signal: options.signal, onWait }, async () => {
    const damaged = await damagedJars(folder, jars, options.verify);
    if (damaged.length > 0) await fetchJars(folder, jars, damaged, options);
    return folder;
  });
}

async function fetchJars(folder: string, jars: Jar[], damaged: string[], options: DistributionOptions) {
  await removeLeftovers(options.cache);
  await requireDiskSpace(options.cache, NEEDED_MB, 'Neo4j');
  const partial = await mkdtemp(`${folder}.partial-`);
  try {
    await copyJars({ ...options, target: partial, total: jars.length });
    options.onProgress?.({ step: 'Verifying Neo4j' });
    const wrong = await damagedJars(partial, jars, true);
    if (wrong.length > 0) throw wrongJars(wrong);
    await putInPlace(partial, folder, damaged, jars.length);
  } finally {
    await rm(partial, { recursive: true, force: true });
  }
}

/** A folder with a few damaged files is mended file by file: a running server may have it open. */
async function putInPlace(partial: string, folder: string, damaged: string[], total: number): Promise<void> {
  if (damaged.length === total) await rm(folder, { recursive: true, force: true });
  const there = await readdir(folder).catch(() => undefined);
  if (there === undefined) return rename(partial, folder);
  for (const name of damaged) await rename(join(partial, name), join(folder, name));
}

/** Removes what killed fetches left; the lock says that none is at work. */
async function removeLeftovers(cache: string): Promise<void> {
  const names = (await readdir(cache)).filter((name) => name.startsWith(`${FOLDER}.partial-`));
  for (const name of names) await rm(join(cache, name), { recursive: true, force: true });
}

function wrongJars(names: readonly string[]): TrellisError {
  return new TrellisError(
    'TRELLIS_DB_FETCH_FAILED',
    `Maven delivered ${names.length} file(s) that differ from the ones Trellis expects, first ${names[0]}. Remove them ` +
      'from Maven’s local repository (usually ~/.m2/repository) and run the command again; a mirror may serve changed files.',
    { details: { files: names.slice(0, 20), network: false, aborted: false } },
  );
}
