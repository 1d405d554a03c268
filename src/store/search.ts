import type { Scope } from '../domain/access.ts';
import type { Collection } from '../domain/graph-names.ts';
import type { QueryTerm } from '../domain/question.ts';
import type { Database, Row } from './driver.ts';
import { bestHits, type FullTextHit } from './full-text-hits.ts';
import { type FullTextQuery, fullTextQueries, type ScopeCounts, weighTerms } from './full-text-query.ts';

const NOTHING: ScopeCounts = { nodes: 0, tokens: 0, byTerm: new Map() };

/** Returns the counts over the scope's access keys for these index terms, by collection. One read; zeros for an empty scope. */
export async function termCountsOf<Name extends Collection>(
  database: Database,
  scope: Scope,
  collections: readonly Name[],
  variants: readonly string[],
): Promise<Readonly<Record<Name, ScopeCounts>>> {
  const counts = new Map<string, ScopeCounts>();
  if (scope.acls.length > 0) {
    const terms = [...new Set(variants)];
    for (const row of await database.read('read/term-counts', { ...scope, collections, terms })) {
      const found = row['terms'] as readonly { readonly term: string; readonly count: number }[];
      const byTerm = new Map(found.map(({ term, count }) => [term, count]));
      counts.set(String(row['collection']), {
        nodes: Number(row['nodes']),
        tokens: Number(row['tokens']),
        byTerm,
      });
    }
  }
  const entries = collections.map((name) => [name, counts.get(name) ?? NOTHING] as const);
  return Object.fromEntries(entries) as Record<Name, ScopeCounts>;
}

/** Returns the counts of one collection; see `termCountsOf`. */
export async function termCounts(
  database: Database,
  scope: Scope,
  collection: Collection,
  variants: readonly string[],
): Promise<ScopeCounts> {
  return (await termCountsOf(database, scope, [collection], variants))[collection];
}

/** A node that the words propose, with its index terms for scoring. */
export interface FullTextCandidate {
  readonly id: string;
  /** Index terms in order, joined by single spaces. */
  readonly lexical: string;
  /** Content length of `lexical`, where the node keeps it. */
  readonly length?: number;
  /** For profiles and names: the entity they belong to. */
  readonly entityId?: string;
}

/** Bounds of a full-text search. */
export interface FullTextOptions {
  /** Most candidates. */
  readonly limit: number;
  /** Only nodes of these documents; not for profiles and names. */
  readonly documentIds?: readonly string[];
  /** Counts of every variant of the terms, when the caller has them already; saves a read. */
  readonly counts?: ScopeCounts;
}

/**
 * Returns the nodes of the scope that fit the words best, for scoring by the caller: falling sum of idf × impact, ties
 * by id. Only the reader's own scope decides what is proposed and in which order; Lucene's statistics, which know
 * every tenant, do not. Empty when no term occurs. Two reads in most cases.
 */
export async function fullTextCandidates(
  database: Database,
  scope: Scope,
  collection: Collection,
  terms: readonly QueryTerm[],
  { limit, documentIds, counts }: FullTextOptions,
): Promise<FullTextCandidate[]> {
  const known =
    counts ??
    (await termCounts(
      database,
      scope,
      collection,
      terms.flatMap(({ variants }) => variants),
    ));
  const queries = fullTextQueries(scope, collection, weighTerms(terms, known), documentIds);
  if (queries.length === 0) return [];
  const hits = await runQueries(database, scope, collection, queries, limit);
  const byId = new Map<string, FullTextHit>();
  for (const hit of hits) byId.set(hit.id, { ...hit, score: hit.score + (byId.get(hit.id)?.score ?? 0) });
  return [...byId.values()]
    .sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1))
    .slice(0, limit)
    .map(({ score: _score, length, ...candidate }) => ({
      ...candidate,
      ...(length == null ? {} : { length }),
    }));
}

/** One query is one read; several must see the same moment. */
async function runQueries(
  database: Database,
  { tenant }: Scope,
  collection: Collection,
  queries: readonly FullTextQuery[],
  limit: number,
): Promise<FullTextHit[]> {
  const [only] = queries;
  if (only !== undefined && queries.length === 1)
    return [...(await bestHits(database.read, collection, tenant, only, limit))];
  return database.readTransaction(async (run) => {
    const hits: FullTextHit[] = [];
    for (const query of queries) hits.push(...(await bestHits(run, collection, tenant, query, limit)));
    return hits;
  });
}

