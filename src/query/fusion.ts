/** One entry of a ranked list. */
export interface Scored {
  readonly id: string;
  readonly score: number;
}

/** One entry of a fused list with what each list gave it. */
export interface Fused {
  readonly id: string;
  readonly score: number;
  /** Name of a list → rank in it from 1, or its score there; absent where the list does not hold it. */
  readonly parts: Readonly<Record<string, number>>;
}

/** Named lists, each in order of falling score. */
export type RankedLists = Readonly<Record<string, readonly Scored[]>>;

/** Orders by falling score, equal scores by id: the order of every list of results. */
export function byScoreThenId(a: Scored, b: Scored): number {
  if (a.score !== b.score) return b.score - a.score;
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0;
}

interface FusionOptions {
  /** Constant of reciprocal rank fusion. */
  readonly k?: number;
  /** Name of a list → weight; 1 where not named. */
  readonly weights?: Readonly<Record<string, number>>;
}

/**
 * Returns the union of the lists by the sum of weight / (k + rank), ranks from 1 (Cormack, Clarke and Büttcher 2009,
 * k = 60). `parts` are ranks. An id that a list repeats counts at its first place only.
 */
export function reciprocalRankFusion(lists: RankedLists, options: FusionOptions = {}): Fused[] {
  const { k = 60, weights = {} } = options;
  const fused = new Map<string, { score: number; parts: Record<string, number> }>();
  for (const [name, list] of Object.entries(lists)) {
    const seen = new Set<string>();
    for (const { id } of list) {
      if (seen.has(id)) continue;
      seen.add(id);
      const entry = fused.get(id) ?? { score: 0, parts: {} };
      entry.score += (weights[name] ?? 1) / (k + seen.size);
      entry.parts[name] = seen.size;
      fused.set(id, entry);
    }
  }
  return [...fused].map(([id, entry]) => ({ id, ...entry })).sort(byScoreThenId);
}

/** Returns (x − mean) / standard deviation for each value; zeros when all are equal. */
export function zScores(values: readonly number[]): number[] {
  if (values.length === 0) return [];
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length;
  const deviation = Math.sqrt(variance);
  return values.map((value) => (deviation < 1e-12 ? 0 : (value - mean) / deviation));
}

interface MixOptions {
  /** Name of a list → weight; 1 where not named. */
  readonly weights?: Readonly<Record<string, number>>;
  /** Name of a list → score of what it does not hold; the list's lowest score where not named. */
  readonly missing?: Readonly<Record<string, number>>;
  /** Name of a list → share of its weight that an entry has, 0 to 1; the whole of it where not named. */
  readonly shares?: Readonly<Record<string, (id: string) => number>>;
}

/**
 * Returns the union of the lists by the weighted sum of their z-scores, taken over the union. `parts` are the lists'
 * own scores. A share below 1 draws an entry towards the list's mean: it says less, for or against. An empty list adds
 * nothing. The result does not depend on the order of the lists' entries.
 */
export function mixScores(lists: RankedLists, options: MixOptions = {}): Fused[] {
  const { weights = {}, missing = {}, shares = {} } = options;
  const tables = Object.entries(lists)
    .filter(([, list]) => list.length > 0)
    .map(([name, list]) => ({
      name,
      scores: new Map(list.map(({ id, score }) => [id, score])),
      floor: missing[name] ?? Math.min(...list.map(({ score }) => score)),
    }));
  const ids = [...new Set(tables.flatMap(({ scores }) => [...scores.keys()]))].sort();
  const columns = tables.map(({ name, scores, floor }) => {
    const { [name]: weight = 1 } = weights;
    const { [name]: shareOf = () => 1 } = shares;
    return zScores(ids.map((id) => scores.get(id) ?? floor)).map(
      (value, row) => value * weight * shareOf(ids[row] ?? ''),
    );
  });
  const fused = ids.map((id, row) => ({
    id,
    score: columns.reduce((sum, column) => sum + (column[row] ?? 0), 0),
    parts: partsOf(id, tables),
  }));
  return fused.sort(byScoreThenId);
}

function partsOf(
  id: string,
  tables: readonly { readonly name: string; readonly scores: ReadonlyMap<string, number> }[],
): Record<string, number> {
  const parts: Record<string, number> = {};
  for (const { name, scores } of tables) {
    const score = scores.get(id);
    if (score !== undefined) parts[name] = score;
  }
  return parts;
}
