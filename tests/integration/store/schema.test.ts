import { mkdtemp, rm } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import neo4j, { type Driver } from 'neo4j-driver';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadSyntheticGraph, randomVector, seededRandom } from '../../../scripts/bench/synthetic-graph.ts';
import { readConfig } from '../../../src/config.ts';
import { resolveFolders } from '../../../src/folders.ts';
import { resolveScope } from '../../../src/store/access.ts';
import { connectStore, type Database } from '../../../src/store/driver.ts';
import { resetEmbedded, startEmbedded } from '../../../src/store/embedded/server.ts';
import { migrate } from '../../../src/store/migrate.ts';
import { reembed } from '../../../src/store/reembed.ts';
import { vectorCandidates } from '../../../src/store/search.ts';

/** A server of this file's own: it is bent out of shape here. */
const config = readConfig({
  NEO4J_BOLT_PORT: '0',
  NEO4J_HTTP_PORT: '0',
  NEO4J_HEAP_MB: '512',
  NEO4J_PAGECACHE_MB: '128',
});
const FIRST = { embeddingId: 'first', dimensions: 8 };
const TENANT = 'shape';
let data = '';
let driver: Driver;
let database: Database;

function folders() {
  const machine = {
    workingDirectory: process.cwd(),
    homeDirectory: homedir(),
    platform: process.platform,
    environment: process.env,
  };
  return { data, cache: resolveFolders(readConfig(process.env), machine).cache };
}

beforeAll(async () => {
  data = await mkdtemp(join(tmpdir(), 'trellis-schema-'));
  const { uri, user, password } = await startEmbedded(config, folders());
  driver = neo4j.driver(uri, neo4j.auth.basic(user, password), { disableLosslessIntegers: true });
  database = await connectStore({ uri, user, password, database: 'neo4j' }, config);
}, 240_000);
afterAll(async () => {
  await driver.close();
  await database.close();
  await resetEmbedded(folders());
  await rm(data, { recursive: true, force: true });
});

async function indexes(): Promise<Map<string, Record<string, unknown>>> {
  const { records } = await driver.executeQuery(
    'SHOW INDEXES YIELD name, type, state, options RETURN name, type, state, options',
  );
  return new Map(records.map((record) => [String(record.get('name')), record.toObject()]));
}
const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );

describe('a database', { timeout: 240_000 }, () => {
  it('gets its whole schema once when three processes start at once', async () => {
    await Promise.all([1, 2, 3].map(() => migrate(database, FIRST)));
    const found = await indexes();
    expect([...found.values()].every(({ state }) => state === 'ONLINE')).toBe(true);
    expect([...found.values()].filter(({ type }) => type === 'VECTOR').length).toBe(5);
    expect([...found.values()].filter(({ type }) => type === 'FULLTEXT').length).toBe(5);
    const settings = found.get('chunk_window_embedding')?.['options'];
    expect(settings).toMatchObject({
      indexConfig: { 'vector.dimensions': 8, 'vector.quantization.type': 'NONE', 'vector.hnsw.m': 32 },
    });
    const { records } = await driver.executeQuery(
      'MATCH (m:Meta) RETURN m.id AS id, count(*) AS n ORDER BY id',
    );
    expect(records.every((record) => record.get('n') === 1)).toBe(true);
  });

  it('without vectors takes another model, with indexes of its length', async () => {
    await migrate(database, { embeddingId: 'wide', dimensions: 16 });
    const settings = (await indexes()).get('qa_embedding')?.['options'];
    expect(settings).toMatchObject({ indexConfig: { 'vector.dimensions': 16 } });
    await migrate(database, FIRST);
  });

  it('gets an index back that somebody dropped', async () => {
    await driver.executeQuery('DROP INDEX chunk_text');
    await migrate(database, FIRST);
    expect((await indexes()).get('chunk_text')).toMatchObject({ type: 'FULLTEXT', state: 'ONLINE' });
  });

  it.each([
    ['another kind', 'CREATE RANGE INDEX name_text FOR (n:Name) ON (n.lexical)'],
    ['another analyzer', 'CREATE FULLTEXT INDEX name_text FOR (n:Name) ON EACH [n.lexical, n.tenant, n.acl]'],
    [
      'other properties',
      "CREATE FULLTEXT INDEX name_text FOR (n:Name) ON EACH [n.lexical] OPTIONS {indexConfig: {`fulltext.analyzer`: 'whitespace'}}",
    ],
  ])('is refused when an index of ours has %s', async (_, statement) => {
    await driver.executeQuery('DROP INDEX name_text');
    await driver.executeQuery(statement);
    expect(await failureOf(migrate(database, FIRST))).toMatchObject({
      code: 'TRELLIS_STORE_SCHEMA_MISMATCH',
      details: { index: 'name_text' },
    });
    await driver.executeQuery('DROP INDEX name_text');
    await migrate(database, FIRST);
  });

  it('is refused when a vector index has another length than its model', async () => {
    await driver.executeQuery('DROP INDEX name_embedding');
    await driver.executeQuery(
      "CYPHER 25 CREATE VECTOR INDEX name_embedding FOR (n:Name) ON n.embedding WITH [n.tenant, n.acl] OPTIONS {indexConfig: {`vector.dimensions`: 9, `vector.similarity_function`: 'cosine', `vector.quantization.type`: 'NONE'}}",
    );
    expect(await failureOf(migrate(database, FIRST))).toMatchObject({
      code: 'TRELLIS_STORE_SCHEMA_MISMATCH',
    });
    await driver.executeQuery('DROP INDEX name_embedding');
    await migrate(database, FIRST);
  });

  it('is refused when an applied file was edited, or comes from a newer version', async () => {
    const change = (id: string, checksum: string) =>
      driver.executeQuery(
        'MERGE (m:Meta {id: $id}) SET m.name = coalesce(m.name, "schema/999-later"), m.checksum = $checksum',
        { id, checksum },
      );
    const file = 'migration:schema/101-range-access-key-tenant';
    const { records } = await driver.executeQuery(
      'MATCH (m:Meta {id: $file}) RETURN m.checksum AS checksum',
      { file },
    );
    await change(file, 'edited');
    expect(await failureOf(migrate(database, FIRST))).toMatchObject({
      code: 'TRELLIS_STORE_SCHEMA_MISMATCH',
      details: { file: 'schema/101-range-access-key-tenant' },
    });
    await change(file, String(records[0]?.get('checksum')));
    await change('migration:schema/999-later', 'x');
    expect(await failureOf(migrate(database, FIRST))).toMatchObject({
      details: { file: 'schema/999-later' },
    });
    await driver.executeQuery("MATCH (m:Meta {id: 'migration:schema/999-later'}) DELETE m");
    await migrate(database, FIRST);
  });
});