/** Collections that are embedded by window. */
export type WindowCollection = 'chunk' | 'summary' | 'profile';

/** A window near the question. `score` is the cosine, −1 to 1. */
export interface VectorCandidate {
  /** Tree node or profile. */
  readonly ownerId: string;
  readonly windowId: string;
  /** Characters of the owner's text. */
  readonly start: number;
  readonly end: number;
  /** From 1; 1 for profiles. */
  readonly page: number;
  readonly score: number;
  /** For profiles: the entity they belong to. */
  readonly entityId?: string;
}

/** Bounds of a vector search. */
export interface VectorOptions {
  /** Most windows. */
  readonly limit: number;
  /** Only windows of these documents; not for profiles. */
  readonly documentIds?: readonly string[];
  /** How many nodes of the collection the scope holds, when the caller knows; saves a read. */
  readonly nodes?: number;
}

/** A stored question near the question asked. `score` is the cosine, −1 to 1. */
export interface QaCandidate {
  readonly id: string;
  readonly question: string;
  readonly answer: string;
  readonly kind: string;
  readonly origin: string;
  /** Tree node that states the answer, and where in its text. */
  readonly nodeId: string;
  readonly documentId: string;
  readonly start: number;
  readonly end: number;
  readonly score: number;
}

/**
 * Neighbours that the index looks for, however few are wanted. The index is approximate: on texts of few words (names,
 * titles, as many entities have) it holds 0.90 of the ten nearest at 20 neighbours, 0.98 at 400 and 1.00 at 1,000;
 * passages lie further apart. 1,000 take 10 ms more than 400.
 */
const PROBES: Readonly<Record<WindowCollection, number>> = { chunk: 400, summary: 400, profile: 1000 };

/** Up to this many nodes comparing with every window is exact and as fast as the index. */
const SCAN_NODES = 1000;

/** Neo4j scores (1 + cosine) / 2. */
function withCosine<T>(row: Row): T {
  return { ...row, score: 2 * Number(row['score']) - 1 } as unknown as T;
}

/**
 * Returns the windows of the scope nearest to `vector`, falling score, ties by window id. Tenant, access keys and
 * documents are filtered inside the index search; a small scope is compared window by window. Several windows may
 * belong to one owner. Empty for an empty scope. Two reads.
 */
export async function vectorCandidates(
  database: Database,
  scope: Scope,
  collection: WindowCollection,
  vector: ArrayLike<number>,
  { limit, documentIds, nodes }: VectorOptions,
): Promise<VectorCandidate[]> {
  if (scope.acls.length === 0 || documentIds?.length === 0) return [];
  const common = { ...scope, vector, rows: limit };
  const probes = Math.max(PROBES[collection], limit);
  if (documentIds !== undefined && collection !== 'profile') {
    const rows = await database.read(`read/vector-${collection}-documents`, {
      ...common,
      probes,
      documentIds,
    });
    return rows.map((row) => withCosine<VectorCandidate>(row));
  }
  const held = nodes ?? (await termCounts(database, scope, collection, [])).nodes;
  if (held === 0) return [];
  const small = held <= SCAN_NODES;
  const rows = small
    ? await database.read(`read/vector-${collection}-scan`, common)
    : await database.read(`read/vector-${collection}`, { ...common, probes });
  return rows.map((row) => withCosine<VectorCandidate>(row));
}

/** Stored questions that are not active share the index; few are wanted, and only the nearest may answer. */
const QA_PROBES = 200;

/** Returns the active stored questions of the scope nearest to `vector`, falling score, ties by id. One read. */
export async function qaCandidates(
  database: Database,
  scope: Scope,
  vector: ArrayLike<number>,
  { limit }: { readonly limit: number },
): Promise<QaCandidate[]> {
  if (scope.acls.length === 0) return [];
  const rows = await database.read('read/vector-qa', { ...scope, vector, probes: QA_PROBES, limit });
  return rows.map((row) => withCosine<QaCandidate>(row));
}
