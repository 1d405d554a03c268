import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { IngestReport } from '../../src/domain/api/documents.ts';
import { type IngestContext, openIngestContext, SMALL_CHUNKS } from '../integration/ingest/ingest-context.ts';
import { uniqueTenant } from '../setup/neo4j-context.ts';
import { editionsOf, faultsOf, jobStatesOf, stagedNodesOf } from './graph-faults.ts';
import { KILLS, seededNumbers } from './kill-moments.ts';

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

describe('an ingest that is killed', () => {
  it('leaves no half document at any of ten moments, and the next run finishes', async () => {
    await writeEdition(0);
    const first = await runChild();
    expect(first?.report.totals).toMatchObject({ created: 4, failed: 0 });
    await writeEdition(1);
    const second = await runChild();
    expect(second?.report.totals).toMatchObject({ updated: 4, failed: 0 });
    const statements = second?.statements ?? 0;
    const random = seededNumbers();
    let killed = 0;
    for (let kill = 0; kill < KILLS; kill += 1) {
      await writeEdition(2 + kill);
      if ((await runChild(1 + Math.floor(random() * statements * 0.85))) === undefined) killed += 1;
      expect(await faultsOf(tenant)).toEqual([]);
    }
    // Runs differ by some statements: one may be done before its moment comes, most may not.
    expect(killed).toBeGreaterThanOrEqual(KILLS - 2);
    await writeEdition(2 + KILLS);
    const last = await runChild();
    expect(last?.report.totals).toMatchObject({ updated: 4, failed: 0 });
    expect(await faultsOf(tenant)).toEqual([]);
    await expectFinished();
  });
});

async function expectFinished(): Promise<void> {
  expect(await editionsOf(tenant)).toEqual([String(2 + KILLS)]);
  expect(await stagedNodesOf(tenant)).toBe(0);
  const { failed = 0, running } = await jobStatesOf(tenant);
  // Runs that were killed before they had recorded themselves leave no job.
  expect(failed).toBeGreaterThan(KILLS / 2);
  expect(failed).toBeLessThanOrEqual(KILLS);
  expect(running).toBeUndefined();
}
