import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { randomVector, seededRandom } from '../../../scripts/bench/synthetic-graph.ts';
import { accessKey, type Scope } from '../../../src/domain/access.ts';
import { contentLength } from '../../../src/domain/text/content-length.ts';
import { queryTerms } from '../../../src/domain/text/terms.ts';
import { resolveScope } from '../../../src/store/access.ts';
import { impactLevel } from '../../../src/store/impacts.ts';
import { entities, profiles, treeNodes } from '../../../src/store/nodes.ts';
import { fullTextCandidates, qaCandidates, termCounts, vectorCandidates } from '../../../src/store/search.ts';
import { uniqueTenant } from '../../setup/neo4j-context.ts';
import { openStoreContext, type StoreContext } from './store-context.ts';

const OPEN = ['*@public'];
const CLOSED = ['board@secret'];
const tenant = uniqueTenant('search');
/** Every hundredth chunk is the board's: 12 of 1,200. */
const SIZE = 1200;
const rightsOf = (chunk: number) => (chunk % 100 === 0 ? CLOSED : OPEN);
const term = (word: string) => ({ word, variants: [word] });
const words = [term('w150'), term('w300'), term('w900'), term('w12')];

let context: StoreContext;
let owner: Scope;
let reader: Scope;
let board: Scope;

beforeAll(async () => {
  context = await openStoreContext({ NEO4J_QUERY_TIMEOUT_MS: '60000' });
  await context.load({
    tenant,
    chunks: SIZE,
    words: [30, 120],
    windowsPerChunk: 1,
    seed: 3,
    rightsOf,
    vocabulary: 2000,
  });
  owner = await resolveScope(context.database, { tenant, groups: 'all' });
  reader = await resolveScope(context.database, { tenant, groups: [] });
  board = { tenant, acls: [accessKey(tenant, CLOSED)] };
}, 240_000);
afterAll(() => context.close());

/** What each chunk of a scope holds, read without any of our searches. */
async function holders(scope: Scope, word: string): Promise<string[]> {
  const { records } = await context.driver.executeQuery(
    "MATCH (n:Chunk {tenant: $tenant}) WHERE n.acl IN $acls AND $word IN split(n.lexical, ' ') RETURN n.id AS id ORDER BY id",
    { ...scope, word },
  );
  return records.map((record) => String(record.get('id')));
}

describe('a scope', () => {
  it('holds every key for the owner, and only what a group opens for a reader', async () => {
    const [open, closed] = [accessKey(tenant, OPEN), accessKey(tenant, CLOSED)];
    expect(owner.acls).toEqual([open, closed].sort());
    expect(reader.acls).toEqual([open]);
    expect(await resolveScope(context.database, { tenant, groups: ['board'] })).toEqual(owner);
  });

  it('can be narrowed to a classification, and is empty for an unknown tenant', async () => {
    const narrow = await resolveScope(
      context.database,
      { tenant, groups: 'all' },
      { classification: ['secret'] },
    );
    expect(narrow).toEqual(board);
    const hidden = await resolveScope(
      context.database,
      { tenant, groups: [] },
      { classification: ['secret'] },
    );
    expect(hidden.acls).toEqual([]);
    expect((await resolveScope(context.database, { tenant: 'nobody', groups: 'all' })).acls).toEqual([]);
  });
});

describe('counts', () => {
  it('are those of the scope alone', async () => {
    const counts = await termCounts(context.database, reader, 'chunk', ['w150', 'w150', 'nowhere']);
    expect(counts.nodes).toBe(SIZE - 12);
    expect(counts.byTerm).toEqual(new Map([['w150', (await holders(reader, 'w150')).length]]));
    const all = await termCounts(context.database, owner, 'chunk', ['w150']);
    expect(all.nodes).toBe(SIZE);
    expect(all.byTerm.get('w150')).toBe((await holders(owner, 'w150')).length);
  });
});

