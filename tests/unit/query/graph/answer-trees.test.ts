import { expect, test } from 'vitest';
import {
  type Branch,
  branchesByNode,
  contains,
  grow,
  leaf,
} from '../../../../src/query/graph/answer-trees.ts';

const gains = (...values: number[]) => Float64Array.from(values);
const step = { relation: 'wrote', direction: 'in' } as const;
const branch = (id: string, values: number[], cost = 1): Branch => ({
  step,
  tree: leaf(id, 'T', gains(...values)),
  word: -1,
  gain: 0,
  cost,
});
const limits = { maxBranches: 5, tried: 10 };

test('each word counts once, at its best', () => {
  const tree = grow(leaf('x', 'T', gains(2, 0, 0)), [branch('a', [5, 0, 0]), branch('b', [4, 3, 0])], limits);
  // own 2 → b brings (4−2)+3−1 = 4, a brings 3−1 = 2; b first, then a brings 5−4−1 = 0: not taken.
  expect(tree.children.map(({ tree: { id } }) => id)).toEqual(['b']);
  expect(tree.total).toBe(4 + 3 - 1);
});

test('a branch that costs more than it brings is left out', () => {
  const tree = grow(leaf('x', 'T', gains(2)), [branch('a', [2.5])], limits);
  expect(tree.children).toEqual([]);
  expect(tree.total).toBe(2);
});

test('a word that speaks of the step pays for it', () => {
  const worded = { ...branch('a', [3, 0]), word: 1, gain: 2 };
  expect(grow(leaf('x', 'T', gains(0, 0)), [worded], limits).total).toBe(3 + 2 - 1);
});

test('a tree never walks back to a node that it holds', () => {
  const inner = grow(leaf('y', 'T', gains(0)), [branch('a', [5])], limits);
  const edges = [
    { from: 'y', relation: 'wrote', direction: 'out' as const, type: 'T', to: ['a', 'x'], total: 2 },
  ];
  const reached = branchesByNode(new Map([['y', inner]]), edges, () => ({ word: -1, gain: 0, cost: 1 }));
  expect([...reached.keys()]).toEqual(['x']);
  expect(contains(inner, 'a')).toBe(true);
});
