import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ensureDistribution } from '../../../../src/store/embedded/distribution.ts';
import { copyJars, type MavenOptions } from '../../../../src/store/embedded/maven.ts';
import { temporaryFolder, writeJavaHome, writeProgram } from './temporary-folder.ts';

async function machine(mavenLines?: readonly string[]): Promise<MavenOptions & { root: string }> {
  const root = temporaryFolder();
  const home = await writeJavaHome(join(root, 'java'), '25.0.2');
  const java = { home, executable: join(home, 'bin', 'java'), version: '25.0.2', feature: 25 };
  if (mavenLines !== undefined) await writeProgram(join(root, 'bin', 'mvn'), mavenLines);
  return { root, java, target: join(root, 'target'), total: 2, environment: { PATH: join(root, 'bin') } };
}

test('without Maven the error says how to get it', async () => {
  await expect(copyJars(await machine())).rejects.toMatchObject({ code: 'TRELLIS_DB_MAVEN_MISSING' });
});

test('MAVEN_HOME is used where mvn is not on the PATH', async () => {
  const options = await machine();
  await writeProgram(join(options.root, 'maven', 'bin', 'mvn'), ['exit 0']);
  const environment = { ...options.environment, MAVEN_HOME: join(options.root, 'maven') };
  await expect(copyJars({ ...options, environment })).resolves.toBeUndefined();
});

test('Maven gets the Java that was found only where it has none of its own', async () => {
  const seen = (root: string) => [`echo "JAVA_HOME=$JAVA_HOME" > '${join(root, 'seen')}'`];
  const options = await machine();
  await writeProgram(join(options.root, 'bin', 'mvn'), seen(options.root));
  await copyJars(options);
  expect(await readFile(join(options.root, 'seen'), 'utf8')).toBe(`JAVA_HOME=${options.java.home}\n`);
  const own = await writeJavaHome(join(options.root, 'own'), '17.0.1');
  await copyJars({ ...options, environment: { ...options.environment, JAVA_HOME: own } });
  expect(await readFile(join(options.root, 'seen'), 'utf8')).toBe(`JAVA_HOME=${own}\n`);
});

test('downloads and copies are counted', async () => {
  const options = await machine([
    'echo "[INFO] Downloaded from central: https://host/a/b.pom (1 kB)"',
    'echo "[INFO] Downloaded from central: https://host/a/b.jar (1 kB)"',
    'echo "[INFO] Copying b.jar to /x/b.jar"',
    'echo "[INFO] Copying c.jar to /x/c.jar"',
  ]);
  const events: unknown[] = [];
  await copyJars({ ...options, onProgress: (event) => events.push([event.done, event.total]) });
  expect(events).toEqual([
    [0, 2],
    [1, 2],
    [1, 2],
    [2, 2],
  ]);
});

test.each([
  [
    'no network',
    'Could not transfer artifact a:b:pom:1 from/to central: Unknown host',
    'TRELLIS_DB_FETCH_FAILED',
    true,
  ],
  [
    'a full disk',
    'Could not transfer artifact a:b:jar:1: No space left on device',
    'TRELLIS_DB_DISK_FULL',
    undefined,
  ],
  ['something else', 'Non-parseable POM', 'TRELLIS_DB_FETCH_FAILED', false],
])('%s is told apart', async (_, line, code, network) => {
  const options = await machine([`echo "[ERROR] ${line}"`, 'exit 1']);
  const error = await copyJars(options).catch((caught: unknown) => caught);
  expect(error).toMatchObject({ code });
  expect((error as { details: { network?: boolean } }).details.network).toBe(network);
});

test('a fetch can be cancelled', async () => {
  const options = await machine(['exec /bin/sleep 60']);
  await expect(copyJars({ ...options, signal: AbortSignal.timeout(100) })).rejects.toMatchObject({
    code: 'TRELLIS_DB_FETCH_FAILED',
    details: { aborted: true },
  });
});

test('files that are not the expected ones never come into place, and leftovers of killed fetches go', async () => {
  const options = await machine([
    'for word in "$@"; do case $word in -DoutputDirectory=*) cd "$(echo $word | /usr/bin/cut -d= -f2)";; esac; done',
    'echo "not a jar" > neo4j-2026.08.1.jar',
  ]);
  const cache = temporaryFolder();
  await writeFile(join(cache, 'neo4j-2026.08.1.partial-killed'), '');
  await expect(ensureDistribution({ ...options, cache, verify: false })).rejects.toMatchObject({
    code: 'TRELLIS_DB_FETCH_FAILED',
    details: { network: false },
  });
  expect(await readdir(cache)).toEqual(['neo4j-2026.08.1.lock']);
});