describe('full-text candidates', () => {
  it('are exactly the nodes of the scope that have a term', async () => {
    const found = await fullTextCandidates(context.database, reader, 'chunk', [term('w150')], {
      limit: SIZE,
    });
    expect(found.map(({ id }) => id).sort()).toEqual(await holders(reader, 'w150'));
    expect(found.every(({ lexical }) => lexical.split(' ').includes('w150'))).toBe(true);
  });

  it('never show what the reader may not see', async () => {
    const found = await fullTextCandidates(context.database, reader, 'chunk', words, { limit: SIZE });
    const hidden = new Set((await Promise.all(words.map(({ word }) => holders(board, word)))).flat());
    expect(hidden.size).toBeGreaterThan(0);
    expect(found.filter(({ id }) => hidden.has(id))).toEqual([]);
  });

  it('come by falling impact of the term on the text, ties by id, however many are asked for', async () => {
    const found = await fullTextCandidates(context.database, owner, 'chunk', [term('w0')], { limit: SIZE });
    const keys = found.map(({ id, lexical }) => {
      const all = lexical.split(' ');
      const level = impactLevel(all.filter((word) => word === 'w0').length, contentLength(all));
      return `${9 - level} ${id}`;
    });
    expect(keys).toEqual([...keys].sort());
    expect(new Set(keys.map((key) => key.slice(0, 1))).size).toBeGreaterThan(2);
    const few = await fullTextCandidates(context.database, owner, 'chunk', [term('w0')], { limit: 20 });
    expect(few).toEqual(found.slice(0, 20));
  });

  it('stay byte-equal when another tenant with the same words is loaded', async () => {
    const ask = async () => ({
      text: await fullTextCandidates(context.database, reader, 'chunk', words, { limit: 40 }),
      vector: await vectorCandidates(context.database, board, 'chunk', vectorOf(11), { limit: 10 }),
      counts: [
        ...(
          await termCounts(
            context.database,
            reader,
            'chunk',
            words.map(({ word }) => word),
          )
        ).byTerm,
      ],
    });
    const before = JSON.stringify(await ask());
    const other = uniqueTenant('other');
    // Another language, as it were: w900 is common there and w12 rare, so that global statistics turn round.
    await context.load({
      tenant: other,
      chunks: 400,
      words: [5, 15],
      windowsPerChunk: 1,
      seed: 9,
      vocabulary: 50,
    });
    expect(JSON.stringify(await ask())).toBe(before);
  }, 120_000);

  it('can be kept to documents', async () => {
    const document = `${tenant}-d3`;
    const found = await fullTextCandidates(context.database, owner, 'chunk', words, {
      limit: SIZE,
      documentIds: [document],
    });
    expect(found.length).toBeGreaterThan(0);
    expect(found.every(({ id }) => id.startsWith(`${document}.`))).toBe(true);
    expect(
      await fullTextCandidates(context.database, owner, 'chunk', words, { limit: 5, documentIds: [] }),
    ).toEqual([]);
  });

  it.each([
    'root causes/solutions',
    'TCP/IP',
    '~alien',
    '"unclosed',
    'a AND',
    'NOT x',
    'C++',
    'node:',
    '?!',
    '',
    '東京都',
    '😀',
    "x' OR 1=1",
    'w150) OR tenant:(other',
    '[w1 TO w9]',
    'w1*',
    '\\',
    'create delete',
    '`X` DETACH DELETE n //',
    'w150 '.repeat(20_000),
    Array.from({ length: 3000 }, (_, index) => `w${index}`).join(' '),
  ])('take any question as words: %.30s', async (question) => {
    const terms = queryTerms(question);
    const found = await fullTextCandidates(context.database, reader, 'chunk', terms, { limit: 10 });
    const variants = new Set(terms.flatMap((each) => each.variants));
    for (const { lexical } of found) expect(lexical.split(' ').some((word) => variants.has(word))).toBe(true);
  });

  it('find nothing, and do not fail, in an empty scope or tenant', async () => {
    for (const scope of [
      { tenant, acls: [] },
      { tenant: 'nobody', acls: ['0000000000000000'] },
    ]) {
      expect(await fullTextCandidates(context.database, scope, 'chunk', words, { limit: 10 })).toEqual([]);
      expect(await vectorCandidates(context.database, scope, 'chunk', vectorOf(1), { limit: 10 })).toEqual(
        [],
      );
      expect(await qaCandidates(context.database, scope, vectorOf(1), { limit: 10 })).toEqual([]);
      expect((await termCounts(context.database, scope, 'chunk', ['w1'])).nodes).toBe(0);
    }
  });

  it('cover a scope of 2,000 keys', async () => {
    const acls = [
      ...owner.acls,
      ...Array.from({ length: 2000 }, (_, index) => accessKey('x', [`${index}`])),
    ].sort();
    const found = await fullTextCandidates(context.database, { tenant, acls }, 'chunk', words, { limit: 30 });
    expect(found).toEqual(await fullTextCandidates(context.database, owner, 'chunk', words, { limit: 30 }));
  });
});

