import { mkdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { requireDiskSpace } from '../../../../src/store/embedded/disk.ts';
import { makeHome } from '../../../../src/store/embedded/home.ts';
import { ensurePassword, readPassword } from '../../../../src/store/embedded/password.ts';
import { embeddedStatus, resetEmbedded, stopEmbedded } from '../../../../src/store/embedded/server.ts';
import { saysPortTaken, startFailure } from '../../../../src/store/embedded/start-failure.ts';
import { temporaryFolder } from './temporary-folder.ts';

function projectFolders() {
  const root = temporaryFolder();
  return { data: join(root, 'data'), cache: join(root, 'cache') };
}

const java = { home: '/none', executable: '/none/bin/java', version: '25', feature: 25 };

test('a folder without a server is stopped, and stopping or resetting it does nothing', async () => {
  const folders = projectFolders();
  expect(await embeddedStatus(folders)).toMatchObject({ state: 'stopped' });
  expect(await stopEmbedded(folders)).toBe('not-running');
  expect(await resetEmbedded(folders)).toBeUndefined();
  await expect(stat(folders.data)).rejects.toMatchObject({ code: 'ENOENT' });
});

test('a record whose number now belongs to another process is stale, and that process is left alone', async () => {
  const folders = projectFolders();
  const { recordFile, home } = await makeHome(folders);
  const record = { pid: process.pid, startTime: 'long ago', home, boltPort: 1, httpPort: 2, startedAt: 'x' };
  await writeFile(recordFile, JSON.stringify(record));
  expect(await embeddedStatus(folders)).toMatchObject({ state: 'stale' });
  expect(await stopEmbedded(folders)).toBe('not-running');
  expect(await embeddedStatus(folders)).toMatchObject({ state: 'stopped' });
});

test.each(['', '{', '[]', 'null', '{"pid":"1"}'])('a damaged record (%s) counts as none', async (text) => {
  const folders = projectFolders();
  const { recordFile } = await makeHome(folders);
  await writeFile(recordFile, text);
  expect(await embeddedStatus(folders)).toMatchObject({ state: 'stopped' });
});

test('the folder and the password can be read by their owner only', async () => {
  const files = await makeHome(projectFolders());
  expect((await stat(files.home)).mode & 0o777).toBe(0o700);
  await writeFile(files.passwordFile, 'secret-secret\n', { mode: 0o644 });
  expect(await readPassword(files)).toBe('secret-secret');
  expect((await stat(files.passwordFile)).mode & 0o777).toBe(0o600);
});

test('a database whose password file is gone is not given a new password', async () => {
  const files = await makeHome(projectFolders());
  await mkdir(join(files.home, 'data', 'databases', 'system'), { recursive: true });
  await expect(ensurePassword(files, java, '/none')).rejects.toMatchObject({
    code: 'TRELLIS_DB_START_FAILED',
    details: { passwordFile: files.passwordFile },
  });
});

test('too little disk space is an error with the figures', async () => {
  const folder = temporaryFolder();
  await expect(requireDiskSpace(folder, 1, 'a test')).resolves.toBeUndefined();
  await expect(requireDiskSpace(folder, 1e9, 'a test')).rejects.toMatchObject({
    code: 'TRELLIS_DB_DISK_FULL',
    details: { folder, neededMb: 1e9 },
  });
});

test.each([
  ['java.lang.OutOfMemoryError: Java heap space', 'TRELLIS_DB_START_FAILED', 'NEO4J_HEAP_MB'],
  ['Could not obtain lock: locked by another process', 'TRELLIS_DB_START_FAILED', 'TRELLIS_DATA_DIR'],
  ['java.io.IOException: No space left on device', 'TRELLIS_DB_DISK_FULL', 'TRELLIS_DATA_DIR'],
  ['ERROR something unheard of', 'TRELLIS_DB_START_FAILED', 'something unheard of'],
])('the last words of a failed start (%s) become an error that says what to do', async (line, code, hint) => {
  const files = await makeHome(projectFolders());
  const error = startFailure(files, 'It ended.', ['INFO Starting...', line]);
  expect(error.code).toBe(code);
  expect(error.message).toContain(hint);
  expect(error.details).toMatchObject({ logFile: files.logFile, tail: ['INFO Starting...', line] });
});

test('a taken port is recognised', () => {
  expect(saysPortTaken(['Caused by: java.net.BindException: Address already in use'])).toBe(true);
  expect(saysPortTaken(['INFO Started.'])).toBe(false);
});
