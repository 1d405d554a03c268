import { describe, expect, it } from 'vitest';
import { errorClassOf } from '../../../src/evaluation/error-class.ts';
import { renderReport } from '../../../src/evaluation/report.ts';
import type { QuestionResult } from '../../../src/evaluation/results.ts';
import { summariseRungs } from '../../../src/evaluation/rungs.ts';

const result = (change: Partial<QuestionResult>): QuestionResult => ({
  id: '1',
  pipeline: 'auto',
  question: 'Which?',
  relevant: ['a'],
  ranks: [1],
  top: [],
  rung: 'hybrid',
  errorClass: 'right',
  modelCalls: 0,
  ms: 10,
  ...change,
});
const top = (...ids: string[][]) => ids.map((list) => ({ ids: list, score: 1, parts: {} }));

describe('the class of a result', () => {
  it('goes by the rank of the first right one', () => {
    const classes = [1, 2, 5, 6, 20, 21].map((rank) => errorClassOf(result({ ranks: [rank] })));
    expect(classes).toEqual(['right', 'near', 'near', 'deep', 'deep', 'far']);
  });

  it('tells the wrong page of the right document from another document and from nothing', () => {
    const missed = { relevant: ['law.pdf#3'], ranks: [] };
    expect(errorClassOf(result({ ...missed, top: top(['law.pdf#9', 'law.pdf']) }))).toBe('wrong-page');
    expect(errorClassOf(result({ ...missed, top: top(['tax.pdf#3', 'tax.pdf']) }))).toBe('not-found');
    expect(errorClassOf(result({ ...missed, top: [] }))).toBe('nothing');
  });

  it('goes by the answer where there are no right results', () => {
    const answers = { relevant: [], ranks: [] };
    expect(errorClassOf(result({ ...answers, status: 'answered', crag: 1 }))).toBe('right');
    expect(errorClassOf(result({ ...answers, status: 'answered', crag: -1 }))).toBe('wrong');
    expect(errorClassOf(result({ ...answers, status: 'insufficient_evidence', crag: 0 }))).toBe('refused');
  });
});

describe('rungs', () => {
  it('have their share, the precision of what they answered, and their median time', () => {
    const results = [
      result({ ms: 10 }),
      result({ ms: 30, ranks: [2] }),
      result({ ms: 20 }),
      result({ ms: 5, rung: 'text', ranks: [] }),
    ];
    const rungs = summariseRungs(results);
    expect(Object.keys(rungs)).toEqual(['hybrid', 'text']);
    expect(rungs['hybrid']).toEqual({ questions: 3, share: 0.75, precision: 2 / 3, p50Ms: 20 });
    expect(rungs['text']).toEqual({ questions: 1, share: 0.25, precision: 0, p50Ms: 5 });
  });

  it('have no precision where no result can be right', () => {
    expect(summariseRungs([result({ relevant: [], ranks: [] })])['hybrid']).not.toHaveProperty('precision');
  });
});

describe('a report', () => {
  const understanding = {
    questions: 1,
    withoutForm: 1,
    linkRecall20: 0.5,
    asItIs: { 'hit@1': 0, mrr: 0.5 },
    rungs: [{ rung: 'candidates' as const, holds: 1, 'hit@1': 1, mrr: 1 }],
    causes: { auto: { type: 1 } },
  };
  const results = [
    result({ question: 'Which <b>one</b> & "two"?', ranks: [2], errorClass: 'near', cause: 'type' }),
    result({ id: '2', pipeline: 'bm25', ms: 40 }),
  ];
  const page = renderReport(
    {
      suite: '<toy>',
      questions: 2,
      pipelines: { auto: { 'hit@1': 0, p50Ms: 10 }, bm25: { 'hit@1': 1, p50Ms: 40 } },
      rungs: { auto: summariseRungs(results.slice(0, 1)) },
      understanding,
    },
    results,
    { settings: { RRF_K: 60 }, commit: 'abc' },
  );

  it('escapes what comes from the suite, and holds no script and nothing from elsewhere', () => {
    expect(page).toContain('Which &lt;b&gt;one&lt;/b&gt; &amp; &quot;two&quot;?');
    expect(page).not.toMatch(/<b>|<toy>|<script|https?:|src=/);
  });

  it('plots hits, classes, times and causes, and shows settings and rungs', () => {
    expect(page.match(/<svg /g)).toHaveLength(4);
    // Hit@1 of auto is 0, of bm25 1: the curves begin at the bottom and at the top.
    const starts = [...page.matchAll(/points="40\.0,([\d.]+)/g)].map(([, y]) => Number(y));
    expect(starts).toEqual([230, 10]);
    expect(page).toContain('{&quot;RRF_K&quot;:60}');
    expect(page).toContain('<td>2 type</td>');
    expect(page).not.toContain('NaN');
  });
});
