import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  answerF1,
  exactMatch,
  hitAt,
  quantile,
  ranksOf,
  recallAt,
  reciprocalRank,
  rougeL,
} from '../../../src/evaluation/measures.ts';

interface Case {
  readonly ranking: string[];
  readonly relevant: string[];
  readonly expected: Record<string, number>;
}
const fixture = JSON.parse(
  readFileSync(new URL('../../fixtures/evaluation/pytrec-eval.json', import.meta.url), 'utf8'),
) as { cases: Case[] };

describe('rank measures', () => {
  it.each(fixture.cases.map((entry, index) => [index, entry] as const))(
    'agree with pytrec_eval on random ranking %i',
    (_, { ranking, relevant, expected }) => {
      const ranks = ranksOf(
        ranking.map((id) => [id]),
        relevant,
      );
      for (const k of [1, 5, 10]) expect(hitAt(ranks, k)).toBeCloseTo(expected[`hit@${k}`] ?? Number.NaN, 9);
      for (const k of [2, 5, 10, 20]) {
        expect(recallAt(ranks, relevant.length, k)).toBeCloseTo(expected[`recall@${k}`] ?? Number.NaN, 9);
      }
      expect(reciprocalRank(ranks)).toBeCloseTo(expected['mrr'] ?? Number.NaN, 9);
    },
  );

  it('counts a right document once, at its first page', () => {
    const ranking = [
      ['b#1', 'b'],
      ['a#4', 'a'],
      ['a#2', 'a'],
    ];
    expect(ranksOf(ranking, ['a'])).toEqual([2]);
    expect(ranksOf(ranking, ['a#2', 'a#4'])).toEqual([2, 3]);
  });

  it('takes the nearest rank for a quantile', () => {
    expect(quantile([4, 1, 3, 2], 0.5)).toBe(2);
    expect(quantile([4, 1, 3, 2], 0.95)).toBe(4);
    expect(quantile([], 0.5)).toBe(0);
  });
});

describe('answer measures', () => {
  it('leave case, articles, punctuation and marks out', () => {
    expect(exactMatch('The  Eiffel-Tower! [1]', 'eiffeltower')).toBe(1);
    expect(exactMatch('a tower', 'the Tower')).toBe(1);
    expect(exactMatch('towers', 'tower')).toBe(0);
  });

  it('give F1 by hand: 2 of 4 given words and 2 of 3 right ones', () => {
    expect(answerF1('in March 2016 maybe', 'March 1 2016')).toBeCloseTo(
      (2 * (2 / 4) * (2 / 3)) / (2 / 4 + 2 / 3),
      9,
    );
    expect(answerF1('no no no', 'no')).toBeCloseTo((2 * (1 / 3) * 1) / (1 / 3 + 1), 9);
    expect(answerF1('', '')).toBe(1);
    expect(answerF1('x', '')).toBe(0);
  });

  it('give ROUGE-L by hand: the longest common subsequence is 2 of 3 and 2 of 4 words', () => {
    expect(rougeL('red green blue', 'blue red quick green')).toBeCloseTo(
      (2 * (2 / 3) * (2 / 4)) / (2 / 3 + 2 / 4),
      9,
    );
  });
});
