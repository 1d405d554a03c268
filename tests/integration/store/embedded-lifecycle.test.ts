import { existsSync, readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dbCommand } from '../../../src/cli/db.ts';
import type { CliIo } from '../../../src/cli/io.ts';
import { identifyProcess } from '../../../src/store/embedded/process-identity.ts';

let folder = '';
let server: { uri: string; httpUrl: string; pid: number; reused: boolean };

async function runDb(...words: string[]): Promise<{ code: number; out: string; notes: string }> {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  let code = 0;
  const io: CliIo = {
    stdout,
    stderr,
    machine: {
      workingDirectory: folder,
      homeDirectory: homedir(),
      platform: process.platform,
      environment: {
        ...process.env,
        NEO4J_URI: '',
        TRELLIS_DATA_DIR: '',
        NEO4J_BOLT_PORT: '0',
        NEO4J_HTTP_PORT: '0',
        NEO4J_HEAP_MB: '512',
        NEO4J_PAGECACHE_MB: '64',
        NEO4J_START_TIMEOUT_MS: '230000',
      },
    },
    signal: new AbortController().signal,
    setExitCode: (value) => {
      code = value;
    },
  };
  await dbCommand(io).parseAsync(words, { from: 'user' });
  stdout.end();
  stderr.end();
  return { code, out: await text(stdout), notes: await text(stderr) };
}

const home = () => join(folder, '.trellis', 'neo4j');

/** The addresses on which a Linux process listens, as `address:port` in the kernel's hexadecimal form. */
function listeningSockets(pid: number): string[] {
  const inodes = new Set(
    readdirSync(`/proc/${pid}/fd`).map((name) => {
      try {
        return /^socket:\[(\d+)\]$/.exec(readlinkSync(`/proc/${pid}/fd/${name}`))?.[1];
      } catch {
        return undefined; // closed meanwhile
      }
    }),
  );
  const rows = ['tcp', 'tcp6'].flatMap((name) =>
    readFileSync(`/proc/${pid}/net/${name}`, 'utf8').split('\n').slice(1),
  );
  const fields = rows.map((row) => row.trim().split(/\s+/));
  return fields.filter((row) => row[3] === '0A' && inodes.has(row[9])).map((row) => row[1] ?? '');
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'trellis-lifecycle-'));
  const started = await runDb('start', '--json');
  expect(started.code).toBe(0);
  server = JSON.parse(started.out);
}, 240_000);

afterAll(async () => {
  await runDb('reset', '--yes');
  await rm(folder, { recursive: true, force: true });
});

test('start prints one JSON object without the password, and a second start says that it runs', async () => {
  expect(server.reused).toBe(false);
  const again = JSON.parse((await runDb('start', '--json')).out);
  expect(again).toEqual({ ...server, user: 'neo4j', reused: true });
});

test('status tells the same addresses and where data and log are', async () => {
  const status = JSON.parse((await runDb('status', '--json')).out);
  expect(status).toMatchObject({
    state: 'running',
    uri: server.uri,
    httpUrl: server.httpUrl,
    pid: server.pid,
  });
  expect(existsSync(status.logFile)).toBe(true);
  expect(Date.parse(status.startedAt)).toBeGreaterThan(0);
});

test('Browser is served, and told to connect to this server and not to the usual port', async () => {
  const page = await fetch(`${server.httpUrl}/browser/`);
  expect(page.status).toBe(200);
  expect(await page.text()).toContain('<html');
  const discovery = (await (
    await fetch(server.httpUrl, { headers: { accept: 'application/json' } })
  ).json()) as {
    bolt_direct: string;
  };
  expect(discovery.bolt_direct).toBe(server.uri);
});

test('browser prints the address and sign-in data that work', async () => {
  const { address, uri, user, password } = JSON.parse((await runDb('browser', '--json')).out);
  expect(new URL(address).searchParams.get('connectURL')).toBe(uri.replace('bolt://', 'bolt://neo4j@'));
  const query = (secret: string) =>
    fetch(`${server.httpUrl}/db/neo4j/query/v2`, {
      method: 'POST',
      headers: {
        authorization: `Basic ${Buffer.from(`${user}:${secret}`).toString('base64')}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ statement: 'RETURN 1 AS one' }),
    });
  expect((await query(password)).status).toBe(202);
  expect((await query('wrong-password')).status).toBe(401);
});

test('the password is in a file of its owner only, not on the command line nor in the environment or logs', () => {
  const file = join(home(), 'password');
  const password = readFileSync(file, 'utf8').trim();
  expect(password).toMatch(/^[0-9a-f]{48}$/);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(statSync(join(home(), 'data', 'dbms', 'auth.ini')).mode & 0o777).toBe(0o600);
  const places = [`/proc/${server.pid}/cmdline`, `/proc/${server.pid}/environ`].filter(existsSync);
  const logs = readdirSync(join(home(), 'logs')).map((name) => join(home(), 'logs', name));
  for (const place of [...places, ...logs, join(home(), 'server.json')]) {
    expect(readFileSync(place, 'utf8')).not.toContain(password);
  }
});

test.runIf(process.platform === 'linux')(
  'the server listens on two loopback addresses and nowhere else',
  () => {
    const port = (address: string) =>
      Number(new URL(address).port).toString(16).toUpperCase().padStart(4, '0');
    const loopback = /^(0100007F|0000000000000000FFFF00000100007F):/;
    const sockets = listeningSockets(server.pid);
    expect(sockets.every((socket) => loopback.test(socket))).toBe(true);
    expect(sockets.map((socket) => socket.split(':')[1]).sort()).toEqual(
      [port(server.uri), port(server.httpUrl)].sort(),
    );
  },
);

test('reset without --yes is a usage fault and removes nothing', async () => {
  const result = await runDb('reset', '--json');
  expect(result.code).toBe(2);
  expect(JSON.parse(result.out).error.code).toBe('TRELLIS_CLI_USAGE');
  expect(existsSync(join(home(), 'data'))).toBe(true);
});

test('stop ends the process and keeps the data; stopping again says that it was not running', async () => {
  expect(JSON.parse((await runDb('stop', '--json')).out)).toEqual({ result: 'stopped' });
  expect(await identifyProcess(server.pid)).toBeUndefined();
  expect(existsSync(join(home(), 'data', 'databases', 'neo4j'))).toBe(true);
  expect(JSON.parse((await runDb('stop', '--json')).out)).toEqual({ result: 'not-running' });
  expect(JSON.parse((await runDb('status', '--json')).out).state).toBe('stopped');
});

test('reset removes database, password and logs', async () => {
  expect(JSON.parse((await runDb('reset', '--yes', '--json')).out)).toEqual({ removed: home() });
  expect(existsSync(home())).toBe(false);
});
