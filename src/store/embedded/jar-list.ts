import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';

/** One file of the distribution. */
export interface Jar {
  readonly name: string;
  /** Size in bytes. */
  readonly size: number;
  readonly sha256: string;
}

/** The files that make up the embedded Neo4j, with their hashes, as a text of `sha256 size name` lines. */
const LIST_FILE = join(import.meta.dirname, 'jars.txt');

/** Returns every file that the distribution must have, in the order of names. */
export async function expectedJars(): Promise<Jar[]> {
  const lines = (await readFile(LIST_FILE, 'utf8')).split('\n').filter((line) => /^[0-9a-f]{64} /.test(line));
  return lines.map((line) => {
    const [sha256 = '', size = '', name = ''] = line.split(' ');
    return { name, size: Number(size), sha256 };
  });
}

/** Returns the SHA-256 of a file in hexadecimal. */
export async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

/**
 * Returns the names of `jars` that `folder` lacks or holds with another size; with `full` also those whose
 * content has another hash (0.5 s for 160 MB). A folder that does not exist lacks all.
 */
export async function damagedJars(folder: string, jars: readonly Jar[], full: boolean): Promise<string[]> {
  const damaged: string[] = [];
  for (const jar of jars) {
    const path = join(folder, jar.name);
    const size = await stat(path).then(
      (found) => found.size,
      () => -1,
    );
    if (size !== jar.size || (full && (await hashFile(path)) !== jar.sha256)) damaged.push(jar.name);
  }
  return damaged;
}

/** Returns `folder`'s jars in the form of the list; this is how a new version's list is made. */
export async function describeJars(folder: string): Promise<string> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.jar')).sort();
  const lines: string[] = [];
  for (const name of names) {
    const path = join(folder, name);
    lines.push(`${await hashFile(path)} ${(await stat(path)).size} ${name}`);
  }
  return `${lines.join('\n')}\n`;
}
