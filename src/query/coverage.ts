import type { Candidate } from '../domain/candidate.ts';
import type { ReadSources } from './answer/sources.ts';
import type { RetrievalRequest } from './retrievers/retriever.ts';

/**
 * Returns the share of the question's weight that the best of some candidates covers with its paths: 0 to 1, 0 for
 * none.
 */
export function createCoverage(
  readSources: ReadSources,
): (request: RetrievalRequest, candidates: readonly Candidate[]) => Promise<number> {
  return async ({ analysis, scope }, candidates) => {
    if (candidates.length === 0) return 0;
    const { sources } = await readSources(analysis, scope, candidates);
    return sources.reduce((most, { support }) => Math.max(most, support.coverage), 0);
  };
}
