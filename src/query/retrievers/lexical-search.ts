import type { Database } from '../../store/driver.ts';
import { fullTextCandidates } from '../../store/search.ts';
import { bm25, type CollectionStatistics, countTerms, K1, termWeight } from '../bm25.ts';
import { byScoreThenId } from '../fusion.ts';
import {
  type QuestionStatistics,
  SEARCHED,
  type SearchedCollection,
  type Statistics,
} from '../question-statistics.ts';
import type { RetrievalRequest } from './retriever.ts';
import { once } from './shared-work.ts';

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
  readonly statistics: Statistics;
}

interface LexicalDependencies {
  readonly database: Database;
  readonly statistics: QuestionStatistics;
  /** Most candidates read from each index. */
  readonly candidates: number;
}

/** Returns the highest score that a text could come near to: every word of the question, many times over. */
function ceiling(request: RetrievalRequest, statistics: CollectionStatistics): number {
  const weights = request.analysis.terms.map((term) => termWeight(term, statistics));
  return (K1 + 1) * weights.reduce((sum, weight) => sum + weight, 0);
}

/** The forms of the question's words that the collection holds: no other can be found in a text. */
function heldForms({ analysis }: RetrievalRequest, { byTerm }: CollectionStatistics): ReadonlySet<string> {
  const variants = analysis.terms.flatMap((term) => term.variants);
  return new Set(variants.filter((variant) => (byTerm.get(variant) ?? 0) > 0));
}

async function searchCollection(
  { database, candidates }: LexicalDependencies,
  request: RetrievalRequest,
  collection: SearchedCollection,
  counts: CollectionStatistics,
): Promise<{ hits: Hit[]; complete: boolean }> {
  const { analysis, scope, documentIds } = request;
  const forms = heldForms(request, counts);
  const elsewhere = documentIds !== undefined && collection !== 'chunk';
  if (elsewhere || forms.size === 0) return { hits: [], complete: true };
  const proposed = await fullTextCandidates(database, scope, collection, analysis.terms, {
    limit: candidates,
    counts,
    ...(documentIds === undefined ? {} : { documentIds }),
  });
  const hits = proposed.map(({ id, lexical, length, entityId }) => ({
    id: entityId ?? id,
    ownerId: id,
    collection,
    score: bm25(analysis.terms, countTerms(lexical, forms, length), counts),
  }));
  return { hits, complete: proposed.length < candidates };
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
    const statistics = await dependencies.statistics(request.analysis, request.scope);
    const found = await Promise.all(
      SEARCHED.map((collection) =>
        searchCollection(dependencies, request, collection, statistics[collection]),
      ),
    );
    const both = found.every(({ hits }) => hits.length > 0);
    const hits = found.flatMap((part, at) => {
      const scale = both ? ceiling(request, statistics[SEARCHED[at] ?? 'chunk']) : 1;
      return part.hits.map((hit) => ({ ...hit, score: hit.score / scale }));
    });
    return {
      hits: bestOfEach(hits.filter(({ score }) => score > 0)),
      complete: found.every(({ complete }) => complete),
      statistics,
    };
  };
  return (request) => once(request, `lexical ${dependencies.candidates}`, () => search(request));
}
