import { describe, expect, test } from 'vitest';
import { mixScores, reciprocalRankFusion, zScores } from '../../../src/query/fusion.ts';

const list = (...ids: string[]) => ids.map((id, index) => ({ id, score: ids.length - index }));

describe('reciprocal rank fusion', () => {
  test('sums 1 / (60 + rank) with ranks from 1', () => {
    const fused = reciprocalRankFusion({ a: list('x', 'y'), b: list('y') });
    expect(fused.map(({ id }) => id)).toEqual(['y', 'x']);
    expect(fused[0]?.score).toBeCloseTo(1 / 62 + 1 / 61, 12);
    expect(fused[1]?.score).toBeCloseTo(1 / 61, 12);
    expect(fused[0]?.parts).toEqual({ a: 2, b: 1 });
  });

  test('breaks ties by id and counts a repeated id once, at its first place', () => {
    const fused = reciprocalRankFusion({ a: list('b', 'b', 'c'), b: list('a') });
    expect(fused.map(({ id }) => id)).toEqual(['a', 'b', 'c']);
    expect(fused[2]?.score).toBeCloseTo(1 / 62, 12);
  });

  test('weighs lists and takes another constant', () => {
    const fused = reciprocalRankFusion({ a: list('x'), b: list('y') }, { k: 10, weights: { b: 2 } });
    expect(fused.map(({ id, score }) => [id, score])).toEqual([
      ['y', 2 / 11],
      ['x', 1 / 11],
    ]);
  });

  test('gives nothing for no lists', () => {
    expect(reciprocalRankFusion({})).toEqual([]);
    expect(mixScores({})).toEqual([]);
    expect(mixScores({ a: [] })).toEqual([]);
  });
});

describe('score mix', () => {
  test('standardises over the union: mean 0, deviation 1, zeros for equal values', () => {
    expect(zScores([3, 1])).toEqual([1, -1]);
    expect(zScores([2, 2, 2])).toEqual([0, 0, 0]);
    expect(zScores([])).toEqual([]);
  });

  test('gives an entry its share of a list weight, for or against', () => {
    const lists = {
      vector: [
        { id: 'a', score: 3 },
        { id: 'b', score: 1 },
      ],
    };
    const halved = mixScores(lists, {
      weights: { vector: 2 },
      shares: { vector: (id) => (id === 'b' ? 0.5 : 1) },
    });
    expect(halved.map(({ id, score }) => [id, score])).toEqual([
      ['a', 2],
      ['b', -1],
    ]);
  });

  test('sums weighted standard scores and breaks ties by id', () => {
    const lists = {
      words: [
        { id: 'b', score: 3 },
        { id: 'a', score: 1 },
      ],
      vector: [
        { id: 'a', score: 0.9 },
        { id: 'b', score: 0.1 },
      ],
    };
    expect(mixScores(lists).map(({ id, score }) => [id, score])).toEqual([
      ['a', 0],
      ['b', 0],
    ]);
    const weighted = mixScores(lists, { weights: { vector: 2 } });
    expect(weighted.map(({ id }) => id)).toEqual(['a', 'b']);
    expect(weighted[0]?.score).toBeCloseTo(1, 12);
    expect(weighted[0]?.parts).toEqual({ words: 1, vector: 0.9 });
  });

  test('gives what a list does not hold its lowest score, or the score that the caller names', () => {
    const lists = {
      words: [
        { id: 'a', score: 4 },
        { id: 'b', score: 2 },
      ],
      vector: [{ id: 'c', score: 1 }],
    };
    const lowest = mixScores(lists, { weights: { vector: 0 } });
    expect(lowest.find(({ id }) => id === 'c')?.score).toBe(lowest.find(({ id }) => id === 'b')?.score);
    const zero = mixScores(lists, { weights: { vector: 0 }, missing: { words: 0 } });
    expect(zero.map(({ id }) => id)).toEqual(['a', 'b', 'c']);
    expect(zero[0]?.score).toBeCloseTo(2 / Math.sqrt(8 / 3), 12);
  });
});
