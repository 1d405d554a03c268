import type { Collection } from '../domain/graph-names.ts';
import type { RunStatement } from './driver.ts';
import type { FullTextQuery } from './full-text-query.ts';

/** A node that a query found; `score` is a whole number, see `fullTextQueries`. */
export interface FullTextHit {
  readonly id: string;
  readonly lexical: string;
  /** Content length; null for nodes that keep none. */
  readonly length?: number | null;
  readonly entityId?: string;
  readonly score: number;
}

/** Hits read for each one kept, so that those that score the same as the last are nearly always all there. */
const SURPLUS = 4;
const GROWTH = 8;
const ALL_ROWS = 100_000_000;

/**
 * Runs one query and returns its best hits. The index returns equal scores in any order, so a cut inside a run of equal
 * scores would depend on other writes: then more rows are read, until the run is whole.
 */
export async function bestHits(
  run: RunStatement,
  collection: Collection,
  tenant: string,
  { text, acls }: FullTextQuery,
  limit: number,
): Promise<readonly FullTextHit[]> {
  for (let rows = limit * SURPLUS; ; rows = Math.min(rows * GROWTH, ALL_ROWS)) {
    const [row] = await run(`read/full-text-${collection}`, { query: text, tenant, acls, rows, limit });
    const hits = (row?.['hits'] ?? []) as readonly FullTextHit[];
    const all = Number(row?.['found'] ?? 0) < rows;
    if (all || hits.length < limit || (hits.at(-1)?.score ?? 0) > Number(row?.['lowest'])) return hits;
    if (rows >= ALL_ROWS) return hits;
  }
}
