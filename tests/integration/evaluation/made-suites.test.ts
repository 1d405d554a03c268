import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTrellis, type Trellis } from '../../../src/composition-root.ts';
import type { MadeQuestion } from '../../../src/evaluation/make/make-questions.ts';
import type { QuestionResult } from '../../../src/evaluation/results.ts';
import { resolveFolders } from '../../../src/folders.ts';
import { bruteForce } from '../../fixtures/evaluation/brute-force.ts';
import { ORCHARD, writeOrchard } from '../../fixtures/evaluation/orchard-graph.ts';
import { neo4jConfig, uniqueTenant } from '../../setup/neo4j-context.ts';

let folder: string;
let trellis: Trellis;
const tenant = uniqueTenant('orchard');
const config = neo4jConfig({ NEO4J_QUERY_TIMEOUT_MS: '60000', NEO4J_CONNECT_TIMEOUT_MS: '30000' });

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'trellis-made-'));
  const machine = {
    workingDirectory: folder,
    homeDirectory: homedir(),
    platform: process.platform,
    environment: process.env,
  };
  trellis = await createTrellis(config, resolveFolders(config, machine), { environment: process.env });
  await writeOrchard(join(folder, 'orchard'));
  await trellis.import({ directory: join(folder, 'orchard'), tenant, access: [], classification: 'public' });
});
afterAll(async () => {
  await trellis.close();
  await rm(folder, { recursive: true, force: true });
});

async function linesOf<T>(...path: string[]): Promise<T[]> {
  const text = await readFile(join(folder, ...path), 'utf8');
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as T);
}

const jsonOf = async (...path: string[]) => JSON.parse(await readFile(join(folder, ...path), 'utf8'));

/** Nodes by label with the sum of their uses, and all relationships, of one tenant. */
async function contentsOf(name: string): Promise<unknown> {
  const nodes = `MATCH (n) WHERE n.tenant = $tenant UNWIND labels(n) AS label
    RETURN label, count(*) AS nodes, sum(coalesce(n.uses, 0)) AS uses, sum(size(keys(n))) AS properties ORDER BY label`;
  const relations =
    'MATCH (n)-[r]->() WHERE n.tenant = $tenant RETURN type(r) AS type, count(*) AS count ORDER BY type';
  return [
    await trellis.database.readGenerated(nodes, { tenant: name }),
    await trellis.database.readGenerated(relations, { tenant: name }),
  ];
}

describe('a suite made from an imported graph', () => {
  it('holds the graph as it was imported, and questions whose answers are right', async () => {
    const out = join(folder, 'made');
    const made = await trellis.evaluation.make({ from: { tenant }, out, questions: 24, seed: 2, noise: 0.2 });
    expect(made).toMatchObject({ questions: 24, seed: 2, noise: 0.2, reworded: 0 });
    const nodes = await linesOf<(typeof ORCHARD.nodes)[number]>('made', 'nodes.jsonl');
    const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1);
    const bare = ({ id, type, name, properties }: (typeof ORCHARD.nodes)[number]) => ({
      id,
      type,
      name,
      properties,
    });
    expect(nodes.sort(byId).map(bare)).toEqual([...ORCHARD.nodes].sort(byId).map(bare));
    const edges = await linesOf<(typeof ORCHARD.edges)[number]>('made', 'edges.jsonl');
    const key = ({ source, relation, target }: (typeof ORCHARD.edges)[number]) =>
      `${source} ${relation} ${target}`;
    expect(edges.map(key).sort()).toEqual(ORCHARD.edges.map(key).sort());
    for (const { answer_type: type, spec, answer_ids: ids } of await linesOf<MadeQuestion>(
      'made',
      'questions.forms.jsonl',
    )) {
      expect([...ids].sort()).toEqual(bruteForce(type, spec).sort());
    }
    expect(await jsonOf('made', 'suite.json')).toMatchObject({
      made: { seed: 2, noise: 0.2, digest: made.digest },
    });
  });

  it('is the same again, is not made into a folder that holds something, nor from a tenant without a graph', async () => {
    const options = { questions: 24, seed: 2, noise: 0.2 };
    await trellis.evaluation.make({ ...options, from: { tenant }, out: join(folder, 'again') });
    for (const file of ['questions.csv', 'questions.forms.jsonl', 'nodes.jsonl', 'edges.jsonl']) {
      expect(await readFile(join(folder, 'again', file), 'utf8')).toBe(
        await readFile(join(folder, 'made', file), 'utf8'),
      );
    }
    await expect(
      trellis.evaluation.make({ ...options, from: { tenant }, out: join(folder, 'made') }),
    ).rejects.toMatchObject({ code: 'TRELLIS_EVAL_OUT_NOT_EMPTY' });
    await expect(
      trellis.evaluation.make({ ...options, from: { tenant: uniqueTenant() }, out: join(folder, 'nothing') }),
    ).rejects.toMatchObject({ code: 'TRELLIS_EVAL_GRAPH_TOO_SMALL' });
  });

  it('is measured with its ladder of understanding, causes, rungs, traces and settings', async () => {
    const out = join(folder, 'run');
    const pipelines = ['bm25', 'hybrid', 'auto'];
    const summary = await trellis.evaluation.run(join(folder, 'made'), {
      pipelines,
      limit: 12,
      traces: true,
      out,
    });
    const ladder = summary.understanding;
    expect(ladder).toMatchObject({ questions: 12, withoutForm: 0 });
    expect(ladder?.rungs.map(({ rung }) => rung)).toEqual([
      'candidates',
      'links',
      'type',
      'paths',
      'constraints',
      'rank',
    ]);
    const [last] = ladder?.rungs.filter(({ rung }) => rung === 'constraints') ?? [];
    // With links, type, paths and conditions from the form only the words of texts can still put a wrong one first.
    expect(last?.['hit@1'] ?? 0).toBeGreaterThan(0.8);
    // The ladder starts from the hybrid module itself.
    expect(ladder?.asItIs['hit@1']).toBeCloseTo(summary.pipelines['hybrid']?.['hit@1'] ?? -1, 9);
    const results = await linesOf<QuestionResult>('run', 'results.jsonl');
    for (const { pipeline, ranks, cause } of results) {
      expect(cause === undefined).toBe(pipeline === 'bm25' || ranks[0] === 1);
    }
    const shares = Object.values(summary.rungs['auto'] ?? {}).map(({ share }) => share);
    expect(shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 9);
    const traces = await linesOf<{ id: string; pipeline: string; steps: unknown[] }>('run', 'traces.jsonl');
    expect(traces).toHaveLength(36);
    expect(traces.every(({ steps }) => steps.length > 0)).toBe(true);
    const run = await jsonOf('run', 'run.json');
    expect(run).toMatchObject({
      pipelines,
      questions: 12,
      made: { seed: 2 },
      settings: { RRF_K: config.RRF_K },
    });
    expect(run.digest).toMatch(/^[0-9a-f]{12}$/);
    expect(JSON.stringify(run)).not.toContain(config.NEO4J_PASSWORD);
    expect(JSON.stringify(run)).not.toContain(folder);
  });

  it('is measured without the ladder when it is not wanted', async () => {
    const summary = await trellis.evaluation.run(join(folder, 'made'), {
      pipelines: ['hybrid'],
      limit: 1,
      understanding: false,
      out: join(folder, 'plain'),
    });
    expect(summary).not.toHaveProperty('understanding');
  });
});

