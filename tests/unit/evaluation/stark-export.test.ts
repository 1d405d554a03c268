import { execFile } from 'node:child_process';
import { appendFile, copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exportStark, type StarkExportOptions } from '../../../src/evaluation/export-stark.ts';
import { hitAt, ranksOf, recallAt, reciprocalRank } from '../../../src/evaluation/measures.ts';
import { readSuite } from '../../../src/evaluation/suite.ts';
import { surveySkb } from '../../../src/ingest/skb/survey.ts';

const run = promisify(execFile);
const fixtures = join(import.meta.dirname, '../../fixtures/stark');
const readJson = async (path: string) => JSON.parse(await readFile(path, 'utf8'));

let folder: string;
let toy: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'trellis-stark-'));
  toy = join(folder, 'toy');
  await run('python3', ['-B', join(fixtures, 'make_toy.py'), toy]);
}, 30_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

let count = 0;
const made = new Map<string, ReturnType<typeof exported>>();
/** The export of a toy base with its test split, made once. */
function plain(dataSet: 'amazon' | 'mag' | 'prime') {
  const known = made.get(dataSet) ?? exported({ dataSet });
  made.set(dataSet, known);
  return known;
}

async function exported(options: Partial<StarkExportOptions> = {}) {
  count += 1;
  const out = join(folder, `suite-${count}`);
  const written = await exportStark({
    dataSet: 'prime',
    from: toy,
    out,
    split: 'test',
    python: 'python3',
    ...options,
  });
  const rows = async (name: string) =>
    (await readFile(join(out, name), 'utf8'))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
  return { written, out, nodes: await rows('nodes.jsonl'), edges: await rows('edges.jsonl') };
}

const failure = (options: Partial<StarkExportOptions>) =>
  exported(options).then(
    () => 'nothing',
    (error: { code: string }) => error.code,
  );

describe('the export of STaRK data', () => {
  it.each(['amazon', 'mag', 'prime'] as const)(
    'gives the nodes of %s the documents that STaRK reads',
    async (dataSet) => {
      const reference = await readJson(join(fixtures, 'reference-documents.json'));
      const { nodes } = await plain(dataSet);
      expect(nodes.map(({ text }) => text)).toEqual(reference[dataSet]);
    },
  );

  it.each(['amazon', 'mag', 'prime'] as const)(
    'writes a suite of %s that the import and eval run take',
    async (dataSet) => {
      const { out, written } = await plain(dataSet);
      const suite = await readSuite(out);
      const survey = await surveySkb(out);
      expect(suite.name).toBe(`stark-${dataSet}`);
      expect(suite.kind).toBe('skb');
      expect([survey.nodes.length, survey.edgeCount]).toEqual([written.nodes, written.edges]);
      expect(suite.questions.length).toBe(2);
    },
  );

  it('ranks only the types that STaRK ranks', async () => {
    const candidates = async (dataSet: 'amazon' | 'mag' | 'prime') =>
      (await readSuite((await plain(dataSet)).out)).candidates;
    expect(await candidates('amazon')).toEqual(['product']);
    expect(await candidates('mag')).toEqual(['paper']);
    expect(await candidates('prime')).toBeUndefined();
  });

  it('keeps an edge that stands both ways once, as it stands first, and directed ones as they are', async () => {
    expect((await plain('prime')).edges).toEqual([
      { source: 0, relation: 'associated with', target: 1 },
      { source: 2, relation: 'indication', target: 0 },
      { source: 0, relation: 'phenotype present', target: 3 },
      { source: 0, relation: 'parent-child', target: 4 },
      { source: 1, relation: 'ppi', target: 5 },
    ]);
    const { edges } = await plain('amazon');
    expect(edges.filter(({ relation }) => relation === 'also_buy')).toEqual([
      { source: 0, relation: 'also_buy', target: 1 },
      { source: 1, relation: 'also_buy', target: 0 },
      { source: 0, relation: 'also_buy', target: 2 },
    ]);
  });

  it('takes the relation out of a name with its ends, and says in the schema what it joins', async () => {
    const { out, edges } = await plain('mag');
    expect(edges).toContainEqual({ source: 0, relation: 'writes', target: 4 });
    expect((await readJson(join(out, 'schema.json'))).relations.writes).toEqual({
      domain: ['author'],
      range: ['paper'],
      description: 'author writes paper',
    });
  });

  it('gives a nameless node its type and number as name, and leaves -1, NaN and empty values out', async () => {
    const { nodes } = await plain('mag');
    expect(nodes[1]).toMatchObject({ name: 'author 1', properties: { mag_id: 901, Rank: 12 } });
    expect(Object.keys(nodes[1].properties)).toEqual(['mag_id', 'Rank']);
    const gene = (await plain('prime')).nodes[1];
    expect(gene.properties).toMatchObject({ alias: ['QT', 'QZTA'], source_id: 102 });
    expect(gene.properties).not.toHaveProperty('_score');
  });

  it('makes the chosen split the questions, in the order of the split, and writes the others beside it', async () => {
    const { out } = await plain('amazon');
    const suite = await readSuite(out);
    expect(suite.questions.map(({ id, relevant }) => [id, relevant])).toEqual([
      ['3', ['0']],
      ['2', ['1', '2']],
    ]);
    expect(suite.questions[0]?.question).toBe('What says "folds", in moss?');
    const human = await exported({ dataSet: 'amazon', split: 'human' });
    expect((await readSuite(human.out)).questions.map(({ question }) => question)).toEqual([
      'stove people ask about',
    ]);
    const small = await readSuite(out, join(out, 'questions.test-0.1.csv'));
    expect(small.questions.map(({ id }) => id)).toEqual(['3']);
  });

  it('writes the same bytes again', async () => {
    const [first, second] = [await plain('prime'), await exported()];
    for (const name of await readdir(first.out)) {
      expect(await readFile(join(second.out, name), 'utf8')).toBe(
        await readFile(join(first.out, name), 'utf8'),
      );
    }
  });
});

