import type { Collection } from '../../domain/graph-names.ts';
import type { Database } from '../../store/driver.ts';
import { fullTextCandidates, termCounts } from '../../store/search.ts';
import { bm25, type CollectionStatistics, countTerms, K1, termWeight } from '../bm25.ts';
import { byScoreThenId } from '../fusion.ts';
import type { RetrievalRequest } from './retriever.ts';
import { once } from './shared-work.ts';

/** Collections that questions are matched with: passages of documents, and texts of imported entities. */
export const SEARCHED = ['chunk', 'profile'] as const satisfies readonly Collection[];
export type SearchedCollection = (typeof SEARCHED)[number];

/** A node that a search found. `id` is what a candidate names: the chunk or the entity. */
export interface Hit {
  readonly id: string;
  readonly collection: SearchedCollection;
  /** Chunk or profile that holds the text. */
  readonly ownerId: string;
  readonly score: number;
}

/** What the words of a question find. */
export interface LexicalResult {
  /** Falling BM25 score, ties by id. */
  readonly hits: readonly Hit[];
  /** Whether every node with a word of the question is among the hits. */
  readonly complete: boolean;
  readonly statistics: Readonly<Record<SearchedCollection, CollectionStatistics>>;
}

interface LexicalDependencies {
  readonly database: Database;
  /** Most candidates read from each index. */
  readonly candidates: number;
}

const EMPTY: CollectionStatistics = { nodes: 0, tokens: 0, byTerm: new Map() };

/** Returns the highest score that a text could come near to: every word of the question, many times over. */
function ceiling(request: RetrievalRequest, statistics: CollectionStatistics): number {
  const weights = request.analysis.terms.map((term) => termWeight(term, statistics));
  return (K1 + 1) * weights.reduce((sum, weight) => sum + weight, 0);
}

async function searchCollection(
  { database, candidates }: LexicalDependencies,
  request: RetrievalRequest,
  collection: SearchedCollection,
): Promise<{ hits: Hit[]; complete: boolean; statistics: CollectionStatistics }> {
  const { analysis, scope, documentIds } = request;
  if (documentIds !== undefined && collection !== 'chunk')
    return { hits: [], complete: true, statistics: EMPTY };
  const variants = analysis.terms.flatMap((term) => term.variants);
  const statistics = await termCounts(database, scope, collection, variants);
  if (statistics.byTerm.size === 0) return { hits: [], complete: true, statistics };
  const proposed = await fullTextCandidates(database, scope, collection, analysis.terms, {
    limit: candidates,
    counts: statistics,
    ...(documentIds === undefined ? {} : { documentIds }),
  });
  const hits = proposed.map(({ id, lexical, entityId }) => ({
    id: entityId ?? id,
    ownerId: id,
    collection,
    score: bm25(analysis.terms, countTerms(lexical.split(' ')), statistics),
  }));
  return { hits, complete: proposed.length < candidates, statistics };
}

/** Keeps the best text of an entity that has several; order as `byScoreThenId`. */
export function bestOfEach<T extends Hit>(hits: readonly T[]): T[] {
  const best = new Map<string, T>();
  for (const hit of [...hits].sort((a, b) => byScoreThenId(a, b) || (a.ownerId < b.ownerId ? -1 : 1))) {
    if (!best.has(hit.id)) best.set(hit.id, hit);
  }
  return [...best.values()];
}

/**
 * Returns a search of passages and entities by plain BM25 with the reader's own counts. Where both collections have
 * hits, scores are shares of what the collection's words could give at most, so that the two lists can be merged.
 */
export function createLexicalSearch(
  dependencies: LexicalDependencies,
): (request: RetrievalRequest) => Promise<LexicalResult> {
  const search = async (request: RetrievalRequest): Promise<LexicalResult> => {
    const [chunk, profile] = await Promise.all([
      searchCollection(dependencies, request, 'chunk'),
      searchCollection(dependencies, request, 'profile'),
    ]);
    const both = chunk.hits.length > 0 && profile.hits.length > 0;
    const hits = [chunk, profile].flatMap((found) => {
      const scale = both ? ceiling(request, found.statistics) : 1;
      return found.hits.map((hit) => ({ ...hit, score: hit.score / scale }));
    });
    return {
      hits: bestOfEach(hits.filter(({ score }) => score > 0)),
      complete: chunk.complete && profile.complete,
      statistics: { chunk: chunk.statistics, profile: profile.statistics },
    };
  };
  return (request) => once(request, `lexical ${dependencies.candidates}`, () => search(request));
}
