import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readCragRows, toSource } from '../../../src/evaluation/crag-rows.ts';
import { cragVerdict, cragWords, summariseCrag } from '../../../src/evaluation/crag-score.ts';
import { readSuite } from '../../../src/evaluation/suite.ts';

describe("CRAG's verdict", () => {
  it.each([
    ['Torrenc Vale', ['torrenc vale']],
    ['It is the Torrenc Vale. [1]', ['Torrenc Vale']],
    ['The toll was $1,200.50 in 2011 [2].', ['1200.5 dollars', '1200.5']],
    ['Yes, it opened in 1904. [1]', ['yes']],
    ['The keepers were Ilva Brand, Oto Lind and Mara Quist.', ['Mara Quist, Ilva Brand, and Oto Lind']],
    ['The question is invalid: nobody won.', ['invalid question']],
    ['El faro de la Peña', ['Pena']],
    ['It fell to -4.0 degrees', ['-4']],
  ])('is right for %j where %j is', (answer, golds) => {
    expect(cragVerdict(answer, golds)).toBe(1);
  });

  it.each([
    ['', ['x']],
    ['I don’t know.', ['x']],
    ["Sorry, I don't know who won.", ['x']],
    ['I do not know', ['invalid question']],
  ])('is missing for %j', (answer, golds) => {
    expect(cragVerdict(answer, golds)).toBe(0);
  });

  it.each([
    ['It opened in 1905.', ['1904']],
    ['It costs 50 crowns.', ['5 crowns', '5']],
    ['The rate is 56.', ['5.6']],
    ['It rose to 4.', ['-4']],
    ['There is no doubt that it opened.', ['no']],
    ['Ilva Brand and Oto Lind', ['Ilva Brand, Oto Lind and Mara Quist']],
    ['Nobody won in that year.', ['invalid question']],
    ['That is an invalid question.', ['Mara Quist']],
    [`${'word '.repeat(56)}Torrenc`, ['Torrenc']],
  ])('is wrong for %j where %j is right', (answer, golds) => {
    expect(cragVerdict(answer, golds)).toBe(-1);
  });

  it('counts the 56th word but not the 57th', () => {
    expect(cragVerdict(`${'word '.repeat(55)}Torrenc`, ['Torrenc'])).toBe(1);
  });

  it('reads numbers whole and drops articles', () => {
    expect(cragWords('The ISO-9001 rate: 12,345.60% of an ox, 1,23')).toEqual([
      'iso',
      '9001',
      'rate',
      '12345.6',
      'of',
      'ox',
      '1',
      '23',
    ]);
  });
});

describe("CRAG's score", () => {
  it('is the share of right answers less the share of wrong ones', () => {
    // 3 right, 1 missing, 4 wrong of 8: (3 − 4) / 8
    expect(summariseCrag([1, 1, 1, 0, -1, -1, -1, -1])).toEqual({
      crag: -0.125,
      cragAccuracy: 0.375,
      cragMissing: 0.125,
      cragHallucination: 0.5,
    });
  });
});

const row = (query: string, more: object = {}) => ({
  interaction_id: query,
  query,
  answer: 'Brand',
  alt_ans: ['I. Brand'],
  question_type: 'simple',
  domain: 'open',
  ...more,
});
const page = (address: string, html: string, snippet = '') => ({
  page_name: 'Tarn light',
  page_url: address,
  page_snippet: snippet,
  page_result: html,
  page_last_modified: '',
});

describe("a suite in CRAG's form", () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'trellis-crag-'));
    const files = { questions: 'crag.jsonl' };
    await writeFile(
      join(folder, 'suite.json'),
      JSON.stringify({ name: 'toy', kind: 'documents', format: 'crag', files }),
    );
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));
  const write = (rows: readonly unknown[]) =>
    writeFile(join(folder, 'crag.jsonl'), rows.map((entry) => `${JSON.stringify(entry)}\n`).join(''));

  it('has questions with their answers and the pages that each may use', async () => {
    const html = '<h1>Tarn light</h1><p>Kept by Ilva Brand.</p>';
    await write([
      row('Who kept it?', { search_results: [page('http://a.example/1', html)] }),
      row('Who else?', { search_results: [page('http://a.example/1', html), page('http://b.example/', '')] }),
    ]);
    const suite = await readSuite(folder);
    expect(suite.data.kind).toBe('crag');
    expect(suite.format).toBe('crag');
    expect(suite.questions[0]).toMatchObject({ answers: ['Brand', 'I. Brand'], relevant: [] });
    const [first, second] = suite.questions.map(({ documents }) => documents ?? []);
    expect(first).toHaveLength(1);
    expect(second?.[0]).toBe(first?.[0]);
    expect(second).toHaveLength(2);
  });

  it('makes a document of a page, of its snippet where the page is blank, and none where both are', async () => {
    const pages = [
      page('http://a.example/', '<h1>Tarn light</h1><p>Kept by Ilva Brand.</p>'),
      page('http://b.example/', '<script>x()</script>', 'Built in 1904.'),
      page('http://c.example/', '', ' '),
    ];
    await write([row('Who?', { search_results: pages })]);
    const sources = [];
    for await (const { pages: found } of readCragRows(join(folder, 'crag.jsonl')))
      sources.push(...found.map((entry) => toSource(entry, 'suite:')));
    expect(sources.map((source) => source?.parsed.pages[0]?.blocks.map(({ text }) => text))).toEqual([
      ['Tarn light', 'Kept by Ilva Brand.'],
      ['Built in 1904.'],
      undefined,
    ]);
  });

  it('takes the folder of documents instead where there is one', async () => {
    await write([row('Who?')]);
    await writeFile(
      join(folder, 'documents.jsonl'),
      '{"doc": "tarn", "pages": [{"page": 1, "text": "Kept by Ilva Brand."}]}\n',
    );
    const suite = await readSuite(folder);
    await rm(join(folder, 'documents.jsonl'));
    expect(suite.data.kind).toBe('documents');
    expect(suite.questions[0]?.documents).toBeUndefined();
  });

  it('names the line of a row that is not of this form, and a packed file', async () => {
    const failure = () => readSuite(folder).catch((error: { message: string }) => error.message);
    await write([row('Who?'), { query: 'Who?' }]);
    expect(await failure()).toContain('crag.jsonl:2');
    await write([row('Who?'), row('Who?')]);
    expect(await failure()).toContain('twice');
    await expect(readCragRows('crag.jsonl.bz2').next()).rejects.toMatchObject({
      code: 'TRELLIS_EVAL_SUITE_INVALID',
    });
  });
});
