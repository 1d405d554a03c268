import { access } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { TrellisError } from '../../errors.ts';
import type { JavaRuntime } from './java.ts';
import { type CommandResult, runCommand } from './run-command.ts';

/** What Maven needs to copy the jars. */
export interface MavenOptions {
  readonly target: string;
  readonly java: JavaRuntime;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** How many jars will be copied. */
  readonly total: number;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((event: { step: string; done?: number; total?: number }) => void) | undefined;
}

const POM_FILE = join(import.meta.dirname, 'pom.xml');
const GOAL = 'org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies';
const WINDOWS = process.platform === 'win32';

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

async function findOnPath(name: string, path: string | undefined): Promise<string | undefined> {
  for (const folder of (path ?? '').split(delimiter)) {
    if (folder !== '' && (await exists(join(folder, name)))) return join(folder, name);
  }
  return undefined;
}

async function findMaven(environment: MavenOptions['environment']): Promise<string | undefined> {
  const name = WINDOWS ? 'mvn.cmd' : 'mvn';
  const homes = [
    environment['MAVEN_HOME'],
    environment['M2_HOME'],
    environment['HOME'] && join(environment['HOME'], '.sdkman', 'candidates', 'maven', 'current'),
  ];
  const found = await findOnPath(name, environment['PATH']);
  if (found !== undefined) return found;
  for (const home of homes)
    if (home && (await exists(join(home, 'bin', name)))) return join(home, 'bin', name);
  return undefined;
}

/** Maven's own Java where the user has one (it may hold their certificates), else the one we found. */
async function mavenEnvironment({ environment, java }: MavenOptions): Promise<MavenOptions['environment']> {
  const executable = WINDOWS ? 'java.exe' : 'java';
  const own = environment['JAVA_HOME'];
  if (own && (await exists(join(own, 'bin', executable)))) return environment;
  if (!own && (await findOnPath(executable, environment['PATH'])) !== undefined) return environment;
  return { ...environment, JAVA_HOME: java.home };
}

function watchLines({ onProgress, total }: MavenOptions): (line: string) => void {
  let fetched = 0;
  let copied = 0;
  return (line) => {
    if (/Downloaded from .*\.jar/.test(line)) {
      fetched = Math.min(total, fetched + 1);
      onProgress?.({ step: 'Fetching Neo4j with Maven', done: fetched, total });
    } else if (/\bCopying \S+\.jar to /.test(line)) {
      copied += 1;
      onProgress?.({ step: 'Copying Neo4j into the cache', done: copied, total });
    }
  };
}

/**
 * Copies the jars named by our pom, and all they depend on, into `target`. Maven keeps what it has fetched in
 * the user's own repository, so a cut run goes on where it was and a later one needs no network.
 * Errors: `TRELLIS_DB_MAVEN_MISSING`, `TRELLIS_DB_FETCH_FAILED`, `TRELLIS_DB_DISK_FULL`.
 */
export async function copyJars(options: MavenOptions): Promise<void> {
  const maven = await findMaven(options.environment);
  if (maven === undefined) {
    throw new TrellisError(
      'TRELLIS_DB_MAVEN_MISSING',
      'Maven (mvn) is needed once to fetch Neo4j and is not on the PATH. Install it (Debian: apt install maven; ' +
        'macOS: brew install maven) or set MAVEN_HOME; or set NEO4J_URI to a Neo4j of your own.',
    );
  }
  options.onProgress?.({ step: 'Fetching Neo4j with Maven', done: 0, total: options.total });
  // Strict checksums: a jar that differs from its published checksum fails the run.
  const flags = ['--batch-mode', '--strict-checksums', '-Dstyle.color=never', '--file', POM_FILE];
  const result = await runCommand(maven, [...flags, GOAL, `-DoutputDirectory=${options.target}`], {
    environment: await mavenEnvironment(options),
    idleTimeoutMs: 180_000,
    signal: options.signal,
    onLine: watchLines(options),
  });
  if (result.code !== 0) throw mavenError(result);
}

function mavenError(result: CommandResult): TrellisError {
  const errors = result.lines.filter(
    (line) => /\[ERROR\] [^[\s]/.test(line) && !/re-run|Re-run|For more/.test(line),
  );
  const lines = errors.length > 0 ? errors : result.lines.slice(-10);
  const output = lines.slice(0, 10).map((line) => line.replace('[ERROR] ', '').slice(0, 300));
  const all = result.lines.join('\n');
  if (/No space left on device/i.test(all)) {
    return new TrellisError(
      'TRELLIS_DB_DISK_FULL',
      'The disk is full: Maven could not store Neo4j. Free some space.',
      {
        details: { output },
      },
    );
  }
  const network =
    result.reason === 'idle' ||
    /Unknown host|unreachable|refused|timed out|Could not transfer|resolution: |Temporary failure|reset/i.test(
      all,
    );
  const why =
    result.reason === 'aborted'
      ? 'it was cancelled'
      : network
        ? 'a file could not be downloaded. See whether the network (or the proxy or mirror in Maven’s settings.xml) works'
        : `Maven ended with ${result.reason ?? `code ${result.code}`}`;
  return new TrellisError(
    'TRELLIS_DB_FETCH_FAILED',
    `Neo4j could not be fetched: ${why}. Run the command again: it goes on where it was.`,
    { details: { output, network, aborted: result.reason === 'aborted' } },
  );
}
