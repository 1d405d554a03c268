import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { IngestReport } from '../../src/domain/api/documents.ts';
import { query } from '../integration/ingest/graph-dump.ts';
import { type IngestContext, openIngestContext, SMALL_CHUNKS } from '../integration/ingest/ingest-context.ts';
import { uniqueTenant } from '../setup/neo4j-context.ts';

/** Kills, and the seed of their moments. */
const KILLS = 10;
const SEED = 20261130;

let context: IngestContext;
let tenant = '';
beforeAll(async () => {
  context = await openIngestContext();
  tenant = uniqueTenant();
});
afterAll(() => context.close());

/** Every paragraph says which edition it belongs to; one document is large enough to be staged in parts. */
async function writeEdition(edition: number): Promise<void> {
  const paragraph = (index: number) =>
    `## Part ${index}\n\nEdition ${edition}. {Person:P${index % 30}} of {Org:O${edition % 3}}. {P${index % 30} WORKS_FOR O${edition % 3}}. ${'It went on. '.repeat(8)}`;
  for (const [name, parts] of Object.entries({ a: 1, b: 2, c: 4, long: 30 })) {
    const text = Array.from({ length: parts }, (_, index) => paragraph(index)).join('\n\n');
    await writeFile(join(context.folder, `${name}.md`), `# ${name}\n\n${text}\n`);
  }
}

interface Finished {
  readonly report: IngestReport;
  readonly statements: number;
}

