import type { Candidate } from '../domain/candidate.ts';
import type { ReadSources } from './answer/sources.ts';
import type { RetrievalRequest } from './retrievers/retriever.ts';

/** Weighs lists of candidates: for each the share of the question that its best covers with its paths, 0 to 1. */
export type CoverageOfLists = (
  request: RetrievalRequest,
  lists: readonly (readonly Candidate[])[],
) => Promise<readonly number[]>;

/** Returns the weighing of lists; all are read at once. An empty list covers 0. */
export function createCoverage(readSources: ReadSources): CoverageOfLists {
  return async ({ analysis, scope }, lists) => {
    const { sources } = await readSources(analysis, scope, lists.flat());
    const byCandidate = new Map(sources.map(({ candidate, support }) => [candidate, support.coverage]));
    return lists.map((list) => Math.max(0, ...list.map((candidate) => byCandidate.get(candidate) ?? 0)));
  };
}
