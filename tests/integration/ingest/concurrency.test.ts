import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createIngest } from '../../../src/ingest/ingest.ts';
import type { IngestDeps } from '../../../src/ingest/services.ts';
import { uniqueTenant } from '../../setup/neo4j-context.ts';
import { query } from './graph-dump.ts';
import { type IngestContext, openIngestContext, upload } from './ingest-context.ts';

let context: IngestContext;
beforeAll(async () => {
  context = await openIngestContext();
});
afterAll(() => context.close());

const people = Array.from({ length: 50 }, (_, index) => `{Person:P${index}}`);

/** Names all fifty in an order of its own, and states a relation between each and the next. */
function document(number: number): string {
  const turned = people.map((_, index) => people[(index * 7 + number * 13) % people.length] ?? '');
  const facts = people.map((_, index) => `{P${index} KNOWS P${(index + 1) % people.length}}`);
  return `# Document ${number}\n\n${turned.join(' ')}\n\n${facts.join('. ')}\n`;
}

describe('several at once', () => {
  it('eight documents with fifty shared entities come to one graph without a failure', async () => {
    const tenant = uniqueTenant();
    const reports = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        context.ingest.files([upload(`d${index}.md`, document(index))], { tenant }),
      ),
    );
    expect(reports.map(({ totals }) => totals.created)).toEqual(Array(8).fill(1));
    const [entities] = await query(
      `MATCH (e:Entity {tenant: $tenant}) OPTIONAL MATCH (e)<-[m:MENTIONS]-(n)
       WITH e, count(DISTINCT n.documentId) AS documents
       RETURN count(e) AS entities, min(documents) AS least`,
      { tenant },
    );
    expect(entities).toEqual({ entities: 50, least: 8 });
    const [relations] = await query(
      `MATCH (:Entity {tenant: $tenant})-[r:KNOWS]->()
       UNWIND r.sources AS source
       WITH r, count(DISTINCT split(source, '.')[0]) AS documents
       RETURN count(r) AS relations, min(documents) AS least`,
      { tenant },
    );
    expect(relations).toEqual({ relations: 50, least: 8 });
  });

  it('two runs on the same document end as one after the other, never mixed', async () => {
    const tenant = uniqueTenant();
    const texts = ['# Old\n\n{Person:Ada} is old.\n', '# New\n\n{Person:Bob} is new.\n'];
    const reports = await Promise.all(
      texts.map((text) => context.ingest.files([upload('same.md', text)], { tenant })),
    );
    expect(reports.map(({ totals }) => totals.failed)).toEqual([0, 0]);
    const statuses = reports.flatMap(({ results }) => results.map(({ status }) => status));
    expect(statuses.sort()).toEqual(['created', 'updated']);
    const { documents } = await context.documents.list({ tenant, groups: 'all' }, { limit: 10 });
    expect(documents).toHaveLength(1);
    const detail = await context.documents.show({ tenant, groups: 'all' }, documents[0]?.id ?? '');
    const expected = detail.document.title === 'Old' ? 'Ada' : 'Bob';
    expect(detail.document.version).toBe(2);
    expect(detail.entities.map(({ name }) => name)).toEqual([expected]);
    const entities = await query('MATCH (e:Entity {tenant: $tenant}) RETURN e.name AS name', { tenant });
    expect(entities).toEqual([{ name: expected }]);
  });

  it('two runs on the same bytes work once', async () => {
    const tenant = uniqueTenant();
    const file = upload('same.md', '# Same\n\n{Person:Ada}\n');
    const reports = await Promise.all([1, 2, 3].map(() => context.ingest.files([file], { tenant })));
    const statuses = reports.flatMap(({ results }) => results.map(({ status }) => status));
    expect(statuses.sort()).toEqual(['created', 'unchanged', 'unchanged']);
  });
});

describe('a large document', () => {
  const paragraphs = Array.from(
    { length: 120 },
    (_, index) =>
      `## Part ${index}\n\n{Person:P${index % 40}} did thing ${index}. ${'It went on for long and longer. '.repeat(9)}`,
  );

  it('is staged in parts that nobody sees, and becomes visible at once', async () => {
    const tenant = uniqueTenant();
    const seen: number[] = [];
    const watched: IngestDeps = {
      ...context.deps,
      rowsPerTransaction: 100,
      database: {
        ...context.database,
        writeTransaction: async (work) => {
          const { documents } = await context.documents.list({ tenant, groups: 'all' }, { limit: 10 });
          const [row] = await query(
            'MATCH (n {tenant: $tenant}) WHERE n.acl IN $acls RETURN count(n) AS visible',
            { tenant, acls: await visibleKeys(tenant) },
          );
          seen.push(documents.length, Number(row?.['visible'] ?? 0));
          return context.database.writeTransaction(work);
        },
      },
    };
    const report = await createIngest(watched).files([upload('long.md', paragraphs.join('\n\n'))], {
      tenant,
    });
    expect(report.results[0]).toMatchObject({ status: 'created' });
    expect(seen.length).toBeGreaterThan(6);
    expect(new Set(seen)).toEqual(new Set([0]));
    const staged = await query("MATCH (n {tenant: $tenant, acl: '~staged'}) RETURN count(n) AS nodes", {
      tenant,
    });
    expect(staged).toEqual([{ nodes: 0 }]);
    const [chunks] = await query('MATCH (n:Chunk {tenant: $tenant}) RETURN count(n) AS chunks', { tenant });
    expect(chunks).toEqual({ chunks: report.results[0]?.chunks });
  });

  it('leaves nothing behind when it fails half way, and says why', async () => {
    const tenant = uniqueTenant();
    let transactions = 0;
    const broken: IngestDeps = {
      ...context.deps,
      rowsPerTransaction: 100,
      database: {
        ...context.database,
        writeTransaction: async (work) => {
          transactions += 1;
          if (transactions > 4) throw new Error('the disk is full');
          return context.database.writeTransaction(work);
        },
      },
    };
    const report = await createIngest(broken).files([upload('long.md', paragraphs.join('\n\n'))], { tenant });
    expect(report.results[0]).toMatchObject({ status: 'failed', error: { code: 'TRELLIS_INTERNAL' } });
    const left = await query(
      'MATCH (n {tenant: $tenant}) WHERE NOT n:Job AND NOT n:Meta RETURN labels(n) AS labels LIMIT 5',
      { tenant },
    );
    expect(left).toEqual([]);
    const jobs = await query(
      'MATCH (j:Job {tenant: $tenant}) RETURN j.kind AS kind, j.state AS state ORDER BY kind',
      {
        tenant,
      },
    );
    expect(jobs).toEqual([
      { kind: 'file', state: 'failed' },
      { kind: 'ingest', state: 'done' },
    ]);
  });
});

async function visibleKeys(tenant: string): Promise<string[]> {
  const rows = await query('MATCH (k:AccessKey {tenant: $tenant}) RETURN k.id AS id', { tenant });
  return rows.map(({ id }) => String(id));
}
