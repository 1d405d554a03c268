import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createImport, type ImportSkb } from '../../../src/ingest/import-skb.ts';
import { resolveScope } from '../../../src/store/access.ts';
import { uniqueTenant } from '../../setup/neo4j-context.ts';
import { query } from './graph-dump.ts';
import { BREWERIES, type GraphFiles, writeGraph } from './import-folder.ts';
import { type IngestContext, openIngestContext } from './ingest-context.ts';

let context: IngestContext;
let importSkb: ImportSkb;
const open = { access: [], classification: 'internal' } as const;

beforeAll(async () => {
  context = await openIngestContext();
  importSkb = createImport(context.deps);
});
afterAll(() => context.close());

const graph = (name: string, files: GraphFiles) => writeGraph(context.folder, name, files);

/** What a reader of everything sees of a tenant: facts by name, whatever ids and keys they stand under. */
async function visible(tenant: string) {
  const { acls } = await resolveScope(context.database, { tenant, groups: 'all' });
  const parameters = { tenant, acls };
  const entities = await query(
    `MATCH (e:Entity {tenant: $tenant}) WHERE e.acl IN $acls
     MATCH (e)-[:HAS_PROFILE]->(p:Profile)-[:HAS_WINDOW]->(w:ProfileWindow) WHERE p.acl IN $acls AND w.acl IN $acls
     WITH e, p, count(w) AS windows
     MATCH (n:Name)-[:NAMES]->(e) WHERE n.acl IN $acls
     WITH e, p, windows, n ORDER BY n.text
     WITH e, p, windows, collect(n.text) AS names
     RETURN e.externalId AS id, e.name AS name, labels(e) AS labels, p.text AS text, windows, names
     ORDER BY id`,
    parameters,
  );
  const relations = await query(
    `MATCH (a:Entity {tenant: $tenant})-[r]->(b:Entity) WHERE r.acl IN $acls
     RETURN a.name AS source, type(r) AS type, b.name AS target ORDER BY source, type, target`,
    parameters,
  );
  const counts = await query(
    `MATCH (t:TermCount {tenant: $tenant}) WHERE t.acl IN $acls
     RETURN t.collection AS collection, t.term AS term, sum(t.count) AS count ORDER BY collection, term`,
    parameters,
  );
  return { entities, relations, counts };
}

const nodeCount = async (tenant: string): Promise<unknown> =>
  (await query('MATCH (n {tenant: $tenant}) WHERE NOT n:Meta RETURN count(n) AS count', { tenant }))[0]?.[
    'count'
  ];

