import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createImport } from '../../../src/ingest/import-skb.ts';
import { resolveScope } from '../../../src/store/access.ts';
import type { Database } from '../../../src/store/driver.ts';
import { uniqueTenant } from '../../setup/neo4j-context.ts';
import { query } from './graph-dump.ts';
import { BREWERIES, type GraphFiles, writeGraph } from './import-folder.ts';
import { type IngestContext, openIngestContext } from './ingest-context.ts';

let context: IngestContext;
const open = { access: [], classification: 'internal' } as const;
/** Several imports each: a busy machine takes its time. */
const PATIENT_MS = 180_000;
beforeAll(async () => {
  context = await openIngestContext();
});
afterAll(() => context.close());

const tenantNodes = async (tenant: string): Promise<unknown> =>
  (await query('MATCH (n {tenant: $tenant}) WHERE NOT n:Meta RETURN count(n) AS count', { tenant }))[0]?.[
    'count'
  ];

const visibleEntities = async (tenant: string): Promise<unknown> => {
  const { acls } = await resolveScope(context.database, { tenant, groups: 'all' });
  const rows = await query(
    `MATCH (e:Entity {tenant: $tenant})-[:HAS_PROFILE]->(p:Profile) WHERE e.acl IN $acls AND p.acl IN $acls
     RETURN count(e) AS count`,
    { tenant, acls },
  );
  return rows[0]?.['count'];
};

/** A chain of beads, each next to the one before. */
function beads(count: number, colour: string): GraphFiles {
  return {
    schema: {
      name: 'beads',
      node_types: { bead: '' },
      relations: { next_to: { domain: 'bead', range: 'bead' } },
    },
    nodes: Array.from({ length: count }, (_, id) => ({
      id,
      type: 'bead',
      name: `Bead ${id}`,
      text: `Bead ${id} is ${colour}.`,
    })),
    edges: Array.from({ length: count - 1 }, (_, id) => ({
      source: id,
      relation: 'next_to',
      target: id + 1,
    })),
  };
}

/** A database whose writing transactions fail from the given one on, as when the process is cut off. */
function failingFrom(database: Database, transaction: number): Database {
  let count = 0;
  const gate = () => {
    count += 1;
    if (count >= transaction) throw new Error('cut off');
  };
  return {
    ...database,
    write: async (...call) => {
      gate();
      return database.write(...call);
    },
    writeTransaction: async (work) => {
      gate();
      return database.writeTransaction(work);
    },
  };
}

describe('an import that does not end', () => {
  it(
    'leaves nothing when the model fails halfway',
    async () => {
      const tenant = uniqueTenant('import');
      const directory = await writeGraph(context.folder, 'half', beads(510, 'red'));
      let calls = 0;
      const embeddings = {
        ...context.deps.embeddings,
        embedDocuments: async (texts: string[]) => {
          calls += 1;
          if (calls === 2) throw new Error('the model is gone');
          return context.deps.embeddings.embedDocuments(texts);
        },
      };
      const importSkb = createImport({ ...context.deps, embeddings });
      await expect(importSkb({ directory, tenant, ...open })).rejects.toThrow('the model is gone');
      expect(await tenantNodes(tenant)).toBe(0);
    },
    PATIENT_MS,
  );

  it('shows nothing after it was cut off at any point, and the next run finishes the job', async () => {
    const directory = await writeGraph(context.folder, 'cut', BREWERIES);
    for (const transaction of [2, 3, 4]) {
      const tenant = uniqueTenant('import');
      const cut = createImport({ ...context.deps, database: failingFrom(context.database, transaction) });
      await expect(cut({ directory, tenant, ...open })).rejects.toThrow('cut off');
      expect(await visibleEntities(tenant)).toBe(0);
      // The process that held it is gone: no process has this number.
      await query(
        `MATCH (m:Meta {tenant: $tenant}) WHERE m.owner IS NOT NULL
         SET m.owner = split(m.owner, '|')[0] + '|999999999|' + split(m.owner, '|')[2]`,
        { tenant },
      );
      const report = await createImport(context.deps)({ directory, tenant, ...open });
      expect(report).toMatchObject({ status: 'created', nodes: { created: 6 } });
      const clean = uniqueTenant('import');
      await createImport(context.deps)({ directory, tenant: clean, ...open });
      expect([await visibleEntities(tenant), await tenantNodes(tenant)]).toEqual([
        6,
        await tenantNodes(clean),
      ]);
    }
  });

  it('lets only one of two runs of the same graph go on', async () => {
    const tenant = uniqueTenant('import');
    const directory = await writeGraph(context.folder, 'race', beads(30, 'blue'));
    const outcomes = await Promise.allSettled(
      [1, 2].map(() => createImport(context.deps)({ directory, tenant, ...open })),
    );
    const codes = outcomes.map((outcome) =>
      outcome.status === 'fulfilled' ? outcome.value.status : outcome.reason.code,
    );
    expect(codes.sort()).toEqual(['TRELLIS_INGEST_DOCUMENT_BUSY', 'created']);
    expect(await visibleEntities(tenant)).toBe(30);
  });
});

describe('a large change', () => {
  it('is staged under a key of its own and leaves what a fresh import makes', async () => {
    const tenant = uniqueTenant('import');
    const importSkb = createImport({ ...context.deps, rowsAtOnce: 10 });
    await importSkb({
      directory: await writeGraph(context.folder, 'red', beads(40, 'red')),
      tenant,
      ...open,
    });
    const before = await tenantNodes(tenant);
    const directory = await writeGraph(context.folder, 'green', beads(40, 'green'));
    const report = await importSkb({ directory, tenant, ...open });
    expect(report).toMatchObject({
      nodes: { created: 0, updated: 40, removed: 0, unchanged: 0 },
      edges: { created: 0, removed: 0, unchanged: 39 },
    });
    expect(await visibleEntities(tenant)).toBe(40);
    const { acls } = await resolveScope(context.database, { tenant, groups: 'all' });
    const [terms] = await query(
      `MATCH (t:TermCount {tenant: $tenant, collection: 'profile'}) WHERE t.acl IN $acls AND t.term IN ['red', 'green']
       RETURN collect([t.term, t.count]) AS counts`,
      { tenant, acls },
    );
    expect(terms?.['counts']).toEqual([['green', 40]]);
    // One more access key than before: relations that stay keep theirs.
    expect(await tenantNodes(tenant)).toBe(Number(before) + 1);
  });
});
