import { lstat, opendir, realpath, stat } from 'node:fs/promises';
import { basename, dirname, join, matchesGlob, relative, resolve, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { TrellisError } from '../errors.ts';
import { isTaken } from './media-names.ts';

/** A file to take. */
export interface FoundFile {
  /** `file:` address of the real path: the document's identity. */
  readonly uri: string;
  /** Absolute, symbolic links resolved. */
  readonly path: string;
  readonly name: string;
  /** Whether the file itself was named, not a folder or glob that holds it. */
  readonly named: boolean;
}

/** A path that gives no file, and why. */
export interface FailedPath {
  readonly uri: string;
  readonly error: TrellisError;
}

/** What the given paths come to. */
export interface Discovery {
  /** Distinct, in the order of the paths given, files of a folder by path. */
  readonly files: readonly FoundFile[];
  readonly failures: readonly FailedPath[];
  /** What was left out, and why, for people. */
  readonly notes: readonly string[];
}

interface Walk {
  readonly files: string[];
  readonly notes: string[];
}

const byText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/**
 * Goes through a folder without following links: a link inside points to a file that is found anyway, or to one
 * outside of what was given.
 */
async function walk(folder: string, into: Walk): Promise<void> {
  const entries = [];
  for await (const entry of await opendir(folder)) entries.push(entry);
  for (const entry of entries.sort((a, b) => byText(a.name, b.name))) {
    const path = join(folder, entry.name);
    if (entry.name.startsWith('.')) continue;
    if (entry.isSymbolicLink()) into.notes.push(`${path}: a symbolic link, not followed`);
    else if (entry.isDirectory()) await walk(path, into);
    else if (entry.isFile()) into.files.push(path);
    else into.notes.push(`${path}: not a file`);
  }
}

function takeKnownTypes(files: readonly string[], notes: string[]): string[] {
  return files.filter((file) => {
    if (!isTaken(file)) notes.push(`${file}: no parser for this kind of file`);
    return isTaken(file);
  });
}

const GLOB_CHARACTERS = /[*?[\]{}]/;

/** Cuts a glob behind the folders that exist as they are written: the folder to walk, and the pattern below it. */
async function splitGlob(glob: string): Promise<{ folder: string; pattern: string }> {
  const below: string[] = [];
  let folder = glob;
  while (!(await exists(folder)) && dirname(folder) !== folder) {
    below.unshift(basename(folder));
    folder = dirname(folder);
  }
  return { folder, pattern: below.join('/') };
}

function notFound(path: string, cause?: unknown): TrellisError {
  return new TrellisError(
    'TRELLIS_INGEST_FILE_NOT_FOUND',
    `There is no file or folder "${path}". Check the path.`,
    {
      details: { path },
      cause,
    },
  );
}

function unreadable(path: string, cause: unknown): TrellisError {
  const reason = (cause as NodeJS.ErrnoException).code ?? 'unknown fault';
  return new TrellisError('TRELLIS_INGEST_FILE_UNREADABLE', `"${path}" cannot be read (${reason}).`, {
    details: { path, reason },
    cause,
  });
}

async function exists(path: string): Promise<boolean> {
  try {
    await lstat(path);
    return true;
  } catch {
    return false; // it may still be a glob
  }
}

async function expandGlob(glob: string, notes: string[]): Promise<string[]> {
  const { folder, pattern } = await splitGlob(glob);
  const root = await realpath(folder);
  const walked: Walk = { files: [], notes: [] };
  await walk(root, walked);
  const matching = walked.files.filter((file) =>
    matchesGlob(relative(root, file).split(sep).join('/'), pattern),
  );
  if (matching.length === 0) throw notFound(glob);
  return takeKnownTypes(matching, notes);
}

interface Expanded {
  readonly paths: readonly string[];
  readonly named: boolean;
}

async function expand(path: string, notes: string[]): Promise<Expanded> {
  if (!(await exists(path))) {
    if (!GLOB_CHARACTERS.test(path)) throw notFound(path);
    return { paths: await expandGlob(path, notes), named: false };
  }
  const real = await realpath(path);
  const kind = await stat(real);
  if (kind.isFile()) return { paths: [real], named: true };
  if (!kind.isDirectory()) throw unreadable(path, { code: 'neither a file nor a folder' });
  const walked: Walk = { files: [], notes };
  await walk(real, walked);
  return { paths: takeKnownTypes(walked.files, notes), named: false };
}

function toFailure(path: string, error: unknown): FailedPath {
  const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
  const typed =
    error instanceof TrellisError ? error : isMissing ? notFound(path, error) : unreadable(path, error);
  return { uri: pathToFileURL(path).href, error: typed };
}

/**
 * Returns the files that paths, folders and globs come to. A path is taken literally when it exists and as a glob
 * else. Links that are given are followed; links, hidden files and unknown kinds inside folders are left out. A path
 * that gives nothing fails alone (`TRELLIS_INGEST_FILE_NOT_FOUND`, `TRELLIS_INGEST_FILE_UNREADABLE`).
 */
export async function discoverFiles(given: readonly string[]): Promise<Discovery> {
  const files = new Map<string, FoundFile>();
  const failures: FailedPath[] = [];
  const notes: string[] = [];
  for (const one of given) {
    try {
      const { paths, named } = await expand(resolve(one), notes);
      for (const path of paths) {
        const uri = pathToFileURL(path).href;
        files.set(uri, { uri, path, name: basename(path), named: named || files.get(uri)?.named === true });
      }
    } catch (error) {
      failures.push(toFailure(resolve(one), error));
    }
  }
  return { files: [...files.values()], failures, notes };
}
