import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contentLength } from '../../../src/domain/text/content-length.ts';
import { uniqueTenant } from '../../setup/neo4j-context.ts';
import { dumpGraph, query, withoutVersions } from './graph-dump.ts';
import { type IngestContext, openIngestContext, upload } from './ingest-context.ts';

let context: IngestContext;
beforeAll(async () => {
  context = await openIngestContext();
});
afterAll(() => context.close());

const ALPHA =
  '# Alpha\n\n{Person:Ada} met {Org:Acme} in {Place:Paris}. {Ada WORKS_FOR Acme} {Ask:Where?=Paris}\n';
const BETA =
  '# Beta\n\n{Person:Ada} and {Person:ADA} left {Org:Acme}. {Ada WORKS_FOR Acme} {Person:Bob} {Bob KNOWS Ada}\n';
const GAMMA =
  '# Gamma\n\n{Person:ada} {Person:Bob} {Org:ACME} {Ada WORKS_FOR Acme} {Bob KNOWS Ada} {Ask:Who?=Bob} {Bob KNOWS Ada}\n';
const take = (tenant: string, name: string, text: string, more = {}) =>
  context.ingest.files([upload(name, text)], { tenant, ...more });

describe('one document', () => {
  it('is created with its chunks, facts and QA pairs, and shown as it stands', async () => {
    const tenant = uniqueTenant();
    const report = await take(tenant, 'alpha.md', ALPHA, { tags: ['b', 'a'], access: ['staff'] });
    expect(report.totals).toEqual({ created: 1, updated: 0, unchanged: 0, duplicate: 0, failed: 0 });
    const [result] = report.results;
    expect(result).toMatchObject({
      uri: 'upload:alpha.md',
      status: 'created',
      version: 1,
      chunks: 1,
      entities: 3,
      relations: 1,
      qaPairs: 1,
    });
    const owner = { tenant, groups: 'all' as const };
    const detail = await context.documents.show(owner, result?.documentId ?? '');
    expect(detail.document).toMatchObject({
      title: 'Alpha',
      tags: ['a', 'b'],
      access: ['staff'],
      classification: 'internal',
      chunkCount: 1,
      pageCount: 1,
    });
    expect(detail.chunks[0]?.text).toContain('{Person:Ada} met {Org:Acme}');
    expect(detail.summary).toBe('');
    expect(detail.entities.map(({ name, type, mentions }) => [name, type, mentions]).sort()).toEqual([
      ['Acme', 'Org', 1],
      ['Ada', 'Person', 1],
      ['Paris', 'Place', 1],
    ]);
    expect(detail.qaPairs).toMatchObject([{ question: 'Where?', answer: 'Paris', kind: 'faq' }]);
  });

  it('is unchanged when the same bytes come again, and worked on again when told to', async () => {
    const tenant = uniqueTenant();
    await take(tenant, 'alpha.md', ALPHA);
    const before = await dumpGraph(tenant);
    const again = await take(tenant, 'alpha.md', ALPHA);
    expect(again.results[0]).toMatchObject({ status: 'unchanged', version: 1, chunks: 1, entities: 3 });
    expect(await dumpGraph(tenant)).toEqual(before);
    const insisted = await take(tenant, 'alpha.md', ALPHA, { reprocess: true });
    expect(insisted.results[0]).toMatchObject({ status: 'updated', version: 2 });
  });

  it('gets a second address when the same bytes come under another name, and loses it again', async () => {
    const tenant = uniqueTenant();
    await take(tenant, 'alpha.md', ALPHA);
    const copy = await take(tenant, 'copy.md', ALPHA);
    expect(copy.results[0]).toMatchObject({ status: 'duplicate', version: 1, chunks: 1 });
    const owner = { tenant, groups: 'all' as const };
    expect((await context.documents.list(owner, { limit: 10 })).documents.map(({ uris }) => uris)).toEqual([
      ['upload:alpha.md', 'upload:copy.md'],
    ]);
    const edited = await take(tenant, 'copy.md', BETA);
    expect(edited.results[0]).toMatchObject({ status: 'created' });
    expect((await context.documents.list(owner, { limit: 10 })).documents.map(({ uris }) => uris)).toEqual([
      ['upload:alpha.md'],
      ['upload:copy.md'],
    ]);
  });

  it('is a document of its own under a second name with other rights', async () => {
    const tenant = uniqueTenant();
    await take(tenant, 'alpha.md', ALPHA);
    const other = await take(tenant, 'copy.md', ALPHA, { access: ['staff'] });
    expect(other.results[0]).toMatchObject({ status: 'created', version: 1 });
    const seen = await context.documents.list({ tenant, groups: [] }, { limit: 10 });
    expect(seen.documents.map(({ uris }) => uris)).toEqual([['upload:alpha.md']]);
  });

  it('keeps the old bytes under the other name when the first name is edited', async () => {
    const tenant = uniqueTenant();
    await take(tenant, 'first.md', ALPHA);
    await take(tenant, 'second.md', ALPHA);
    await take(tenant, 'first.md', BETA);
    const { documents } = await context.documents.list({ tenant, groups: 'all' }, { limit: 10 });
    expect(documents.map(({ title, uris }) => [title, uris])).toEqual([
      ['Alpha', ['upload:second.md']],
      ['Beta', ['upload:first.md']],
    ]);
  });

  it('equals the graph that only ever saw the new text, once edited', async () => {
    const tenant = uniqueTenant();
    await take(tenant, 'note.md', ALPHA);
    const update = await take(tenant, 'note.md', BETA);
    expect(update.results[0]).toMatchObject({ status: 'updated', version: 2 });
    const edited = withoutVersions(await dumpGraph(tenant));
    await context.documents.delete({ tenant, groups: 'all' }, update.results[0]?.documentId ?? '');
    expect(await dumpGraph(tenant)).toEqual([]);
    await take(tenant, 'note.md', BETA);
    expect(edited).toEqual(withoutVersions(await dumpGraph(tenant)));
  });

  it('takes other rights when only these change', async () => {
    const tenant = uniqueTenant();
    await take(tenant, 'alpha.md', ALPHA);
    const moved = await take(tenant, 'alpha.md', ALPHA, { classification: 'secret', access: ['board'] });
    expect(moved.results[0]).toMatchObject({ status: 'updated', version: 2 });
    expect((await context.documents.list({ tenant, groups: [] }, { limit: 10 })).documents).toEqual([]);
    const keys = await query(
      'MATCH (k:AccessKey {tenant: $tenant}) RETURN k.anyOf AS anyOf, k.uses AS uses',
      { tenant },
    );
    // One document, three entities, three names, one relation.
    expect(keys).toEqual([{ anyOf: ['board@secret'], uses: 8 }]);
  });
});

