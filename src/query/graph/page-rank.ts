/** A passage names an entity. */
export interface Mention {
  readonly nodeId: string;
  readonly entityId: string;
  /** title, heading, term, name, code, value. */
  readonly kind: string;
}

/** What passages and entities begin with; the sums need not be 1. */
export interface Seeds {
  readonly entities: ReadonlyMap<string, number>;
  readonly passages: ReadonlyMap<string, number>;
}

/** Chance to walk on rather than to begin again: the question stays near (README trials: 0.5 to 0.7). */
const DAMPING = 0.5;
const ROUNDS = 25;

/** What a mention is worth by where it stands: a name in passing tells far less than a title. */
const KIND_WEIGHTS: Readonly<Record<string, number>> = {
  title: 3,
  heading: 2,
  term: 2,
  code: 1,
  name: 1,
  value: 0.2,
};
/** What a name in passing is worth when no passage is about what it names: more such names must not lead astray. */
const ASIDE = 0.15;
const ABOUT = new Set(['title', 'heading', 'term']);

/** Returns the weight of each joined pair of passage and entity: the best of its mentions. */
export function mentionWeights(mentions: readonly Mention[]): Map<string, Map<string, number>> {
  const subjects = new Set(mentions.filter(({ kind }) => ABOUT.has(kind)).map(({ entityId }) => entityId));
  const weights = new Map<string, Map<string, number>>();
  for (const { nodeId, entityId, kind } of mentions) {
    const plain = KIND_WEIGHTS[kind] ?? ASIDE;
    const weight = subjects.has(entityId) ? plain : Math.min(plain, ASIDE);
    const row = weights.get(nodeId) ?? new Map<string, number>();
    weights.set(nodeId, row);
    row.set(entityId, Math.max(row.get(entityId) ?? 0, weight));
  }
  return weights;
}

interface Walk {
  /** Flat list of edges: from, to, share of what `from` hands on. */
  readonly from: Int32Array;
  readonly to: Int32Array;
  readonly share: Float64Array;
}

function walkOf(
  weights: ReadonlyMap<string, ReadonlyMap<string, number>>,
  place: ReadonlyMap<string, number>,
): Walk {
  const edges: { from: number; to: number; weight: number }[] = [];
  for (const [nodeId, row] of weights) {
    for (const [entityId, weight] of row) {
      const a = place.get(`p${nodeId}`);
      const b = place.get(`e${entityId}`);
      if (a === undefined || b === undefined) continue;
      edges.push({ from: a, to: b, weight }, { from: b, to: a, weight });
    }
  }
  const out = new Float64Array(place.size);
  for (const { from, weight } of edges) out[from] = (out[from] ?? 0) + weight;
  return {
    from: Int32Array.from(edges, ({ from }) => from),
    to: Int32Array.from(edges, ({ to }) => to),
    share: Float64Array.from(edges, ({ from, weight }) => weight / (out[from] ?? 1)),
  };
}

function normalise(values: Float64Array): Float64Array {
  const sum = values.reduce((total, value) => total + value, 0);
  return sum === 0 ? values : values.map((value) => value / sum);
}

/**
 * Returns the personalised PageRank (Haveliwala 2002; over passages and entities after Gutiérrez et al. 2024,
 * "HippoRAG") of every passage that the mentions or seeds name. Sums to at most 1; order of the input does not matter.
 */
export function rankPassages(mentions: readonly Mention[], seeds: Seeds): Map<string, number> {
  const weights = mentionWeights(mentions);
  const names = new Set<string>();
  for (const { nodeId, entityId } of mentions) names.add(`p${nodeId}`).add(`e${entityId}`);
  for (const id of seeds.entities.keys()) names.add(`e${id}`);
  for (const id of seeds.passages.keys()) names.add(`p${id}`);
  const place = new Map([...names].sort().map((name, at) => [name, at]));
  const start = new Float64Array(place.size);
  for (const [id, mass] of seeds.entities) start[place.get(`e${id}`) ?? 0] = mass;
  for (const [id, mass] of seeds.passages) start[place.get(`p${id}`) ?? 0] = mass;
  const begin = normalise(start);
  const { from, to, share } = walkOf(weights, place);
  let mass = begin;
  for (let round = 0; round < ROUNDS; round += 1) {
    const next = begin.map((value) => (1 - DAMPING) * value);
    for (const [at, source] of from.entries()) {
      const target = to[at] ?? 0;
      next[target] = (next[target] ?? 0) + DAMPING * (mass[source] ?? 0) * (share[at] ?? 0);
    }
    mass = next;
  }
  const ranks = new Map<string, number>();
  for (const [name, at] of place) if (name.startsWith('p')) ranks.set(name.slice(1), mass[at] ?? 0);
  return ranks;
}