const vectorOf = (seed: number) => randomVector(seededRandom(seed), context.dimensions);

/** The nearest windows by comparing with every one. */
async function exact(
  scope: Scope,
  vector: readonly number[],
  limit: number,
): Promise<{ id: string; score: number }[]> {
  const { records } = await context.driver.executeQuery(
    'MATCH (w:ChunkWindow {tenant: $tenant}) WHERE w.acl IN $acls RETURN w.id AS id, w.embedding AS embedding',
    { ...scope },
  );
  const scored = records.map((record) => {
    const embedding = record.get('embedding') as number[];
    return {
      id: String(record.get('id')),
      score: embedding.reduce((sum, value, i) => sum + value * (vector[i] ?? 0), 0),
    };
  });
  return scored.sort((a, b) => b.score - a.score).slice(0, limit);
}

describe('vector candidates', () => {
  it('give the cosine, falling', async () => {
    const vector = vectorOf(5);
    const found = await vectorCandidates(context.database, board, 'chunk', vector, { limit: 12 });
    const wanted = await exact(board, vector, 12);
    expect(found.map(({ windowId }) => windowId)).toEqual(wanted.map(({ id }) => id));
    found.forEach(({ score }, index) => {
      expect(score).toBeCloseTo(wanted[index]?.score ?? 9, 5);
    });
  });

  it.each([
    ['all that a reader sees', () => reader],
    ['the 1 % that the board sees', () => board],
  ])('of the index hold at least 99 of 100 of the ten nearest within %s', async (_, scopeOf) => {
    const scope = scopeOf();
    let hits = 0;
    for (let seed = 100; seed < 110; seed += 1) {
      const vector = vectorOf(seed);
      const wanted = new Set((await exact(scope, vector, 10)).map(({ id }) => id));
      const rows = await context.database.read('read/vector-chunk', {
        ...scope,
        vector,
        probes: 1000,
        rows: 10,
      });
      hits += rows.filter(({ windowId }) => wanted.has(String(windowId))).length;
    }
    expect(hits).toBeGreaterThanOrEqual(99);
  });

  it('can be kept to documents', async () => {
    const documentIds = [`${tenant}-d1`];
    const found = await vectorCandidates(context.database, reader, 'chunk', vectorOf(6), {
      limit: 200,
      documentIds,
    });
    expect(found.length).toBe(99);
    expect(found.every(({ ownerId }) => ownerId.startsWith(`${tenant}-d1.`))).toBe(true);
  });
});

describe('nodes', () => {
  it('come in the order asked for, once, without those that are hidden or gone', async () => {
    const [hidden, second, third] = [`${tenant}-d0.v1.c0`, `${tenant}-d0.v1.c1`, `${tenant}-d0.v1.c2`];
    const found = await treeNodes(context.database, reader, [third, hidden, 'gone', second, third]);
    expect(found.map(({ id }) => id)).toEqual([third, second]);
    expect(found[0]).toMatchObject({
      layer: 0,
      kind: 'paragraph',
      document: { id: `${tenant}-d0`, version: 1, uris: [`${tenant}-d0`] },
      problems: [],
    });
    expect((await treeNodes(context.database, owner, [hidden])).map(({ id }) => id)).toEqual([hidden]);
  });

  it('are none for no ids', async () => {
    expect(await treeNodes(context.database, owner, [])).toEqual([]);
    expect(await profiles(context.database, owner, [])).toEqual([]);
    expect(await entities(context.database, owner, ['nobody'])).toEqual([]);
  });
});
