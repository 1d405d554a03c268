import { createServer, type Server, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../../../src/config.ts';
import { connectStore, type Database } from '../../../src/store/driver.ts';
import {
  loadStatements,
  parseStatement,
  type Statement,
  type StatementName,
} from '../../../src/store/statements.ts';
import { uniqueTenant } from '../../setup/neo4j-context.ts';
import { openStoreContext, type StoreContext } from './store-context.ts';

/** Statements of this file's own beside the real ones. */
function withOwn(own: Record<string, string>): ReadonlyMap<StatementName, Statement> {
  const statements = new Map(loadStatements());
  for (const [key, source] of Object.entries(own)) {
    const name = key as StatementName;
    statements.set(name, parseStatement(name, source));
  }
  return statements;
}

const tenant = uniqueTenant('driver');
const own = withOwn({
  'read/spin': `// purpose: takes for ever
// params: none
// returns: n
UNWIND range(1, 1000000000) AS x WITH x WHERE x % 2 = 3 RETURN count(x) AS n`,
  'read/broken': '// purpose: fails\n// params: none\n// returns: n\nRETURN 1 / 0 AS n',
  'read/echo': `// purpose: gives back
// params: $value integer, $row map
// returns: value, kind, row
RETURN $value AS value, valueType($value) AS kind, $row AS row`,
  'read/count': `// purpose: counts this file's nodes
// params: $tenant string
// returns: total
MATCH (job:Job {tenant: $tenant}) RETURN count(job) AS total`,
  'write/add': `// purpose: adds one
// params: $tenant string, $id string
// returns: none
CREATE (job:Job {tenant: $tenant, id: $id, n: 0})`,
  'write/raise': `// purpose: raises one
// params: $id string
// returns: n
MATCH (job:Job {id: $id}) SET job.n = job.n + 1 RETURN job.n AS n`,
});

let context: StoreContext;
let database: Database;
let hasty: Database;

beforeAll(async () => {
  context = await openStoreContext();
  const short = readConfig({ NEO4J_QUERY_TIMEOUT_MS: '700', NEO4J_CONNECT_TIMEOUT_MS: '1000' });
  database = await connectStore(context.settings, readConfig({}), { statements: own });
  hasty = await connectStore(context.settings, short, { statements: own });
});
afterAll(async () => {
  await context.driver.executeQuery('MATCH (job:Job {tenant: $tenant}) DELETE job', { tenant });
  await database.close();
  await hasty.close();
  await context.close();
});

async function timed(work: () => Promise<unknown>): Promise<{ code: unknown; ms: number }> {
  const start = performance.now();
  try {
    await work();
    return { code: 'none', ms: performance.now() - start };
  } catch (error) {
    return { code: (error as { code?: unknown }).code, ms: performance.now() - start };
  }
}

describe('the database', () => {
  it('says which server it is', () => {
    expect(database.info).toMatchObject({
      version: expect.stringMatching(/^2026\./u),
      edition: 'community',
      database: 'neo4j',
    });
  });

  it('takes and gives plain numbers, and integers reach Neo4j as integers', async () => {
    const [row] = await database.read('read/echo', { value: 7, row: { page: 3, share: 0.5 } });
    expect(row).toEqual({ value: 7, kind: 'INTEGER NOT NULL', row: { page: 3, share: 0.5 } });
  });

  it('refuses a statement that does not exist', async () => {
    expect((await timed(() => database.read('read/nowhere'))).code).toBe('TRELLIS_STORE_STATEMENT_INVALID');
  });

  it('ends a read that takes too long with a timeout', async () => {
    const { code, ms } = await timed(() => hasty.read('read/spin'));
    expect(code).toBe('TRELLIS_STORE_TIMEOUT');
    expect(ms).toBeLessThan(5000);
  });

  it('gives the statement and the code of Neo4j when a statement is refused', async () => {
    const failure = await database.read('read/broken').catch((error: unknown) => error);
    expect(failure).toMatchObject({
      code: 'TRELLIS_STORE_QUERY_FAILED',
      details: { where: 'read/broken', neo4jCode: expect.stringMatching(/^Neo\.ClientError\./u) },
    });
  });

  it('leaves nothing behind when the work of a transaction throws, and throws that error', async () => {
    const work = database.writeTransaction(async (run) => {
      await run('write/add', { tenant, id: `${tenant}-lost` });
      throw new RangeError('changed my mind');
    });
    await expect(work).rejects.toThrow(RangeError);
    expect(await database.read('read/count', { tenant })).toEqual([{ total: 0 }]);
  });

  it('refuses to write in a read transaction', async () => {
    const work = database.readTransaction((run) => run('write/add', { tenant, id: `${tenant}-read` }));
    await expect(work).rejects.toMatchObject({ code: 'TRELLIS_STORE_QUERY_FAILED' });
  });

  it('gets every one of 24 transactions through that lock two nodes in opposite orders', async () => {
    const ids = [`${tenant}-a`, `${tenant}-b`];
    for (const id of ids) await database.write('write/add', { tenant, id });
    const raise = (order: readonly string[]) =>
      database.writeTransaction(async (run) => {
        for (const id of order) await run('write/raise', { id });
      });
    const both = Array.from({ length: 24 }, (_, index) => raise(index % 2 === 0 ? ids : ids.toReversed()));
    await Promise.all(both);
    const rows = await Promise.all(ids.map((id) => database.write('write/raise', { id })));
    expect(rows.flat()).toEqual([{ n: 25 }, { n: 25 }]);
  });
});

describe('a server that cannot be used', () => {
  const config = readConfig({});
  let mute: Server;
  let mutePort = 0;
  const sockets = new Set<Socket>();

  beforeAll(async () => {
    mute = createServer((socket) => sockets.add(socket));
    await new Promise<void>((resolve) => mute.listen(0, '127.0.0.1', resolve));
    const address = mute.address();
    mutePort = typeof address === 'object' ? (address?.port ?? 0) : 0;
  });
  afterAll(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => mute.close(resolve));
  });

  it('is unavailable within 5 seconds when nothing listens', async () => {
    const settings = { ...context.settings, uri: 'bolt://127.0.0.1:1' };
    const { code, ms } = await timed(() => connectStore(settings, config));
    expect(code).toBe('TRELLIS_STORE_UNAVAILABLE');
    expect(ms).toBeLessThan(5000);
  });

  it('does not hang when something listens and never answers', async () => {
    const settings = { ...context.settings, uri: `bolt://127.0.0.1:${mutePort}` };
    const { code, ms } = await timed(() => connectStore(settings, config));
    expect(['TRELLIS_STORE_UNAVAILABLE', 'TRELLIS_STORE_TIMEOUT']).toContain(code);
    expect(ms).toBeLessThan(9000);
  });

  it('is unauthorized for an unknown user', async () => {
    const settings = { ...context.settings, user: 'nobody-here' };
    expect((await timed(() => connectStore(settings, config))).code).toBe('TRELLIS_STORE_UNAUTHORIZED');
  });

  it('is unsupported when it has no such database', async () => {
    const settings = { ...context.settings, database: 'elsewhere' };
    expect((await timed(() => connectStore(settings, config))).code).toBe('TRELLIS_STORE_UNSUPPORTED');
  });

  it.each(['http://127.0.0.1:7474', 'not an address'])(
    'is a wrong setting when its address is %s',
    async (uri) => {
      expect((await timed(() => connectStore({ ...context.settings, uri }, config))).code).toBe(
        'TRELLIS_CONFIG_INVALID',
      );
    },
  );
});
