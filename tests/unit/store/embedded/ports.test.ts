import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { probePort, releasePorts, reservePorts } from '../../../../src/store/embedded/ports.ts';
import { temporaryFolder } from './temporary-folder.ts';

async function occupy(host = '127.0.0.1'): Promise<number> {
  const server = createServer().listen(0, host);
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

test('a port that somebody listens on is not free, on loopback or on all addresses', async () => {
  expect(await probePort(await occupy())).toBe('EADDRINUSE');
  expect(await probePort(await occupy('0.0.0.0'))).toBe('EADDRINUSE');
});

test('the next free port stands in for a taken one', async () => {
  const taken = await occupy();
  const ports = await reservePorts({ cache: temporaryFolder(), home: '/a', bolt: taken, http: 0 });
  expect(ports.bolt).toBeGreaterThan(taken);
  expect(ports.bolt).toBeLessThan(taken + 100);
});

test('two projects that ask for the same ports before either has bound them get different ones', async () => {
  const cache = temporaryFolder();
  const free = await reservePorts({ cache: temporaryFolder(), home: '/x', bolt: 0, http: 0 });
  const wish = { cache, bolt: free.bolt, http: free.bolt };
  const [a, b] = await Promise.all([
    reservePorts({ ...wish, home: '/a' }),
    reservePorts({ ...wish, home: '/b' }),
  ]);
  expect(new Set([a.bolt, a.http, b.bolt, b.http]).size).toBe(4);
  expect(await reservePorts({ ...wish, home: '/a' })).toEqual(a);
});

test('ports that were given back can be had by another project', async () => {
  const cache = temporaryFolder();
  const first = await reservePorts({ cache, home: '/a', bolt: 0, http: 0 });
  await releasePorts(cache, '/a');
  expect(await reservePorts({ cache, home: '/b', bolt: first.bolt, http: first.http })).toEqual(first);
});

test('ports that failed just now are passed over', async () => {
  const cache = temporaryFolder();
  const first = await reservePorts({ cache, home: '/a', bolt: 0, http: 0 });
  const wish = { cache, home: '/a', bolt: first.bolt, http: 0, excluded: [first.bolt] };
  expect((await reservePorts(wish)).bolt).toBeGreaterThan(first.bolt);
});

test('no port at all is an error that names the range', async () => {
  const excluded = [65_534, 65_535];
  await expect(
    reservePorts({ cache: temporaryFolder(), home: '/a', bolt: 65_534, http: 0, excluded }),
  ).rejects.toMatchObject({
    code: 'TRELLIS_DB_PORT_UNAVAILABLE',
    details: { preferred: 65_534, last: 65_535 },
  });
});