/** Runs the child to its end; undefined when it was killed, after it had sent that many statements. */
async function runChild(killAt?: number): Promise<Finished | undefined> {
  const { NEO4J_URI, NEO4J_USER, NEO4J_PASSWORD } = context.config;
  const script = join(import.meta.dirname, 'ingest-child.ts');
  const child = spawn(process.execPath, [script, context.folder, tenant, String(killAt ?? '')], {
    env: { ...process.env, ...SMALL_CHUNKS, NEO4J_URI, NEO4J_USER, NEO4J_PASSWORD },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let printed = '';
  child.stdout.on('data', (data: Buffer) => {
    printed += data.toString();
  });
  const [code, signal] = (await once(child, 'close')) as [number | null, string | null];
  if (signal === 'SIGKILL') return undefined;
  expect(code).toBe(0);
  return JSON.parse(printed) as Finished;
}

/** Numbers from 0 to 1, the same for the same seed (Park and Miller 1988). */
function seeded(seed: number): () => number {
  let state = seed % 2147483647;
  return () => {
    state = (state * 48271) % 2147483647;
    return state / 2147483647;
  };
}

/** What a reader of everything could find wrong with the graph at this moment, in words; empty when all is whole. */
async function faultsOf(): Promise<string[]> {
  const checks: Record<string, string> = {
    'a visible node of no visible version': `
      MATCH (n:TreeNode|Window|QAPair|Page|Section {tenant: $tenant}) WHERE n.acl <> '~staged'
      OPTIONAL MATCH (d:Document {id: n.documentId, state: 'active'})
      WITH n, d WHERE d IS NULL OR d.acl <> n.acl OR NOT n.id STARTS WITH d.id + '.v' + toString(d.version) + '.'
      RETURN n.id AS id`,
    'a document without all of its chunks': `
      MATCH (d:Document {tenant: $tenant, state: 'active'})
      OPTIONAL MATCH (c:Chunk {documentId: d.id, acl: d.acl})
      WITH d, count(c) AS chunks WHERE chunks <> d.chunkCount RETURN d.id AS id`,
    'a chunk without a window': `
      MATCH (c:Chunk {tenant: $tenant}) WHERE c.acl <> '~staged' AND NOT (c)-[:HAS_WINDOW]->() RETURN c.id AS id`,
    'two editions in one document': `
      MATCH (c:Chunk {tenant: $tenant}) WHERE c.acl <> '~staged'
      UNWIND [part IN split(c.text, 'Edition ')[1..] | split(part, '.')[0]] AS edition
      WITH c.documentId AS id, count(DISTINCT edition) AS editions WHERE editions > 1 RETURN id`,
    'an entity that nothing visible mentions': `
      MATCH (e:Entity {tenant: $tenant}) WHERE NOT EXISTS { (e)<-[:MENTIONS]-(n) WHERE n.acl <> '~staged' }
      RETURN e.id AS id`,
    'a relation with a source that is not there': `
      MATCH (:Entity {tenant: $tenant})-[r:WORKS_FOR]->() UNWIND r.sources AS source
      WITH source WHERE NOT EXISTS { MATCH (n:Chunk {id: source}) WHERE n.acl <> '~staged' } RETURN source AS id`,
    'a count that is wrong': `
      MATCH (c:Chunk {tenant: $tenant}) WHERE c.acl <> '~staged'
      WITH count(c) AS nodes
      OPTIONAL MATCH (counted:CollectionCount {tenant: $tenant, collection: 'chunk'})
      WITH nodes, coalesce(sum(counted.nodes), 0) AS counted WHERE nodes <> counted RETURN nodes AS id`,
  };
  const parts = Object.entries(checks).map(
    ([fault, text]) => `CALL () { ${text} LIMIT 3 } RETURN '${fault}' AS fault, toString(id) AS id`,
  );
  const rows = await query(parts.join('\nUNION ALL\n'), { tenant });
  return rows.map(({ fault, id }) => `${fault}: ${id}`);
}

describe('an ingest that is killed', () => {
  it('leaves no half document at any of ten moments, and the next run finishes', async () => {
    await writeEdition(0);
    const first = await runChild();
    expect(first?.report.totals).toMatchObject({ created: 4, failed: 0 });
    await writeEdition(1);
    const second = await runChild();
    expect(second?.report.totals).toMatchObject({ updated: 4, failed: 0 });
    const statements = second?.statements ?? 0;
    const random = seeded(SEED);
    let killed = 0;
    for (let kill = 0; kill < KILLS; kill += 1) {
      await writeEdition(2 + kill);
      if ((await runChild(1 + Math.floor(random() * statements * 0.85))) === undefined) killed += 1;
      expect(await faultsOf()).toEqual([]);
    }
    // Runs differ by some statements: one may be done before its moment comes, most may not.
    expect(killed).toBeGreaterThanOrEqual(KILLS - 2);
    await writeEdition(2 + KILLS);
    const last = await runChild();
    expect(last?.report.totals).toMatchObject({ updated: 4, failed: 0 });
    expect(await faultsOf()).toEqual([]);
    await expectFinished();
  });
});

async function expectFinished(): Promise<void> {
  const editions = await query(
    `MATCH (c:Chunk {tenant: $tenant}) UNWIND [p IN split(c.text, 'Edition ')[1..] | split(p, '.')[0]] AS edition
     RETURN DISTINCT edition`,
    { tenant },
  );
  expect(editions).toEqual([{ edition: String(2 + KILLS) }]);
  const staged = await query(
    "MATCH (n {tenant: $tenant}) WHERE n.acl = '~staged' OR n.state = 'building' RETURN count(n) AS nodes",
    { tenant },
  );
  expect(staged).toEqual([{ nodes: 0 }]);
  const jobs = await query(
    "MATCH (j:Job {tenant: $tenant, kind: 'ingest'}) RETURN j.state AS state, count(*) AS jobs ORDER BY state",
    { tenant },
  );
  // Runs that were killed before they had recorded themselves leave no job.
  const failed = Number(jobs.find(({ state }) => state === 'failed')?.['jobs'] ?? 0);
  expect(failed).toBeGreaterThan(KILLS / 2);
  expect(failed).toBeLessThanOrEqual(KILLS);
  expect(jobs.map(({ state }) => state)).not.toContain('running');
}
