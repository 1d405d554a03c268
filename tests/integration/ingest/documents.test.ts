import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { uniqueTenant } from '../../setup/neo4j-context.ts';
import { dumpGraph, query } from './graph-dump.ts';
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
    const [edited, fresh] = [uniqueTenant(), uniqueTenant()];
    await take(edited, 'note.md', ALPHA);
    const update = await take(edited, 'note.md', BETA);
    expect(update.results[0]).toMatchObject({ status: 'updated', version: 2 });
    await take(fresh, 'note.md', BETA);
    expect(await withoutVersions(edited)).toEqual(await withoutVersions(fresh));
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
    const [both, one] = [uniqueTenant(), uniqueTenant()];
    await take(both, 'alpha.md', ALPHA);
    const beta = await take(both, 'beta.md', BETA, { access: ['staff'] });
    const deleted = await context.documents.delete(
      { tenant: both, groups: 'all' },
      beta.results[0]?.documentId ?? '',
    );
    expect(deleted.deleted).toEqual({ chunks: 1, summaries: 0, qaPairs: 0, entities: 1, relations: 1 });
    await take(one, 'alpha.md', ALPHA);
    expect(await withoutVersions(both)).toEqual(await withoutVersions(one));
  });

  it('give the same graph in either order', async () => {
    const [forth, back] = [uniqueTenant(), uniqueTenant()];
    await take(forth, 'alpha.md', ALPHA, { access: ['staff'] });
    await take(forth, 'beta.md', BETA);
    await take(back, 'beta.md', BETA);
    await take(back, 'alpha.md', ALPHA, { access: ['staff'] });
    expect(await withoutVersions(forth)).toEqual(await withoutVersions(back));
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
    const [actual] = await query(
      `MATCH (n:Chunk {tenant: $tenant}) RETURN count(n) AS nodes, sum(size(split(n.lexical, ' '))) AS tokens`,
      { tenant },
    );
    expect(chunk).toEqual(actual);
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

/** Version numbers and the ids made of tenant names differ between tenants and histories; nothing else may. */
async function withoutVersions(tenant: string): Promise<string[]> {
  const lines = await dumpGraph(tenant);
  const ids = new Map<string, string>();
  const keys = await query('MATCH (k:AccessKey {tenant: $tenant}) RETURN k.id AS id, k.anyOf AS anyOf', {
    tenant,
  });
  const entities = await query(
    'MATCH (e:Entity {tenant: $tenant}) RETURN e.id AS id, e.type + e.normal AS name',
    { tenant },
  );
  const names = await query(
    'MATCH (n:Name {tenant: $tenant}) RETURN n.id AS id, n.entityType + n.text AS name',
    { tenant },
  );
  const documents = await query('MATCH (d:Document {tenant: $tenant}) RETURN d.id AS id, d.uris[0] AS name', {
    tenant,
  });
  for (const { id, anyOf } of keys) ids.set(String(id), `key(${String(anyOf)})`);
  for (const { id, name } of [...entities, ...names, ...documents])
    ids.set(String(id), `id(${String(name)})`);
  const pattern = new RegExp([...ids.keys()].join('|'), 'g');
  const renamed = lines.map((line) =>
    line
      .replaceAll(tenant, 'tenant')
      .replace(pattern, (id) => ids.get(id) ?? id)
      .replace(/\.v\d+\./g, '.v.')
      .replace(/\["version",\d+\]/g, '["version"]'),
  );
  return renamed.sort();
}