describe('a run', () => {
  const text = (name: string) =>
    `The ${name} pump has a seal of grade K. Its motor turns at 2,900 turns a minute.`;

  it('writes nothing that another question could read, and ranks distinct pages', async () => {
    const suite = join(folder, 'pumps');
    await mkdir(suite);
    const files = { documents: 'documents.jsonl', questions: 'questions.jsonl' };
    await writeFile(join(suite, 'suite.json'), JSON.stringify({ name: 'pumps', kind: 'documents', files }));
    const documents = ['Arno', 'Brett', 'Cass'].map((name) => ({
      doc: name,
      pages: [1, 2, 3].map((page) => ({
        page,
        text: `${text(`${name} ${page}`)} ${text(`${name} spare ${page}`)}`,
      })),
    }));
    await writeFile(join(suite, 'documents.jsonl'), documents.map((row) => JSON.stringify(row)).join('\n'));
    const questions = documents.map(({ doc }, at) => ({
      id: at,
      doc,
      question: `Which seal has the ${doc} 2 pump?`,
      answer: 'grade K',
      evidence_page: 2,
    }));
    await writeFile(join(suite, 'questions.jsonl'), questions.map((row) => JSON.stringify(row)).join('\n'));
    const pipelines = ['text', 'hybrid', 'auto'];
    await trellis.evaluation.run(suite, { pipelines, out: join(folder, 'pumps-run') });
    const { tenant: loaded } = await jsonOf('pumps-run', 'run.json');
    const before = await contentsOf(loaded);
    expect(JSON.stringify(before)).toContain('Chunk');
    await trellis.evaluation.run(suite, { pipelines, out: join(folder, 'pumps-again') });
    expect(await contentsOf(loaded)).toEqual(before);
    const results = await linesOf<QuestionResult>('pumps-again', 'results.jsonl');
    expect(results).toHaveLength(9);
    for (const { top } of results) {
      const pages = top.map(({ ids }) => ids[0] ?? '');
      expect(pages.length).toBeGreaterThan(0);
      for (const page of pages) expect(page).toMatch(/^(?:Arno|Brett|Cass)#[123]$/);
      expect(new Set(pages).size).toBe(pages.length);
    }
    const bare = (list: readonly QuestionResult[]) => list.map(({ ms: _ms, ...rest }) => rest);
    expect(bare(results)).toEqual(bare(await linesOf<QuestionResult>('pumps-run', 'results.jsonl')));
  });

  it('leaves a graph suite as it is too', async () => {
    const { tenant: loaded } = await jsonOf('run', 'run.json');
    const before = await contentsOf(loaded);
    await trellis.evaluation.run(join(folder, 'made'), {
      pipelines: ['auto'],
      limit: 4,
      out: join(folder, 'run-again'),
    });
    expect(await contentsOf(loaded)).toEqual(before);
  });
});
