import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { LABELS } from '../../../src/domain/graph-names.ts';
import { createImport, type ImportSkb } from '../../../src/ingest/import-skb.ts';
import { importNeo4j, planNeo4j } from '../../../src/ingest/neo4j/import-neo4j.ts';
import { type Mapping, parseMapping } from '../../../src/ingest/neo4j/mapping.ts';
import { printMapping } from '../../../src/ingest/neo4j/print-mapping.ts';
import { openSource } from '../../../src/store/source-graph.ts';
import { neo4jConfig, uniqueTenant } from '../../setup/neo4j-context.ts';
import { query } from './graph-dump.ts';
import { type IngestContext, openIngestContext } from './ingest-context.ts';

/** A foreign graph beside ours, on the same server, with every kind of value that properties can have. */
const GRAPH = `
CREATE (tarn:Harbour {code: 'TRN', harbourName: 'Tarn', depth: 7.5, berths: 12, opened: date('1904-05-02'),
  at: point({latitude: 57.1, longitude: 2.5}), guide: $guide, shape: $vector})
CREATE (orle:Harbour {code: 'ORL', harbourName: 'Orle', berths: 3, guide: $guide + ' Small.', shape: $vector})
CREATE (heron:Vessel:Ferry {hull: 9007, title: 'Heron', aliases: ['The Bird'], tags: ['fast', 'blue']})
CREATE (gannet:Vessel {hull: 9008, title: 'Gannet', built: localdatetime('2001-02-03T04:05:06')})
CREATE (brand:Skipper {title: 'Ilva Brand'})
CREATE (heron)-[:MOORED_AT {since: 2020}]->(tarn), (gannet)-[:MOORED_AT]->(orle), (brand)-[:STEERS]->(heron)
CREATE (brand)-[:OWNS]->(:Teapot {glaze: 'green'})`;
const GUIDE = 'A harbour behind a long mole, with a light on its end that is seen over twelve miles.';
const FOREIGN = ['Harbour', 'Vessel', 'Ferry', 'Skipper', 'Teapot'];

let context: IngestContext;
let importSkb: ImportSkb;
const environment = { SECRET: inject('neo4jPassword') };
const source = { uri: inject('neo4jUri'), user: inject('neo4jUser'), password_env: 'SECRET' };
const config = neo4jConfig({ NEO4J_CONNECT_TIMEOUT_MS: '20000' });
const filing = { access: [], classification: 'internal' } as const;
const removeForeign = () =>
  query('MATCH (n) WHERE any(l IN labels(n) WHERE l IN $l) AND NOT n:Entity DETACH DELETE n', {
    l: FOREIGN,
  });

beforeAll(async () => {
  context = await openIngestContext();
  importSkb = createImport(context.deps);
  await removeForeign();
  await query(GRAPH, { guide: GUIDE, vector: Array.from({ length: 128 }, (_, at) => at / 128) });
});
afterAll(async () => {
  await removeForeign();
  await context.close();
});

/** The whole foreign graph but the teapot. */
const harbours: Mapping = {
  name: 'harbours',
  source,
  nodes: { Harbour: {}, Ferry: null, Vessel: { type: 'boat', id: 'hull' }, Skipper: {} },
};
const load = (tenant: string, mapping: Mapping = harbours) =>
  importNeo4j(mapping, { config, environment, importSkb }, { tenant, ...filing });
const failure = (mapping: Mapping, change: object = {}) =>
  planNeo4j(mapping, { config, environment, ...change }).then(
    () => expect.unreachable('it was taken'),
    (error: { code: string; message: string }) => error,
  );
const foreignDump = () =>
  query(
    `MATCH (n) WHERE any(l IN labels(n) WHERE l IN $l) AND NOT n:Entity
     OPTIONAL MATCH (n)-[r]->(m)
     RETURN elementId(n) AS id, labels(n) AS labels, properties(n) AS properties,
       collect(type(r) + elementId(m)) AS out ORDER BY id`,
    { l: FOREIGN },
  );
const entities = (tenant: string) =>
  query(
    `MATCH (e:Entity {tenant: $tenant}) OPTIONAL MATCH (e)-[r]->(o:Entity)
     OPTIONAL MATCH (e)-[:HAS_PROFILE]->(p)
     RETURN e.externalId AS id, e.type AS type, e.name AS name, properties(e) AS properties, p.text AS text,
       collect(type(r) + ' ' + o.name) AS out ORDER BY id`,
    { tenant },
  );

