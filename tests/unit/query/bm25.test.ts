import { describe, expect, test } from 'vitest';
import { queryTerms } from '../../../src/domain/text/terms.ts';
import {
  bm25,
  type CollectionStatistics,
  countTerms,
  inverseDocumentFrequency,
  saturate,
  termWeight,
} from '../../../src/query/bm25.ts';

const statistics = (byTerm: Record<string, number>, nodes = 10, tokens = 40): CollectionStatistics => ({
  nodes,
  tokens,
  byTerm: new Map(Object.entries(byTerm)),
});
const counted = (lexical: string) => countTerms(lexical, new Set(lexical.split(' ')));
const term = (word: string, ...variants: string[]) => ({ word, variants: [word, ...variants] });

describe('BM25', () => {
  test('gives idf ln(1 + (N - n + 0.5) / (n + 0.5))', () => {
    expect(inverseDocumentFrequency(10, 2)).toBeCloseTo(Math.log(4.4), 12);
    expect(inverseDocumentFrequency(10, 10)).toBeCloseTo(Math.log(1 + 0.5 / 10.5), 12);
  });

  test('takes more holders than nodes as all nodes, so that the idf stays above 0', () => {
    expect(inverseDocumentFrequency(3, 9)).toBe(inverseDocumentFrequency(3, 3));
    expect(inverseDocumentFrequency(3, 9)).toBeGreaterThan(0);
  });

  test('saturates the frequency with k1 1.2 and b 0.75', () => {
    expect(saturate(2, 4, 4)).toBeCloseTo(4.4 / 3.2, 12);
    expect(saturate(1, 8, 4)).toBeCloseTo(2.2 / (1 + 1.2 * (0.25 + 0.75 * 2)), 12);
    expect(saturate(0, 8, 4)).toBe(0);
  });

  test('scores a text by the sum over its words, lengths without function words', () => {
    const text = counted('the pump of pump valve steel');
    expect(text.length).toBe(4);
    const score = bm25(
      [term('pump'), term('valve'), term('absent')],
      text,
      statistics({ pump: 2, valve: 5 }),
    );
    expect(score).toBeCloseTo(Math.log(4.4) * (4.4 / 3.2) + Math.log(2) * 1, 12);
  });

  test('counts whole index terms only, twice in a row as twice, and takes a known length as it is', () => {
    const text = countTerms('cap capital cap cap handicap', ['cap', 'capital', 'absent', ''], 3);
    expect([...text.counts]).toEqual([
      ['cap', 3],
      ['capital', 1],
    ]);
    expect(text.length).toBe(3);
    expect(countTerms('', ['cap'])).toEqual({ counts: new Map(), length: 0 });
  });

  test('counts the best form of a word, so that a form that is a frequent word elsewhere adds nothing', () => {
    const counts = statistics({ note: 1, not: 9 });
    const notes = term('notes', 'note', 'not');
    const both = bm25([notes], counted('note not pump valve'), counts);
    const one = bm25([notes], counted('note steel pump valve'), counts);
    const better = inverseDocumentFrequency(10, 1) * saturate(1, 4, 4);
    expect(one).toBeCloseTo(better, 12);
    expect(both).toBeCloseTo(inverseDocumentFrequency(10, 1) * saturate(1, 3, 4), 12);
  });

  test('weighs a word by its rarest form that the collection holds, an unseen word most', () => {
    const counts = statistics({ note: 1, not: 9 });
    expect(termWeight(term('notes', 'note', 'not'), counts)).toBe(inverseDocumentFrequency(10, 1));
    expect(termWeight(term('unseen'), counts)).toBe(inverseDocumentFrequency(10, 0));
  });

  test('gives 0 for a text without any word of the question and for an empty collection', () => {
    const terms = queryTerms('turbine');
    expect(bm25(terms, counted('pump'), statistics({ turbin: 3 }))).toBe(0);
    expect(bm25(terms, counted(''), { nodes: 0, tokens: 0, byTerm: new Map() })).toBe(0);
  });
});
