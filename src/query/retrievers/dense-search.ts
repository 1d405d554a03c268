import type { Database } from '../../store/driver.ts';
import { vectorCandidates } from '../../store/search.ts';
import { type QuestionStatistics, SEARCHED, type SearchedCollection } from '../question-statistics.ts';
import { bestOfEach, type Hit } from './lexical-search.ts';
import type { RetrievalRequest } from './retriever.ts';
import { once } from './shared-work.ts';

/** A node by its best window. `score` is the cosine of question and window. */
export interface DenseHit extends Hit {
  /** Page of the window, from 1. */
  readonly page: number;
  /** Characters of the owner's text. */
  readonly span: { readonly start: number; readonly end: number };
}

/** The embeddings as far as a question needs them. */
export interface QueryEmbeddings {
  embedQuery(text: string): Promise<number[]>;
}

interface DenseDependencies {
  readonly database: Database;
  readonly embeddings: QueryEmbeddings;
  readonly statistics: QuestionStatistics;
  /** Most windows read from each index. */
  readonly candidates: number;
}

async function searchCollection(
  { database, candidates, statistics }: DenseDependencies,
  { analysis, scope, documentIds }: RetrievalRequest,
  collection: SearchedCollection,
  vector: readonly number[],
): Promise<DenseHit[]> {
  if (documentIds !== undefined && collection !== 'chunk') return [];
  const held = await statistics(analysis, scope);
  const windows = await vectorCandidates(database, scope, collection, vector, {
    limit: candidates,
    nodes: held[collection].nodes,
    ...(documentIds === undefined ? {} : { documentIds }),
  });
  return windows.map(({ ownerId, entityId, start, end, page, score }) => ({
    id: entityId ?? ownerId,
    ownerId,
    collection,
    score,
    page,
    span: { start, end },
  }));
}

/**
 * Returns a search of passages and entities by the cosine of the question with their best window: falling score, ties
 * by id. Throws what the embedding model throws; never an empty list for a fault.
 */
export function createDenseSearch(
  dependencies: DenseDependencies,
): (request: RetrievalRequest) => Promise<readonly DenseHit[]> {
  const search = async (request: RetrievalRequest): Promise<readonly DenseHit[]> => {
    const vector = await dependencies.embeddings.embedQuery(request.analysis.text);
    const lists = await Promise.all(
      SEARCHED.map((collection) => searchCollection(dependencies, request, collection, vector)),
    );
    return bestOfEach(lists.flat());
  };
  return (request) => once(request, `dense ${dependencies.candidates}`, () => search(request));
}