describe('the plan of an import from Neo4j', () => {
  it('guesses names, ids, texts and typed properties, and leaves embeddings out', async () => {
    const plan = await planNeo4j({ source }, { config, environment });
    const harbour = plan.nodes.find(({ label }) => label === 'Harbour');
    expect(harbour).toMatchObject({ id: 'code', name: 'harbourName', text: ['guide'], count: 2 });
    expect([...(harbour?.properties.keys() ?? [])]).toEqual(['at', 'berths', 'code', 'depth', 'opened']);
    expect(plan.nodes.find(({ label }) => label === 'Skipper')).toMatchObject({ id: null, name: 'title' });
    expect(plan.nodes.find(({ label }) => label === 'Ferry')).toMatchObject({
      aliases: ['aliases'],
      id: null, // no constraint, and "hull" does not read like an id
    });
    expect(plan.relations).toContainEqual({
      type: 'MOORED_AT',
      name: 'MOORED_AT',
      description: '',
      count: 2,
    });
  });

  it('sees nothing of ours, also not what was imported before from the same labels', async () => {
    await load(uniqueTenant('plan'));
    const plan = await planNeo4j({ source }, { config, environment });
    const labels = plan.nodes.map(({ label }) => label);
    expect(labels.filter((label) => (LABELS as readonly string[]).includes(label))).toEqual([]);
    expect(plan.nodes.find(({ label }) => label === 'Harbour')?.count).toBe(2);
    expect((await failure({ source, nodes: { Entity: {} } })).code).toBe('TRELLIS_IMPORT_MAPPING_INVALID');
  });

  it('prints YAML that reads as the same plan', async () => {
    const plan = await planNeo4j({ source }, { config, environment });
    const again = await planNeo4j(parseMapping(printMapping(plan)), { config, environment });
    expect(again).toEqual(plan);
  });
});

describe('an import from Neo4j', () => {
  it('takes nodes, texts, typed properties, names and relations', async () => {
    const tenant = uniqueTenant('neo4j');
    const report = await load(tenant);
    expect(report).toMatchObject({
      source: 'harbours',
      status: 'created',
      nodes: { created: 5, updated: 0, removed: 0 },
      edges: { created: 3 },
    });
    const rows = await entities(tenant);
    expect(rows.map(({ type, name, out }) => [type, name, out])).toEqual([
      ['Ferry', 'Heron', ['MOORED_AT Tarn']],
      ['Harbour', 'Orle', []],
      ['Harbour', 'Tarn', []],
      ['Skipper', 'Ilva Brand', ['STEERS Heron']],
      ['boat', 'Gannet', ['MOORED_AT Orle']],
    ]);
    const tarn = rows[2];
    expect(tarn?.['id']).toBe('Harbour:TRN');
    expect(tarn?.['text']).toBe(`Tarn. ${GUIDE}`);
    expect(tarn?.['properties']).toMatchObject({ berths: 12, depth: 7.5, opened: '1904-05-02', code: 'TRN' });
    expect(tarn?.['properties']).not.toHaveProperty('shape');
    expect(rows[4]?.['properties']).toMatchObject({ built: '2001-02-03T04:05:06' });
    const names = await query(
      'MATCH (n:Name {tenant: $tenant})-[:NAMES]->(e {name: $name}) RETURN n.text AS text',
      {
        tenant,
        name: 'Heron',
      },
    );
    expect(names.map(({ text }) => text)).toContain('The Bird');
  });

  it('changes nothing the second time, and only what differs after a change; the source is never written', async () => {
    const tenant = uniqueTenant('neo4j');
    await load(tenant);
    const before = await foreignDump();
    expect(await load(tenant)).toMatchObject({ status: 'unchanged', nodes: { unchanged: 5 } });
    expect(await foreignDump()).toEqual(before);
    await query("MATCH (h:Harbour {code: 'ORL'}) WHERE NOT h:Entity SET h.berths = 4");
    await query('MATCH (:Skipper)-[s:STEERS]->(:Vessel) WHERE s.tenant IS NULL DELETE s');
    expect(await load(tenant)).toMatchObject({
      status: 'updated',
      nodes: { created: 0, updated: 1, removed: 0, unchanged: 4 },
      edges: { created: 0, removed: 1, unchanged: 2 },
    });
    const orle = (await entities(tenant)).find(({ name }) => name === 'Orle');
    expect(orle?.['properties']).toMatchObject({ berths: 4 });
  });

  it('reads as the mapping says: other types, names and properties, chosen relations', async () => {
    const tenant = uniqueTenant('neo4j');
    await load(tenant, {
      name: 'chosen',
      source,
      nodes: {
        Vessel: { type: 'boat', id: 'hull', name: 'title', properties: { tags: 'kinds' } },
        Harbour: { type: 'port', id: 'code', name: 'harbourName', text: [], properties: [] },
      },
      relations: { MOORED_AT: { name: 'lies at', description: 'where the boat is kept' } },
    });
    const rows = await entities(tenant);
    expect(rows.map(({ id, out }) => [id, out])).toEqual([
      ['Harbour:ORL', []],
      ['Harbour:TRN', []],
      ['Vessel:9007', ['lies at Tarn']],
      ['Vessel:9008', ['lies at Orle']],
    ]);
    expect(rows[2]?.['properties']).toMatchObject({ kinds: ['fast', 'blue'] });
    expect(rows[1]?.['properties']).not.toHaveProperty('berths');
  });
});

