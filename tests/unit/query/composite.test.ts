import { describe, expect, test } from 'vitest';
import { queryTerms } from '../../../src/domain/text/terms.ts';
import { inverseDocumentFrequency, saturate } from '../../../src/query/bm25.ts';
import { analyseText } from '../../../src/query/lexical/analysed-text.ts';
import { compositeQuery, compositeScore } from '../../../src/query/lexical/composite.ts';
import { pageOfMatch } from '../../../src/query/page-of-match.ts';

const statistics = { nodes: 10, tokens: 40, byTerm: new Map(Object.entries({ pump: 2, valv: 5, seal: 2 })) };
const query = (question: string) => compositeQuery(queryTerms(question, 'en'), statistics);

describe('a text read for scoring', () => {
  test('has its words, their stems and where its sentences end', () => {
    const text = analyseText('The pumps leak. Valves hold.', 'en');
    expect(text.words).toEqual(['the', 'pumps', 'leak', 'valves', 'hold']);
    expect(text.stems).toEqual(['the', 'pump', 'leak', 'valv', 'hold']);
    expect(text.ends).toEqual([3, 5]);
    expect(text.length).toBe(4);
  });
});

describe('the lexical composite', () => {
  test('adds stems, whole words, pairs and the best window', () => {
    const { parts, score } = compositeScore(query('pump valves'), analyseText('The pump valve leaks.', 'en'));
    const pump = inverseDocumentFrequency(10, 2);
    const valve = inverseDocumentFrequency(10, 5);
    const once = saturate(1, 3, 4);
    expect(parts.stems).toBeCloseTo((pump + valve) * once, 12);
    expect(parts.words).toBeCloseTo(pump * once, 12);
    expect(parts.pairs).toBeCloseTo(pump * once, 12);
    expect(parts.window).toBeCloseTo(pump + valve, 12);
    expect(score).toBeCloseTo(parts.stems + 0.3 * parts.words + 0.5 * parts.pairs + 0.5 * parts.window, 12);
  });

  test('takes words for a pair in their order only, function words between them aside', () => {
    const score = (text: string) => compositeScore(query('pump seal'), analyseText(text, 'en')).parts.pairs;
    expect(score('the pump of the seal')).toBeGreaterThan(0);
    expect(score('the seal of the pump')).toBe(0);
    expect(score('the pump broke its seal')).toBe(0);
  });

  test('finds the three sentences that hold most of the question together', () => {
    const text = 'A pump. Grey paint. Blue paint. Red paint. A seal. A valve. The pump.';
    const { span, parts } = compositeScore(query('pump seal valve'), analyseText(text, 'en'));
    expect(text.slice(span.start, span.end)).toBe('A seal. A valve. The pump.');
    expect(parts.window).toBeCloseTo(
      2 * inverseDocumentFrequency(10, 2) + inverseDocumentFrequency(10, 5),
      12,
    );
  });

  test('scores an empty text and a question without a match 0', () => {
    expect(compositeScore(query('pump'), analyseText('', 'en'))).toMatchObject({
      score: 0,
      span: { start: 0, end: 0 },
    });
    expect(compositeScore(query('pump'), analyseText('Paint dries.', 'en')).score).toBe(0);
  });
});

describe('the page of a match', () => {
  const text = 'Grey paint and a valve.\nThe pump has a seal.';
  const pages = [
    { page: 4, start: 0, end: 23 },
    { page: 5, start: 24, end: 44 },
  ];

  test('is the page with most of the question, the earlier of equal ones', () => {
    expect(pageOfMatch(query('pump seal'), text, pages, 'en', 1)).toBe(5);
    expect(pageOfMatch(query('valve'), text, pages, 'en', 1)).toBe(4);
    expect(pageOfMatch(query('turbine'), text, pages, 'en', 1)).toBe(4);
  });

  test('is the only page, or the fallback of a text without pages', () => {
    expect(pageOfMatch(query('pump'), text, [{ page: 7, start: 0, end: 44 }], 'en', 1)).toBe(7);
    expect(pageOfMatch(query('pump'), text, [], 'en', 3)).toBe(3);
  });
});
