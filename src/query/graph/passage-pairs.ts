import { type Mention, mentionWeights } from './page-rank.ts';

/** A passage with what it covers of the question. */
export interface CoveringPassage {
  readonly id: string;
  /** By the passage alone. */
  readonly score: number;
  /** How much of each question word it covers, 0 to 1. */
  readonly cover: Float64Array;
}

/** Two passages, one of which names what the other is about. */
export interface PassagePair {
  readonly first: string;
  readonly second: string;
  /** The entity that joins them best. */
  readonly entityId: string;
  readonly score: number;
}

/** An entity joins two passages when their mentions are worth this much together: one must be about it. */
const MIN_LINK = 3;

/** Returns the best joining entity of every pair of passages. Keys are the two ids in order, with a space between. */
export function linkedPairs(mentions: readonly Mention[], ids: ReadonlySet<string>): Map<string, string> {
  const byEntity = new Map<string, { id: string; weight: number }[]>();
  for (const [id, row] of mentionWeights(mentions)) {
    if (!ids.has(id)) continue;
    for (const [entityId, weight] of row) {
      const list = byEntity.get(entityId) ?? [];
      byEntity.set(entityId, list);
      list.push({ id, weight });
    }
  }
  const best = new Map<string, { entityId: string; weight: number }>();
  for (const [entityId, list] of [...byEntity].sort((a, b) => (a[0] < b[0] ? -1 : 1))) {
    for (const a of list) {
      for (const b of list) {
        if (a.id >= b.id || Math.max(a.weight, b.weight) < MIN_LINK) continue;
        const key = `${a.id} ${b.id}`;
        const weight = a.weight + b.weight;
        if (weight > (best.get(key)?.weight ?? 0)) best.set(key, { entityId, weight });
      }
    }
  }
  return new Map([...best].map(([key, { entityId }]) => [key, entityId]));
}

function togetherCover(a: CoveringPassage, b: CoveringPassage, weights: Float64Array): number {
  let covered = 0;
  let all = 0;
  for (const [at, weight] of weights.entries()) {
    covered += weight * Math.max(a.cover[at] ?? 0, b.cover[at] ?? 0);
    all += weight;
  }
  return all === 0 ? 0 : covered / all;
}

/**
 * Returns linked pairs by what both cover together of the question plus `ownWeight` times the mean of their own scores;
 * best first, ties by ids.
 */
export function scorePairs(
  passages: readonly CoveringPassage[],
  mentions: readonly Mention[],
  weights: Float64Array,
  ownWeight: number,
): PassagePair[] {
  const byId = new Map(passages.map((passage) => [passage.id, passage]));
  const pairs: PassagePair[] = [];
  for (const [key, entityId] of linkedPairs(mentions, new Set(byId.keys()))) {
    const [first = '', second = ''] = key.split(' ');
    const a = byId.get(first);
    const b = byId.get(second);
    if (a === undefined || b === undefined) continue;
    const score = togetherCover(a, b, weights) + ownWeight * ((a.score + b.score) / 2);
    pairs.push({ first, second, entityId, score });
  }
  return pairs.sort((a, b) => b.score - a.score || (a.first + a.second < b.first + b.second ? -1 : 1));
}
