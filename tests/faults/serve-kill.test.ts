import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DocumentList, IngestReport } from '../../src/domain/api/documents.ts';
import { type Surroundings, startServe } from '../e2e/command-line-process.ts';
import { query } from '../integration/ingest/graph-dump.ts';
import { SMALL_CHUNKS } from '../integration/ingest/ingest-context.ts';
import { neo4jConfig } from '../setup/neo4j-context.ts';
import { editionsOf, faultsOf, jobStatesOf, stagedNodesOf, waitForCommit } from './graph-faults.ts';
import { KILLS, seededNumbers } from './kill-moments.ts';

/** Parts of each document. */
const PARTS = { 'one.md': 1, 'two.md': 2, 'five.md': 5 } as const;
const FILES = Object.keys(PARTS).length;
const URIS = Object.keys(PARTS)
  .map((name) => `upload:${name}`)
  .sort();

/** Three before the kills, one at each. */
const LAST_EDITION = 3 + KILLS;

const PEOPLE = ['Maren Holt', 'Jonas Feld', 'Clara Quist', 'Tobias Rehn', 'Ines Varga'];
const FIRMS = ['Osprey Cranes Ltd', 'Delmar Yards Ltd', 'Kestrel Ropes Ltd'];

let surroundings: Surroundings;
let tenant = '';
beforeAll(async () => {
  const { NEO4J_URI, NEO4J_USER, NEO4J_PASSWORD, TRELLIS_TENANT } = neo4jConfig();
  tenant = TRELLIS_TENANT;
  const folder = await mkdtemp(join(tmpdir(), 'trellis-serve-kill-'));
  const own = { NEO4J_URI, NEO4J_USER, NEO4J_PASSWORD, TRELLIS_TENANT };
  surroundings = { folder, environment: { ...process.env, ...SMALL_CHUNKS, ...own } };
});
afterAll(() => rm(surroundings.folder, { recursive: true, force: true }));

/** Every paragraph says which edition it belongs to, and people change their firms from one to the next. */
function textOf(edition: number, parts: number): string {
  const paragraph = (index: number) =>
    `## Part ${index}\n\nEdition ${edition}. ${PEOPLE[index % PEOPLE.length]} works for ${FIRMS[(index + edition) % FIRMS.length]}. It went on and on.`;
  return `# Report of ${parts} parts\n\n${Array.from({ length: parts }, (_, index) => paragraph(index)).join('\n\n')}\n`;
}

async function upload(address: string, edition: number): Promise<IngestReport> {
  const form = new FormData();
  for (const [name, parts] of Object.entries(PARTS))
    form.append('file', new Blob([textOf(edition, parts)]), name);
  const response = await fetch(`${address}/v1/documents`, { method: 'POST', body: form });
  expect(response.status).toBe(200);
  return (await response.json()) as IngestReport;
}

/** Runs `body` with a service of its own, which is told to end afterwards. */
async function withService<T>(body: (address: string, child: ChildProcess) => Promise<T>): Promise<T> {
  const { child, address } = await startServe(surroundings);
  const ended = once(child, 'close');
  try {
    return await body(address, child);
  } finally {
    child.kill('SIGTERM');
    await ended;
  }
}

/** Uploads an edition that all documents must come through with; returns how long that took. */
async function uploadWhole(address: string, edition: number): Promise<number> {
  const began = performance.now();
  const { totals } = await upload(address, edition);
  expect(totals).toMatchObject({ [edition === 0 ? 'created' : 'updated']: FILES, failed: 0 });
  return performance.now() - began;
}

/** Uploads to a fresh service and kills it after that time; returns whether the upload was still unanswered. */
function uploadAndKill(edition: number, afterMs: number): Promise<boolean> {
  return withService(async (address, child) => {
    const answered = upload(address, edition).then(
      () => true,
      (error: unknown) => {
        if (error instanceof TypeError) return false; // the connection broke
        throw error;
      },
    );
    await sleep(afterMs);
    child.kill('SIGKILL');
    return !(await answered);
  });
}

describe('a service that is killed', () => {
  it('leaves no half document at any of ten moments of an upload, and the next upload finishes', async () => {
    await withService(async (address) => {
      await uploadWhole(address, 0);
      await expectKnowledge();
      await uploadWhole(address, 1); // the first change is slow: the database has to plan its statements
    });
    const ms = await withService((address) => uploadWhole(address, 2));
    const random = seededNumbers();
    let unanswered = 0;
    for (let kill = 0; kill < KILLS; kill += 1) {
      if (await uploadAndKill(3 + kill, random() * ms * 0.9)) unanswered += 1;
      await waitForCommit(tenant);
      expect(await faultsOf(tenant)).toEqual([]);
      expect(await activeDocuments()).toBe(FILES);
    }
    // An upload may be quicker than the measured one, most may not.
    expect(unanswered).toBeGreaterThanOrEqual(KILLS - 3);
    const listed = await withService(async (address) => {
      await uploadWhole(address, LAST_EDITION);
      return (await (await fetch(`${address}/v1/documents`)).json()) as DocumentList;
    });
    expect(listed.documents.flatMap(({ uris }) => uris).sort()).toEqual(URIS);
    expect(await faultsOf(tenant)).toEqual([]);
    await expectFinished();
  });
});

/** What is checked for faults is there: else nothing could be found. */
async function expectKnowledge(): Promise<void> {
  const [found] = await query(
    `MATCH (:Entity {tenant: $tenant})-[r:WORKS_FOR]->(:Entity) WHERE size(r.sources) > 0
     WITH count(r) AS relations
     MATCH (c:Chunk {tenant: $tenant}) RETURN relations, count(c) AS chunks`,
    { tenant },
  );
  expect(found?.['relations']).toBeGreaterThanOrEqual(PEOPLE.length);
  expect(found?.['chunks']).toBeGreaterThan(FILES);
}

async function activeDocuments(): Promise<number> {
  const [row] = await query(
    "MATCH (d:Document {tenant: $tenant, state: 'active'}) RETURN count(d) AS documents",
    { tenant },
  );
  return Number(row?.['documents']);
}

async function expectFinished(): Promise<void> {
  expect(await editionsOf(tenant)).toEqual([String(LAST_EDITION)]);
  expect(await stagedNodesOf(tenant)).toBe(0);
  const { failed = 0, running } = await jobStatesOf(tenant);
  // An upload that was killed before it had recorded itself leaves no job.
  expect(failed).toBeGreaterThanOrEqual(KILLS / 2);
  expect(failed).toBeLessThanOrEqual(KILLS);
  expect(running).toBeUndefined();
}