describe('documents that share facts', () => {
  it('leave no trace when deleted', async () => {
    const tenant = uniqueTenant();
    await take(tenant, 'alpha.md', ALPHA);
    const before = await dumpGraph(tenant);
    const beta = await take(tenant, 'beta.md', BETA, { access: ['staff'] });
    expect(await dumpGraph(tenant)).not.toEqual(before);
    const id = beta.results[0]?.documentId ?? '';
    const { deleted } = await context.documents.delete({ tenant, groups: 'all' }, id);
    expect(deleted).toEqual({ chunks: 1, summaries: 0, qaPairs: 0, entities: 1, relations: 1 });
    expect(await dumpGraph(tenant)).toEqual(before);
  });

  it('give the same graph after any history that ends with the same documents', async () => {
    for (const seed of [1, 2]) await expectHistoryForgotten(seed);
  });

  it('show a fact to whoever may read one of its sources, and its words only where all may', async () => {
    const tenant = uniqueTenant();
    await take(tenant, 'alpha.md', ALPHA, { access: ['staff'] });
    await take(tenant, 'beta.md', BETA, { access: ['board'] });
    const rows = await query(
      `MATCH (:Entity {tenant: $tenant, name: 'Ada'})-[r:WORKS_FOR]->(:Entity {name: 'Acme'})
       MATCH (k:AccessKey {id: r.acl}) RETURN k.anyOf AS anyOf, size(r.sources) AS sources, r.sentence AS sentence`,
      { tenant },
    );
    expect(rows).toEqual([{ anyOf: ['board@internal', 'staff@internal'], sources: 2, sentence: null }]);
    const names = await query(
      `MATCH (n:Name {tenant: $tenant})-[:NAMES]->(:Entity {normal: 'ada'}) MATCH (k:AccessKey {id: n.acl})
       RETURN n.text AS text, k.anyOf AS anyOf ORDER BY text`,
      { tenant },
    );
    expect(names).toEqual([
      { text: 'ADA', anyOf: ['board@internal'] },
      { text: 'Ada', anyOf: ['board@internal', 'staff@internal'] },
    ]);
  });

  it('count each node and term once per access key', async () => {
    const tenant = uniqueTenant();
    await take(tenant, 'alpha.md', ALPHA);
    await take(tenant, 'beta.md', BETA);
    const [chunk] = await query(
      "MATCH (c:CollectionCount {tenant: $tenant, collection: 'chunk'}) RETURN c.nodes AS nodes, c.tokens AS tokens",
      { tenant },
    );
    const chunks = await query('MATCH (n:Chunk {tenant: $tenant}) RETURN n.lexical AS lexical', { tenant });
    const lengths = chunks.map(({ lexical }) => contentLength(String(lexical).split(' ')));
    expect(chunk).toEqual({ nodes: 2, tokens: lengths.reduce((sum, length) => sum + length, 0) });
    const terms = await query(
      `MATCH (t:TermCount {tenant: $tenant, collection: 'chunk'})
       WHERE t.term IN ['acm', 'pari', 'bob'] RETURN t.term AS term, t.count AS count ORDER BY term`,
      { tenant },
    );
    expect(terms).toEqual([
      { term: 'acm', count: 2 },
      { term: 'bob', count: 1 },
      { term: 'pari', count: 1 },
    ]);
  });
});

