import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { embeddedStatus, startEmbedded } from '../../src/store/embedded/server.ts';
import { readPorts } from '../../src/store/embedded/settings.ts';
import { createScene, type FaultScene, serverProcesses, startInOtherProcess } from './neo4j-scene.ts';

let scene: FaultScene;
beforeEach(async () => {
  scene = await createScene();
});
afterEach(() => scene.remove());

test('three starters at once get the one server, and a wrong password file is named', async () => {
  const others = [startInOtherProcess(scene), startInOtherProcess(scene)];
  try {
    const servers = await Promise.all([
      startEmbedded(scene.config, scene.folders),
      ...others.map(({ server }) => server),
    ]);
    expect(new Set(servers.map(({ pid }) => pid))).toEqual(new Set(await serverProcesses(scene)));
    expect(servers.filter(({ reused }) => !reused).length).toBe(1);
  } finally {
    for (const { child } of others) child.kill('SIGKILL');
  }
  await writeFile(join(scene.home, 'password'), 'not-the-right-one\n');
  await expect(startEmbedded(scene.config, scene.folders)).rejects.toMatchObject({
    code: 'TRELLIS_DB_START_FAILED',
    details: { passwordFile: join(scene.home, 'password') },
  });
});

test('two projects that start side by side with the same ports in their settings both run', async () => {
  const free = await createScene({ NEO4J_BOLT_PORT: '28687', NEO4J_HTTP_PORT: '28474' });
  const other = await createScene({ NEO4J_BOLT_PORT: '28687', NEO4J_HTTP_PORT: '28474' });
  try {
    const [a, b] = await Promise.all([free, other].map((one) => startEmbedded(one.config, one.folders)));
    expect(new Set([a?.uri, b?.uri]).size).toBe(2);
    expect(new Set([a?.httpUrl, b?.httpUrl]).size).toBe(2);
    expect(a?.password).not.toBe(b?.password);
  } finally {
    await Promise.all([free.remove(), other.remove()]);
  }
});

test('a port that is taken between our probe and the bind is replaced', async () => {
  let squatter: Server | undefined;
  let stolen = 0;
  try {
    const server = await startEmbedded(scene.config, scene.folders, {
      onProgress: ({ step }) => {
        if (step !== 'Starting Neo4j' || squatter !== undefined) return;
        stolen = readPorts(readFileSync(join(scene.home, 'conf', 'neo4j.conf'), 'utf8'))?.boltPort ?? 0;
        squatter = createServer((socket) => socket.destroy()).listen(stolen, '127.0.0.1');
      },
    });
    expect(stolen).toBeGreaterThan(0);
    expect(server.uri).not.toBe(`bolt://127.0.0.1:${stolen}`);
    expect(await embeddedStatus(scene.folders)).toMatchObject({ state: 'running', uri: server.uri });
  } finally {
    squatter?.close();
  }
});

test('a start that is cancelled leaves no process behind', async () => {
  const abort = new AbortController();
  const start = startEmbedded(scene.config, scene.folders, {
    signal: abort.signal,
    onProgress: ({ step }) => {
      if (step === 'Starting Neo4j') setTimeout(() => abort.abort(), 500);
    },
  });
  await expect(start).rejects.toMatchObject({ code: 'TRELLIS_DB_START_FAILED', details: { aborted: true } });
  expect(await serverProcesses(scene)).toEqual([]);
  expect((await embeddedStatus(scene.folders)).state).toBe('stopped');
});

test('too small a heap is an error with the hint, the log and its last lines', async () => {
  const config = { ...scene.config, NEO4J_HEAP_MB: 24 };
  const error = await startEmbedded(config, scene.folders).catch((caught: unknown) => caught);
  expect(error).toMatchObject({
    code: 'TRELLIS_DB_START_FAILED',
    message: expect.stringContaining('NEO4J_HEAP_MB'),
    details: { logFile: join(scene.home, 'logs', 'neo4j.log') },
  });
  expect(await serverProcesses(scene)).toEqual([]);
});