describe('the import of a graph', () => {
  it('makes typed nodes, relations, names, profiles and a schema with statistics', async () => {
    const tenant = uniqueTenant('import');
    const directory = await graph('first', BREWERIES);
    const report = await importSkb({ directory, tenant, ...open });
    expect(report).toMatchObject({
      source: 'breweries',
      status: 'created',
      nodes: { created: 6, updated: 0, removed: 0, unchanged: 0 },
      edges: { created: 4, removed: 0, unchanged: 0 },
      windows: 6,
    });
    const { entities, relations, counts } = await visible(tenant);
    expect(entities[0]).toMatchObject({
      id: '0',
      name: 'Night Owl',
      text: 'Night Owl. A dark stout.',
      names: ['Night Owl', 'The Owl'],
    });
    expect(entities[0]?.['labels']).toEqual(['Entity', 'beer']);
    expect(entities.map(({ text }) => text)).toContain('Pale Fox. A pale ale.');
    expect(entities.map(({ text }) => text)).toContain('Red Hen');
    expect(relations).toEqual([
      { source: 'Miller & Daughters', type: 'stands_in', target: 'Ashford' },
      { source: 'Night Owl', type: 'brewed_by', target: 'Miller & Daughters' },
      { source: 'Pale Fox', type: 'brewed_by', target: 'Miller & Daughters' },
      { source: 'Red Hen', type: 'brewed_by', target: 'Löwenhof' },
    ]);
    expect(counts.find(({ collection, term }) => collection === 'profile' && term === 'a')?.['count']).toBe(
      5,
    );
    expect(counts.find(({ collection, term }) => collection === 'name' && term === 'owl')?.['count']).toBe(2);
    const [owl] = await query(
      'MATCH (e:Entity {tenant: $tenant, externalId: "0"}) RETURN properties(e) AS p',
      { tenant },
    );
    expect(owl?.['p']).toMatchObject({
      year: 1998,
      strength: 6.5,
      hops: ['Fuggle', 'Target'],
      notes: '{"colour":"black"}',
    });
    const [schema] = await query('MATCH (s:GraphSchema {tenant: $tenant}) RETURN s.json AS json', { tenant });
    const json = JSON.parse(String(schema?.['json']));
    expect(json.relations.brewed_by.ends).toEqual([
      { domain: 'beer', range: 'brewery', count: 3, sources: 3, targets: 2 },
    ]);
    expect(json.types.beer.properties.year).toMatchObject({
      kind: 'number',
      count: 3,
      minimum: 1998,
      maximum: 2004,
    });
  });

  it('changes nothing when the same files come again', async () => {
    const tenant = uniqueTenant('import');
    const directory = await graph('again', BREWERIES);
    await importSkb({ directory, tenant, ...open });
    const before = await nodeCount(tenant);
    const report = await importSkb({ directory, tenant, ...open });
    expect(report).toMatchObject({
      status: 'unchanged',
      nodes: { unchanged: 6 },
      edges: { unchanged: 4 },
      windows: 0,
    });
    expect(await nodeCount(tenant)).toBe(before);
  });

  it('reports every bad row with file and line and writes nothing', async () => {
    const tenant = uniqueTenant('import');
    const directory = await graph('bad', {
      ...BREWERIES,
      nodes: [
        { id: 0, type: 'beer', name: 'Night Owl', text: '' },
        '{"id": 1, "type": "beer"',
        { id: 0, type: 'beer', name: 'Twin', text: '' },
        { id: 3, type: 'wine', name: 'Claret', text: '' },
        { id: 4, type: 'beer', name: '  ', text: 7 },
        { id: 'b1', type: 'brewery', name: 'Miller', text: '' },
      ],
      edges: [
        { source: 0, relation: 'brewed_by', target: 'b1' },
        { source: 0, relation: 'brewed_by', target: 'nobody' },
        { source: 'b1', relation: 'brewed_by', target: 0 },
        { source: 0, relation: 'drunk_by', target: 'b1' },
      ],
    });
    const failure = await importSkb({ directory, tenant, ...open }).catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: 'TRELLIS_IMPORT_ROWS_INVALID', details: { total: 9 } });
    const { problems } = (failure as { details: { problems: { file: string; line: number }[] } }).details;
    expect(problems.map(({ file, line }) => `${file}:${line}`)).toEqual([
      'nodes.jsonl:2',
      'nodes.jsonl:3',
      'nodes.jsonl:4',
      'nodes.jsonl:5',
      'nodes.jsonl:5',
      'edges.jsonl:2',
      'edges.jsonl:3',
      'edges.jsonl:3',
      'edges.jsonl:4',
    ]);
    expect(await nodeCount(tenant)).toBe(0);
  });

  it('brings changed files to the graph that they alone would make', async () => {
    const [tenant, fresh] = [uniqueTenant('import'), uniqueTenant('import')];
    await importSkb({ directory: await graph('before', BREWERIES), tenant, ...open });
    const [owl, fox, , miller, lion, town] = BREWERIES.nodes as Record<string, unknown>[];
    const changed: GraphFiles = {
      ...BREWERIES,
      nodes: [
        owl,
        { ...fox, text: 'A very pale ale.' },
        miller,
        lion,
        town,
        { id: 9, type: 'beer', name: 'New Moon', text: 'A lager.' },
      ].map((node) => node ?? {}),
      edges: [
        { source: 0, relation: 'brewed_by', target: 'b2' },
        { source: 1, relation: 'brewed_by', target: 'b1' },
        { source: 9, relation: 'brewed_by', target: 'b2' },
        { source: 'b1', relation: 'stands_in', target: 't' },
      ],
    };
    const directory = await graph('after', changed);
    const report = await importSkb({ directory, tenant, ...open });
    expect(report).toMatchObject({
      status: 'updated',
      nodes: { created: 1, updated: 1, removed: 1, unchanged: 4 },
      edges: { created: 2, removed: 2, unchanged: 2 },
    });
    await importSkb({ directory, tenant: fresh, ...open });
    expect(await visible(tenant)).toEqual(await visible(fresh));
    expect(await nodeCount(tenant)).toBe(await nodeCount(fresh));
    expect(await importSkb({ directory, tenant, ...open })).toMatchObject({ status: 'unchanged' });
  });

  it('keeps two graphs with the same ids apart in one tenant', async () => {
    const tenant = uniqueTenant('import');
    await importSkb({ directory: await graph('one', BREWERIES), tenant, ...open });
    const other = { ...BREWERIES, schema: { ...BREWERIES.schema, name: 'others' } };
    const report = await importSkb({ directory: await graph('two', other), tenant, ...open });
    expect(report.nodes.created).toBe(6);
    expect((await visible(tenant)).entities).toHaveLength(12);
  });

  it('shows a graph to its groups only, and to others once it is filed anew', async () => {
    const tenant = uniqueTenant('import');
    const directory = await graph('secret', BREWERIES);
    await importSkb({ directory, tenant, access: ['brewers'], classification: 'internal' });
    const scope = async (groups: string[]) =>
      (await resolveScope(context.database, { tenant, groups })).acls.length;
    expect([await scope(['brewers']), await scope(['guests'])]).toEqual([1, 0]);
    const report = await importSkb({ directory, tenant, access: ['guests'], classification: 'internal' });
    expect(report).toMatchObject({ status: 'updated', nodes: { updated: 0, unchanged: 6 }, windows: 0 });
    expect([await scope(['brewers']), await scope(['guests'])]).toEqual([0, 1]);
  });

  it('takes names from outside as names, whatever they say', async () => {
    const tenant = uniqueTenant('import');
    const hostile = 'X) DETACH DELETE n //';
    const directory = await graph('hostile', {
      schema: {
        name: 'hostile',
        node_types: { Document: '', [hostile]: '' },
        relations: { HAS_CHUNK: {}, "r'] OR 1=1": {} },
      },
      nodes: [
        {
          id: 1,
          type: 'Document',
          name: 'A',
          text: 'x',
          properties: { id: 'own', tenant: 'other', acl: 'all' },
        },
        { id: 2, type: hostile, name: 'B', text: 'y' },
      ],
      edges: [
        { source: 1, relation: 'HAS_CHUNK', target: 2 },
        { source: 2, relation: "r'] OR 1=1", target: 1 },
      ],
    });
    await importSkb({ directory, tenant, ...open });
    const { entities, relations } = await visible(tenant);
    expect(entities.map(({ labels }) => labels)).toEqual([
      ['Entity', 'own_Document'],
      ['Entity', hostile],
    ]);
    expect(relations.map(({ type }) => type)).toEqual(['own_HAS_CHUNK', "r'] OR 1=1"]);
    const [first] = await query(
      'MATCH (e:Entity {tenant: $tenant, externalId: "1"}) RETURN e.own_id AS id, e.own_tenant AS other',
      { tenant },
    );
    expect(first).toEqual({ id: 'own', other: 'other' });
  });
});