describe('an export that cannot be done', () => {
  const brokenCopy = async (name: string, breakIt: (at: string) => Promise<void>) => {
    const at = join(folder, name);
    await run('python3', ['-B', join(fixtures, 'make_toy.py'), at]);
    await breakIt(at);
    return failure({ from: at });
  };

  it('names what is missing, and leaves nothing behind', async () => {
    const before = await readdir(folder);
    expect(await failure({ from: join(folder, 'nowhere') })).toBe('TRELLIS_EVAL_STARK_INVALID');
    expect(await readdir(folder)).toEqual(before);
  });

  it('never runs code that a pickle names', async () => {
    const marker = join(folder, 'was-run');
    const pickle = `cos\nsystem\n(S'touch ${marker}'\ntR.`;
    const code = await brokenCopy('evil', (at) =>
      writeFile(join(at, 'prime/processed/node_info.pkl'), pickle),
    );
    expect(code).toBe('TRELLIS_EVAL_STARK_INVALID');
    expect(await readdir(folder)).not.toContain('was-run');
  });

  it('refuses cut files, tensors that do not fit, answers that are no nodes and ids that are no questions', async () => {
    const processed = 'prime/processed';
    const cut = (name: string) => async (at: string) => {
      const path = join(at, processed, name);
      const bytes = await readFile(path);
      await writeFile(path, bytes.subarray(0, bytes.length / 2));
    };
    const codes = [
      await brokenCopy('cut-pickle', cut('node_info.pkl')),
      await brokenCopy('cut-tensor', cut('edge_index.pt')),
      await brokenCopy('other-tensor', (at) =>
        copyFile(join(at, processed, 'edge_types.pt'), join(at, processed, 'node_types.pt')),
      ),
      await brokenCopy('answer', (at) => appendFile(join(at, 'prime/stark_qa/stark_qa.csv'), '9,x,[99]\n')),
      await brokenCopy('split', (at) => appendFile(join(at, 'prime/split/test.index'), '\n77')),
      await brokenCopy('answer-in-split', async (at) => {
        await appendFile(join(at, 'prime/stark_qa/stark_qa.csv'), '9,x,[99]\n');
        await appendFile(join(at, 'prime/split/test.index'), '\n9');
      }),
    ];
    // An answer that no split asks for harms nothing.
    const wrong = 'TRELLIS_EVAL_STARK_INVALID';
    expect(codes).toEqual([wrong, wrong, wrong, 'nothing', wrong, wrong]);
  }, 30_000);

  it('says when Python is missing, and writes over no folder', async () => {
    expect(await failure({ python: 'no-such-python' })).toBe('TRELLIS_EVAL_PYTHON_MISSING');
    const out = join(folder, 'taken');
    await mkdir(out);
    expect(await failure({ out })).toBe('TRELLIS_EVAL_STARK_INVALID');
  });
});

interface Case {
  readonly ranking: number[];
  readonly candidates: number[];
  readonly answers: number[];
  readonly expected: Readonly<Record<string, number>>;
}

describe('our measures', async () => {
  const { cases } = (await readJson(join(fixtures, 'evaluator-rankings.json'))) as { cases: Case[] };

  it.each(cases.map((entry, index) => [index, entry] as const))(
    "agree with STaRK's evaluator on random ranking %i",
    (_, { ranking, candidates, answers, expected }) => {
      const ranked = ranking.filter((id) => candidates.includes(id)).map((id) => [String(id)]);
      const ranks = ranksOf(ranked, answers.map(String));
      expect(hitAt(ranks, 1)).toBe(expected['hit@1']);
      expect(hitAt(ranks, 5)).toBe(expected['hit@5']);
      expect(recallAt(ranks, answers.length, 20)).toBeCloseTo(expected['recall@20'] ?? Number.NaN, 12);
      expect(reciprocalRank(ranks)).toBeCloseTo(expected['mrr'] ?? Number.NaN, 12);
    },
  );
});
