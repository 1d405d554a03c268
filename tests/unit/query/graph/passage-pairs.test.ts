import { expect, test } from 'vitest';
import { linkedPairs, scorePairs } from '../../../../src/query/graph/passage-pairs.ts';

const mentions = [
  { nodeId: 'film', entityId: 'director', kind: 'name' },
  { nodeId: 'person', entityId: 'director', kind: 'title' },
  { nodeId: 'film', entityId: 'city', kind: 'name' },
  { nodeId: 'town', entityId: 'city', kind: 'name' },
];

test('passages are linked by what one of them is about, not by a name that both drop', () => {
  const pairs = linkedPairs(mentions, new Set(['film', 'person', 'town']));
  expect([...pairs]).toEqual([['film person', 'director']]);
});

test('a pair scores by the words that it covers together', () => {
  const cover = (...values: number[]) => Float64Array.from(values);
  const passages = [
    { id: 'film', score: 1, cover: cover(1, 0, 0) },
    { id: 'person', score: 0, cover: cover(0, 1, 0) },
  ];
  const [pair] = scorePairs(passages, mentions, cover(2, 1, 1), 0.1);
  // covered 2 + 1 of 4, and a tenth of the mean of 1 and 0
  expect(pair?.score).toBeCloseTo(0.75 + 0.05, 9);
});
