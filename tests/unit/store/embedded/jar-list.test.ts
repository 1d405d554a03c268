import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { NEO4J_VERSION } from '../../../../src/store/embedded/distribution.ts';
import { damagedJars, describeJars, expectedJars } from '../../../../src/store/embedded/jar-list.ts';
import { temporaryFolder } from './temporary-folder.ts';

// SHA-256 of the three letters "abc": FIPS 180-4, example B.1.
const ABC = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad';

test('the list names the pinned Neo4j and its Browser', async () => {
  const names = (await expectedJars()).map(({ name }) => name);
  expect(names).toContain(`neo4j-server-${NEO4J_VERSION}.jar`);
  expect(names).toContain('neo4j-browser-5.24.0.jar');
  expect(names.length).toBe(226);
});

test('a missing and a short file are seen by the cheap check, a changed one by the full check only', async () => {
  const folder = join(temporaryFolder(), 'jars');
  const jars = ['good', 'changed', 'short', 'missing'].map((name) => ({ name, size: 3, sha256: ABC }));
  expect(await damagedJars(folder, jars, false)).toEqual(['good', 'changed', 'short', 'missing']);
  await mkdir(folder);
  await writeFile(join(folder, 'good'), 'abc');
  await writeFile(join(folder, 'changed'), 'abd');
  await writeFile(join(folder, 'short'), 'ab');
  expect(await damagedJars(folder, jars, false)).toEqual(['short', 'missing']);
  expect(await damagedJars(folder, jars, true)).toEqual(['changed', 'short', 'missing']);
});

test('a folder is described in the form of the list', async () => {
  const folder = temporaryFolder();
  await writeFile(join(folder, 'a.jar'), 'abc');
  await writeFile(join(folder, 'notes.txt'), 'abc');
  expect(await describeJars(folder)).toBe(`${ABC} 3 a.jar\n`);
});
