import { mkdtemp, rm } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { resolveFolders } from '../../../src/folders.ts';
import { createImport } from '../../../src/ingest/import-skb.ts';
import { createChat } from '../../../src/models/chat.ts';
import { loadPrompts, PROMPTS_DIRECTORY } from '../../../src/models/prompts.ts';
import { createTextToCypher } from '../../../src/query/cypher/text-to-cypher.ts';
import { resolveScope } from '../../../src/store/access.ts';
import { type ChatScript, type ChatServer, sayJson, startChatServer } from '../../setup/chat-server.ts';
import { neo4jConfig, uniqueTenant } from '../../setup/neo4j-context.ts';
import { query } from '../ingest/graph-dump.ts';
import { BREWERIES, writeGraph } from '../ingest/import-folder.ts';
import { type IngestContext, openIngestContext } from '../ingest/ingest-context.ts';

let context: IngestContext;
let cache: string;
let server: ChatServer | undefined;
const tenant = uniqueTenant('cypher');
const other = uniqueTenant('cypher');

beforeAll(async () => {
  context = await openIngestContext();
  cache = await mkdtemp(join(tmpdir(), 'trellis-cypher-'));
  const importSkb = createImport(context.deps);
  const directory = await writeGraph(context.folder, 'own', BREWERIES);
  await importSkb({ directory, tenant, access: [], classification: 'internal' });
  const secret = {
    ...BREWERIES,
    nodes: [{ id: 1, type: 'beer', name: 'Secret Stout', text: '', properties: { year: 1998 } }],
    edges: [],
  };
  await importSkb({
    directory: await writeGraph(context.folder, 'other', secret),
    tenant: other,
    access: [],
    classification: 'internal',
  });
  const hidden = { ...secret, schema: { ...BREWERIES.schema, name: 'cellar' } };
  await importSkb({
    directory: await writeGraph(context.folder, 'cellar', hidden),
    tenant,
    access: ['masters'],
    classification: 'internal',
  });
});
afterEach(async () => {
  await server?.close();
  server = undefined;
});
afterAll(async () => {
  await context.close();
  await rm(cache, { recursive: true, force: true });
});

async function ask(script: ChatScript, groups: 'all' | readonly string[] = []) {
  server = await startChatServer(script);
  const config = neo4jConfig({
    CHAT_PROVIDER: 'openai',
    CHAT_BASE_URL: server.baseUrl,
    CHAT_API_KEY: 'test',
    CHAT_MODEL: `scripted-${Math.round(performance.now() * 1000)}`,
    CHAT_MAX_RETRIES: '0',
    TRELLIS_CACHE_DIR: cache,
  });
  const machine = { workingDirectory: cache, homeDirectory: homedir(), platform: 'linux', environment: {} };
  const chat = await createChat(config, resolveFolders(config, machine));
  try {
    const textToCypher = createTextToCypher({
      database: context.database,
      chat,
      prompts: loadPrompts(PROMPTS_DIRECTORY),
      scopeOf: (reader) => resolveScope(context.database, reader),
      maxCalls: 14,
    });
    return await textToCypher('Which beers are from 1998?', { tenant, groups });
  } finally {
    await chat?.close();
  }
}

const beers = sayJson({ cypher: 'MATCH (b:beer) WHERE b.year = 1998 RETURN b.name AS name' });

describe('text to Cypher', () => {
  it('runs what the model writes on the entities of the tenant that the reader may see, and no other', async () => {
    expect((await ask([beers])).rows).toEqual([{ name: 'Night Owl' }]);
    const all = await ask([beers], 'all');
    expect(all.rows.map(({ name }) => name).sort()).toEqual(['Night Owl', 'Secret Stout']);
    expect(all.modelCalls).toBe(1);
  });

  it('follows relations, counts, and shows nodes by name', async () => {
    const answer = await ask([
      sayJson({
        cypher: 'MATCH (b:beer)-[:brewed_by]->(w:brewery) RETURN w, count(b) AS beers ORDER BY beers DESC',
      }),
    ]);
    expect(answer.rows).toMatchObject([
      { w: { name: 'Miller & Daughters', type: 'brewery' }, beers: 2 },
      { w: { name: 'Löwenhof', type: 'brewery' }, beers: 1 },
    ]);
  });

  it('tells the model the schema, and what was wrong with its first try', async () => {
    const answer = await ask([sayJson({ cypher: 'MATCH (b:wine) RETURN b.name' }), beers]);
    expect(answer).toMatchObject({ rows: [{ name: 'Night Owl' }], modelCalls: 2 });
    const [first, second] = (server?.requests ?? []).map(({ messages }) =>
      messages.map(({ text }) => text).join('\n'),
    );
    expect(first).toContain('(:beer)-[:brewed_by]->(:brewery)');
    expect(first).toContain('year (number');
    expect(second).toContain('there is no label wine');
  });

  it('also mends what only the server finds wrong', async () => {
    const answer = await ask([sayJson({ cypher: 'MATCH (b:beer) RETURN c.name' }), beers]);
    expect(answer.rows).toEqual([{ name: 'Night Owl' }]);
  });

  it('runs nothing that writes or leaves the tenant, and gives up after two tries', async () => {
    const before = await query('MATCH (n) RETURN count(n) AS count');
    const bad = [
      "MATCH (b:beer) SET b.name = 'x' RETURN b",
      'MATCH (b:beer) WHERE true) OR (true RETURN b.name',
    ];
    const error = await ask(bad.map((cypher) => sayJson({ cypher }))).catch((caught: unknown) => caught);
    expect(error).toMatchObject({ code: 'TRELLIS_QUERY_CYPHER_REFUSED' });
    expect(await query('MATCH (n) RETURN count(n) AS count')).toEqual(before);
  });

  it('says that it needs a chat model', async () => {
    const service = (chat: undefined) =>
      createTextToCypher({
        database: context.database,
        chat,
        prompts: loadPrompts(PROMPTS_DIRECTORY),
        scopeOf: (reader) => resolveScope(context.database, reader),
        maxCalls: 1,
      });
    await expect(service(undefined)('x', { tenant, groups: 'all' })).rejects.toMatchObject({
      code: 'TRELLIS_MODEL_UNAVAILABLE',
    });
  });
});

describe('a generated statement', () => {
  it.each([
    'CREATE (n:Leak) RETURN n',
    'MATCH (n:Entity) SET n.leak = 1 RETURN n LIMIT 1',
    'CALL db.labels() YIELD label RETURN label',
    "LOAD CSV FROM 'file:///etc/hosts' AS line RETURN line",
    'SHOW DATABASES',
    'PROFILE MATCH (n) RETURN n LIMIT 1',
    'MATCH (n RETURN n',
  ])('is not run when it does more than read: %s', async (text) => {
    await expect(context.database.readGenerated(text, {})).rejects.toMatchObject({
      code: 'TRELLIS_STORE_QUERY_FAILED',
    });
    expect(await query('MATCH (n:Leak) RETURN count(n) AS count')).toEqual([{ count: 0 }]);
  });
});
