import { describe, expect, test } from 'vitest';
import { mentionWeights, rankPassages } from '../../../../src/query/graph/page-rank.ts';

const chain = [
  { nodeId: 'p1', entityId: 'bridge', kind: 'name' },
  { nodeId: 'p2', entityId: 'bridge', kind: 'title' },
  { nodeId: 'p3', entityId: 'other', kind: 'title' },
];

describe('rankPassages', () => {
  test('reaches a passage through the entity that another passage names', () => {
    const ranks = rankPassages(chain, { entities: new Map(), passages: new Map([['p1', 1]]) });
    expect(ranks.get('p2') ?? 0).toBeGreaterThan(0);
    expect(ranks.get('p3')).toBe(0);
    expect(ranks.get('p1') ?? 0).toBeGreaterThan(ranks.get('p2') ?? 1);
  });

  test('gives one node without links the mass it began with, half of it in each round', () => {
    const ranks = rankPassages([], { entities: new Map(), passages: new Map([['p1', 3]]) });
    expect(ranks.get('p1')).toBeCloseTo(0.5, 6);
  });

  test('walks to the passage that is about an entity rather than to one that names it', () => {
    const mentions = [...chain, { nodeId: 'p4', entityId: 'bridge', kind: 'name' }];
    const ranks = rankPassages(mentions, { entities: new Map([['bridge', 1]]), passages: new Map() });
    expect(ranks.get('p2') ?? 0).toBeGreaterThan(2 * (ranks.get('p4') ?? 1));
  });

  test('does not depend on the order of the mentions', () => {
    const seeds = { entities: new Map([['bridge', 1]]), passages: new Map([['p1', 1]]) };
    expect(rankPassages(chain.toReversed(), seeds)).toEqual(rankPassages(chain, seeds));
  });

  test('keeps the order of answers when names in passing are added that no passage is about', () => {
    const seeds = { entities: new Map([['bridge', 0.6]]), passages: new Map([['p1', 0.4]]) };
    const noise = ['p1', 'p2', 'p3'].flatMap((nodeId) =>
      ['x', 'y', 'z'].map((entityId) => ({ nodeId, entityId, kind: 'name' })),
    );
    const order = (mentions: typeof chain) =>
      [...rankPassages(mentions, seeds)].sort((a, b) => b[1] - a[1]).map(([id]) => id);
    expect(order([...chain, ...noise])).toEqual(order(chain));
  });
});

test('a pair of passage and entity weighs as its best mention', () => {
  const weights = mentionWeights([
    { nodeId: 'p1', entityId: 'e', kind: 'name' },
    { nodeId: 'p1', entityId: 'e', kind: 'title' },
    { nodeId: 'p2', entityId: 'f', kind: 'name' },
  ]);
  expect(weights.get('p1')?.get('e')).toBe(3);
  expect(weights.get('p2')?.get('f')).toBe(0.15);
});
