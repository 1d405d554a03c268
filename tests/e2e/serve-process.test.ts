import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { neo4jConfig } from '../setup/neo4j-context.ts';
import { startCommand, startServe } from './command-line-process.ts';

let folder = '';
let environment: Record<string, string | undefined> = {};

const start = (...args: string[]) => startCommand({ folder, environment }, ...args);
const serve = () => startServe({ folder, environment });

async function outputOf(
  child: ChildProcess,
): Promise<{ code: number | null; stdout: string; stderr: string }> {
  let stdout = '';
  let stderr = '';
  child.stdout?.on('data', (data: Buffer) => (stdout += data.toString()));
  child.stderr?.on('data', (data: Buffer) => (stderr += data.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, stdout, stderr };
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'trellis-serve-'));
  const config = neo4jConfig();
  environment = {
    ...process.env,
    NEO4J_URI: config.NEO4J_URI,
    NEO4J_USER: config.NEO4J_USER,
    NEO4J_PASSWORD: config.NEO4J_PASSWORD,
    TRELLIS_TENANT: config.TRELLIS_TENANT,
  };
  await writeFile(join(folder, 'kiln.md'), '# Kiln\n\nThe Maddox kiln reaches 1,340 degrees.\n');
});
afterAll(async () => await rm(folder, { recursive: true, force: true }));

describe('the command line', () => {
  it('ingests, asks and says each thing as one JSON object on stdout', async () => {
    const ingested = await outputOf(start('ingest', 'kiln.md', '--json'));
    expect([ingested.code, JSON.parse(ingested.stdout)]).toMatchObject([
      0,
      { totals: { created: 1, failed: 0 } },
    ]);
    const asked = await outputOf(start('ask', 'How many degrees does the Maddox kiln reach?', '--json'));
    expect([asked.code, JSON.parse(asked.stdout)]).toMatchObject([
      0,
      {
        status: 'answered',
        answer: expect.stringContaining('1,340'),
        citations: [{ number: 1, document: { title: 'Kiln' } }],
      },
    ]);
  });

  it('ends with 2 for a usage fault and 1 for a failure, with the code', async () => {
    const usage = await outputOf(start('ingest', '--colour'));
    expect(usage.code).toBe(2);
    const missing = await outputOf(start('ingest', 'nowhere.md', '--json'));
    expect(missing.code).toBe(1);
    expect(missing.stdout).toContain('TRELLIS_INGEST_FILE_NOT_FOUND');
  });

  it('lists every wrong setting at once, and says none of their values', async () => {
    const before = environment;
    environment = { ...before, HTTP_PORT: 'lots', RRF_K: '-5' };
    const { code, stderr } = await outputOf(start('docs', 'list'));
    environment = before;
    expect(code).toBe(2);
    expect(stderr).toMatch(/HTTP_PORT.*RRF_K|RRF_K.*HTTP_PORT/);
    expect(stderr).not.toContain('lots');
  });
});

describe('the service as a process', () => {
  it('answers what was asked before SIGTERM, and ends with 0', async () => {
    const { child, address } = await serve();
    const asked = fetch(`${address}/v1/ask`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ question: 'How many degrees does the Maddox kiln reach?' }),
    });
    await fetch(`${address}/healthz`);
    child.kill('SIGTERM');
    const ended = once(child, 'close');
    expect(await (await asked).json()).toMatchObject({ status: 'answered' });
    expect((await ended)[0]).toBe(0);
    await expect(fetch(`${address}/healthz`)).rejects.toThrow();
  });

  it('says which port it could not have', async () => {
    const { child, address } = await serve();
    const second = await outputOf(start('serve', '--port', new URL(address).port, '--json'));
    child.kill('SIGTERM');
    await once(child, 'close');
    expect(second.code).toBe(1);
    expect(JSON.parse(second.stdout)).toMatchObject({ error: { code: 'TRELLIS_HTTP_PORT_UNAVAILABLE' } });
  });
});