describe('a mapping or a source that does not do', () => {
  it('is refused with the nearest names of label, property and relationship type', async () => {
    const { code, message } = await failure({
      source,
      nodes: { Harbor: {}, Vessel: { name: 'titel' } },
      relations: { MORED_AT: 'x' },
    });
    expect(code).toBe('TRELLIS_IMPORT_MAPPING_INVALID');
    for (const hint of ['nearest: Harbour', 'nearest: title', 'nearest: MOORED_AT'])
      expect(message).toContain(hint);
  });

  it('is refused when its id stands on two nodes or is missing on one, before anything is written', async () => {
    const tenant = uniqueTenant('neo4j');
    const codes = [];
    for (const id of ['guide', 'depth']) {
      await query("MATCH (h:Harbour) WHERE NOT h:Entity SET h.guide = 'same'");
      codes.push(
        await load(tenant, { source, nodes: { Harbour: { id } } }).catch(
          (error: { code: string }) => error.code,
        ),
      );
    }
    expect(codes).toEqual(['TRELLIS_IMPORT_MAPPING_INVALID', 'TRELLIS_IMPORT_MAPPING_INVALID']);
    expect(await entities(tenant)).toEqual([]);
  });

  it('is told apart: no server, wrong password, no such database, no password set', async () => {
    const impatient = { config: neo4jConfig({ NEO4J_CONNECT_TIMEOUT_MS: '1000' }) };
    const codes = [
      await failure({ source: { ...source, uri: 'bolt://127.0.0.1:1' } }, impatient),
      await failure({ source }, { environment: { SECRET: 'wrong-password' } }),
      await failure({ source: { ...source, database: 'nowhere' } }),
      await failure({ source }, { environment: {} }),
      await failure({ source: { ...source, uri: 'http://127.0.0.1' } }),
    ].map(({ code }) => code);
    expect(codes).toEqual([
      'TRELLIS_IMPORT_SOURCE_UNAVAILABLE',
      'TRELLIS_IMPORT_SOURCE_UNAUTHORIZED',
      'TRELLIS_IMPORT_SOURCE_FAILED',
      'TRELLIS_IMPORT_MAPPING_INVALID',
      'TRELLIS_IMPORT_MAPPING_INVALID',
    ]);
  });
});

describe('a source', () => {
  it('comes in batches of at most a thousand, each node once', async () => {
    await query('UNWIND range(1, 2500) AS number CREATE (:Teapot {number: number})');
    const graph = await openSource({ ...source, password: environment.SECRET }, config);
    const sizes: number[] = [];
    const seen = new Set<string>();
    for await (const batch of graph.nodes(['Teapot'], ['number'])) {
      sizes.push(batch.length);
      for (const { elementId } of batch) seen.add(elementId);
    }
    await graph.close();
    expect(sizes).toEqual([1000, 1000, 501]);
    expect(seen.size).toBe(2501);
  });
});
