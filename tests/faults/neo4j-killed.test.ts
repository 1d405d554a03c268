import { once } from 'node:events';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { identifyProcess } from '../../src/store/embedded/process-identity.ts';
import { embeddedStatus, startEmbedded, stopEmbedded } from '../../src/store/embedded/server.ts';
import {
  createScene,
  type FaultScene,
  runValue,
  serverProcesses,
  startInOtherProcess,
} from './neo4j-scene.ts';

let scene: FaultScene;
beforeAll(async () => {
  scene = await createScene();
});
afterAll(() => scene.remove());

async function waitFor(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition())) await sleep(50);
}

test('a starter killed in mid-start leaves a server that the next call takes over, and its data survives kill -9', async () => {
  const { child } = startInOtherProcess(scene);
  await waitFor(async () => (await serverProcesses(scene)).length > 0);
  child.kill('SIGKILL');
  await once(child, 'exit');
  const [pid] = await serverProcesses(scene);
  const server = await startEmbedded(scene.config, scene.folders);
  expect(server).toMatchObject({ pid, reused: true });

  await runValue(server, 'CREATE (n:Kept {word: "committed"}) RETURN n.word AS value');
  process.kill(server.pid, 'SIGKILL');
  await waitFor(async () => (await identifyProcess(server.pid)) === undefined);
  expect((await embeddedStatus(scene.folders)).state).toBe('stale');

  const again = await startEmbedded(scene.config, scene.folders);
  expect(again.reused).toBe(false);
  expect(again.pid).not.toBe(server.pid);
  expect(again.password).toBe(server.password);
  expect(await runValue(again, 'MATCH (n:Kept) RETURN n.word AS value')).toBe('committed');
});

test('a running server whose record is lost or damaged is found by its process and can be stopped', async () => {
  const { pid } = await startEmbedded(scene.config, scene.folders);
  const record = join(scene.home, 'server.json');
  await rm(record);
  expect(await embeddedStatus(scene.folders)).toMatchObject({ state: 'running', pid });
  await writeFile(record, '{"pid": 1');
  expect(await startEmbedded(scene.config, scene.folders)).toMatchObject({ pid, reused: true });
  expect(JSON.parse(await readFile(record, 'utf8'))).toMatchObject({ pid });
  expect(await stopEmbedded(scene.folders)).toBe('stopped');
  expect(await serverProcesses(scene)).toEqual([]);
  expect((await embeddedStatus(scene.folders)).state).toBe('stopped');
});