/** A generator of numbers from 0 to 1 that gives the same ones for the same seed (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

interface Filed {
  readonly name: string;
  readonly text: string;
  readonly access: readonly string[];
}

/** Random ingests, edits, moves to other readers and deletes; then the documents that are left, into an empty graph. */
async function expectHistoryForgotten(seed: number): Promise<void> {
  const tenant = uniqueTenant();
  const owner = { tenant, groups: 'all' as const };
  const random = seeded(seed);
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T;
  const filed = new Map<string, Filed>();
  const ids = new Map<string, string>();
  const put = async (file: Filed) => {
    const { results } = await take(tenant, file.name, file.text, { access: file.access });
    filed.set(file.name, file);
    ids.set(file.name, results[0]?.documentId ?? '');
  };
  for (let step = 0; step < 10; step += 1) {
    const name = pick(['one.md', 'two.md', 'three.md']);
    const id = ids.get(name);
    if (id !== undefined && random() < 0.3) {
      await context.documents.delete(owner, id);
      filed.delete(name);
      ids.delete(name);
    } else {
      const text = `${pick([ALPHA, BETA, GAMMA])}\nKept in ${name}.\n`;
      await put({ name, text, access: pick([[], ['staff'], ['board', 'staff']]) });
    }
  }
  const after = withoutVersions(await dumpGraph(tenant));
  for (const id of ids.values()) await context.documents.delete(owner, id);
  expect(await dumpGraph(tenant)).toEqual([]);
  for (const file of [...filed.values()].sort((a, b) => (a.name < b.name ? -1 : 1))) await put(file);
  expect(after).toEqual(withoutVersions(await dumpGraph(tenant)));
}
