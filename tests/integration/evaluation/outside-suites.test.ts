import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTrellis, type Trellis } from '../../../src/composition-root.ts';
import { compareRuns } from '../../../src/evaluation/compare.ts';
import { exportStark } from '../../../src/evaluation/export-stark.ts';
import { resolveFolders } from '../../../src/folders.ts';
import { neo4jConfig } from '../../setup/neo4j-context.ts';

const run = promisify(execFile);
let folder: string;
let trellis: Trellis;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'trellis-suites-'));
  const config = neo4jConfig({ NEO4J_QUERY_TIMEOUT_MS: '60000', NEO4J_CONNECT_TIMEOUT_MS: '30000' });
  const machine = {
    workingDirectory: folder,
    homeDirectory: homedir(),
    platform: process.platform,
    environment: process.env,
  };
  trellis = await createTrellis(config, resolveFolders(config, machine), { environment: process.env });
});
afterAll(async () => {
  await trellis.close();
  await rm(folder, { recursive: true, force: true });
});

const results = async (out: string) =>
  (await readFile(join(out, 'results.jsonl'), 'utf8'))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

describe('a suite exported from STaRK data', () => {
  it('is measured like any other, and ranks only the types that it names', async () => {
    const toy = join(folder, 'toy');
    await run('python3', ['-B', join(import.meta.dirname, '../../fixtures/stark/make_toy.py'), toy]);
    const suite = join(folder, 'stark');
    await exportStark({ dataSet: 'amazon', from: toy, out: suite, split: 'test', python: 'python3' });
    const out = join(folder, 'stark-run');
    const summary = await trellis.evaluation.run(suite, { pipelines: ['bm25'], out });
    // The questions name the brand node "Quillon" and the colour node "moss" word for word, but only products are ranked.
    // The words of the first stand in the product that answers it; those of the second in another product.
    const ranked = (await results(out)).flatMap(({ top }) =>
      top.flatMap(({ ids }: { ids: string[] }) => ids),
    );
    expect(ranked.length).toBeGreaterThan(0);
    expect(ranked.filter((id) => !['0', '1', '2'].includes(id))).toEqual([]);
    expect(summary.pipelines['bm25']).toMatchObject({ 'hit@1': 0.5, mrr: 0.5 });
    expect(Object.keys(summary.pipelines['bm25'] ?? {})).toEqual(
      expect.arrayContaining(['hit@1', 'hit@5', 'recall@20', 'mrr']),
    );
  });
});

describe("a suite in CRAG's form", () => {
  const page = (page_url: string, html: string) => ({ page_url, page_name: 'Tarn', page_result: html });
  const tarn = page(
    'http://a.example/tarn',
    '<h1>Tarn lighthouse</h1><p>The keeper of the Tarn lighthouse is Ilva Brand.</p>',
  );
  const quarry = page(
    'http://b.example/quarry',
    '<h1>Orle quarry</h1><p>The keeper of the Tarn lighthouse is unknown to the Orle quarry, says Mara Quist.</p>',
  );
  const rows = [
    { id: 'own', query: 'Who is the keeper of the Tarn lighthouse?', answer: 'Ilva Brand', pages: [tarn] },
    {
      id: 'other',
      query: 'Who is the keeper of the Tarn lighthouse?',
      answer: 'Ilva Brand',
      pages: [quarry],
    },
    {
      id: 'none',
      query: 'When did Zephyrine Ottokar invent the gallimaufry?',
      answer: '1904',
      pages: [tarn],
    },
  ];

  it('scores answers, from the pages of each question only, and gives no rank measures', async () => {
    const suite = join(folder, 'crag');
    await mkdir(suite);
    await writeFile(
      join(suite, 'suite.json'),
      JSON.stringify({
        name: 'crag toy',
        kind: 'documents',
        format: 'crag',
        files: { questions: 'crag.jsonl' },
      }),
    );
    const lines = rows.map(({ id, query, answer, pages }) =>
      JSON.stringify({ interaction_id: id, query, answer, alt_ans: [], search_results: pages }),
    );
    await writeFile(join(suite, 'crag.jsonl'), lines.join('\n'));
    const out = join(folder, 'crag-run');
    const summary = await trellis.evaluation.run(suite, { pipelines: ['auto'], out });
    const byId = new Map((await results(out)).map((result) => [result.id, result]));
    expect(byId.get('own')).toMatchObject({ status: 'answered', crag: 1 });
    expect(byId.get('other').answer).not.toContain('Ilva Brand');
    expect(byId.get('other').crag).not.toBe(1);
    expect(byId.get('none')).toMatchObject({ status: 'insufficient_evidence', crag: 0 });
    const verdicts = [...byId.values()].map(({ crag }) => crag as number);
    const figures = summary.pipelines['auto'] ?? {};
    expect(figures['crag']).toBeCloseTo(verdicts.reduce((sum, verdict) => sum + verdict, 0) / 3, 9);
    expect(figures['cragAccuracy']).toBeCloseTo(1 / 3, 9);
    expect(Object.keys(figures)).not.toContain('mrr');
    const [comparison] = await compareRuns(out, out);
    expect(Object.keys(comparison?.measures ?? {})).toEqual(['crag']);
  });
});