describe('another embedding model', { timeout: 240_000 }, () => {
  const embedder = (dimensions: number, failAfter = Number.POSITIVE_INFINITY) => {
    const seen: string[] = [];
    return {
      seen,
      id: `model-${dimensions}`,
      dimensions,
      embedDocuments: async (texts: string[]) => {
        if (seen.length >= failAfter) throw new Error('the plug was pulled');
        seen.push(...texts);
        return texts.map((text) => randomVector(seededRandom(text.length), dimensions));
      },
    };
  };

  beforeAll(async () => {
    await loadSyntheticGraph(driver, {
      tenant: TENANT,
      chunks: 50,
      words: [20, 60],
      dimensions: 8,
      windowsPerChunk: 2,
      seed: 4,
    });
  });

  it('is refused on a graph with vectors, naming the command', async () => {
    const failure = await failureOf(migrate(database, { embeddingId: 'second', dimensions: 8 }));
    expect(failure).toMatchObject({
      code: 'TRELLIS_MODEL_EMBEDDING_CHANGED',
      message: expect.stringContaining('trellis models reembed'),
    });
  });

  it('embeds every window again, goes on where a broken run stopped, and is usable then', async () => {
    const broken = embedder(12, 40);
    expect(await failureOf(reembed(database, broken))).toMatchObject({ message: 'the plug was pulled' });
    expect(await failureOf(migrate(database, FIRST))).toMatchObject({
      code: 'TRELLIS_MODEL_EMBEDDING_CHANGED',
    });
    const whole = embedder(12);
    const report = await reembed(database, whole);
    expect(broken.seen.length + whole.seen.length).toBe(100);
    expect(report).toEqual({ embedded: whole.seen.length, resumed: true, model: 'model-12', dimensions: 12 });
    await migrate(database, { embeddingId: 'model-12', dimensions: 12 });
    const scope = await resolveScope(database, { tenant: TENANT, groups: 'all' });
    const found = await vectorCandidates(database, scope, 'chunk', randomVector(seededRandom(1), 12), {
      limit: 200,
    });
    expect(found.length).toBe(100);
    const rows = await database.read('read/vector-chunk', {
      ...scope,
      vector: randomVector(seededRandom(1), 12),
      probes: 1000,
      rows: 100,
    });
    expect(rows.length).toBe(100);
  });

  it('puts title and headings in front of a window', async () => {
    await driver.executeQuery(
      "MATCH (n:Chunk {id: $id}) SET n.title = 'Pumps', n.sectionPath = 'Care / Seals', n.text = 'Seals\nGrease them.'",
      { id: 'shape-d0.v1.c0' },
    );
    await driver.executeQuery("MATCH (w:Window {ownerId: 'shape-d0.v1.c0'}) SET w.start = 6, w.end = 18");
    const model = embedder(10);
    await reembed(database, model);
    expect(model.seen.filter((text) => text === 'Pumps / Care\n\nGrease them.').length).toBe(2);
  });

  it('does nothing for a graph that has its vectors', async () => {
    const model = embedder(10);
    expect(await reembed(database, model)).toMatchObject({ embedded: 0 });
    expect(model.seen).toEqual([]);
  });
});
