import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { Value } from 'typebox/value';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Config } from '../../../src/config.ts';
import { examine } from '../../../src/doctor/examine.ts';
import { type DoctorReport, DoctorReportSchema } from '../../../src/domain/api/doctor.ts';
import { type Folders, resolveFolders } from '../../../src/folders.ts';
import { embeddingFolder } from '../../../src/models/locate-model.ts';
import { neo4jConfig } from '../../setup/neo4j-context.ts';
import { type IngestContext, openIngest } from '../ingest/open-ingest.ts';

const SPANISH = `# Normas del almacén

Las cajas se guardan en los estantes de la izquierda y se revisan todos los lunes. El encargado anota en el cuaderno
las que faltan, y avisa a la oficina antes de que termine la semana.
`;
const ENGLISH = `# Rules of the store

The boxes are kept on the shelves to the left and are looked through every Monday. The keeper writes down in the book
which of them are missing, and tells the office before the week is over.
`;

let context: IngestContext;
let config: Config;
let folder: string;
let folders: Folders;

const run = (change: Partial<Config> = {}): Promise<DoctorReport> =>
  examine({ ...config, ...change }, folders, {
    tenant: config.TRELLIS_TENANT,
    environment: process.env,
  });
const checkOf = (report: DoctorReport, wanted: string) => report.checks.find(({ name }) => name === wanted);

async function add(name: string, text: string): Promise<void> {
  const files = [{ name, bytes: new TextEncoder().encode(text) }];
  const { totals } = await context.ingest.files(files, { tenant: config.TRELLIS_TENANT });
  expect(totals.created).toBe(1);
}

beforeAll(async () => {
  config = neo4jConfig();
  folder = await mkdtemp(join(tmpdir(), 'trellis-doctor-'));
  folders = resolveFolders(config, {
    workingDirectory: folder,
    homeDirectory: homedir(),
    platform: process.platform,
    environment: process.env,
  });
  context = await openIngest(config);
});
afterAll(async () => {
  await context.close();
  await rm(folder, { recursive: true, force: true });
});

describe('trellis doctor', () => {
  it('counts the languages of the documents and warns when the embedding reads too few of them', async () => {
    await add('rules.md', ENGLISH);
    const english = await run();
    expect(checkOf(english, 'languages')).toMatchObject({ status: 'ok' });
    await add('normas.md', SPANISH);
    const mixed = await run();
    expect(Value.Check(DoctorReportSchema, mixed)).toBe(true);
    expect(checkOf(mixed, 'languages')).toMatchObject({
      status: 'warn',
      message: expect.stringMatching(/en 1 \(50 %\), es 1 \(50 %\)/u),
    });
    const told = await run({ EMBEDDING_LANGUAGES: 'en,es' });
    expect(checkOf(told, 'languages')).toMatchObject({ status: 'ok' });
  }, 180_000);

  it('finds server, indexes and embedding model of a migrated graph in order', async () => {
    const report = await run();
    for (const name of ['database', 'indexes', 'graph-model', 'embedding'])
      expect(checkOf(report, name)).toMatchObject({ name, status: 'ok' });
    expect(checkOf(report, 'database')?.message).toContain(context.database.info.version);
  });

  it('fails with a code when nothing answers at the address, and still looks at the rest', async () => {
    const report = await run({ NEO4J_URI: 'bolt://127.0.0.1:1', NEO4J_CONNECT_TIMEOUT_MS: 500 });
    expect(report.status).toBe('fail');
    expect(checkOf(report, 'database')?.message).toContain('TRELLIS_STORE_UNAVAILABLE');
    expect(checkOf(report, 'embedding')).toMatchObject({ status: 'ok' });
  });

  it('fails for an embedding model that is not on this machine, and fetches nothing', async () => {
    const report = await run({ EMBEDDING_MODEL: 'nobody/such-a-model' });
    expect(checkOf(report, 'embedding')).toMatchObject({
      status: 'fail',
      advice: expect.stringContaining('trellis models fetch'),
    });
    expect(existsSync(embeddingFolder(folders, 'nobody/such-a-model'))).toBe(false);
  });

  it('starts no embedded server', async () => {
    const report = await run({ NEO4J_URI: '' });
    expect(checkOf(report, 'database')).toMatchObject({
      status: 'warn',
      advice: expect.stringContaining('trellis db start'),
    });
    expect(checkOf(report, 'languages')).toBeUndefined();
  });
});
