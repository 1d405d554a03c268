import type { Scope } from '../../domain/access.ts';
import { searchEntities } from '../graph/entity-search.ts';
import type { GraphReader } from '../graph/graph-reader.ts';
import type { PassageSearch } from '../graph/passage-search.ts';
import type { Retriever } from './retriever.ts';

interface GraphDependencies {
  readonly readerOf: (scope: Scope) => GraphReader;
  readonly passages: PassageSearch;
}

/**
 * Returns the graph module alone: entities by names, values and paths without their texts; over documents, passages by
 * personalised PageRank from the entities that the question names. Refuses when the question names nothing there is.
 */
export function createGraphRetriever({ readerOf, passages }: GraphDependencies): Retriever {
  return {
    name: 'graph',
    retrieve: async (request) => {
      const reader = readerOf(request.scope);
      const alone = { maxIterations: 1, textFirst: async () => undefined };
      const options = { texts: false, limit: request.limit, step: 'graph', ...alone };
      const entities = await searchEntities(request, reader, options);
      const candidates = entities.length > 0 ? entities : await passages.byGraph(request);
      if (candidates.length > 0) return { candidates };
      return { candidates, refused: 'the question names nothing that the graph holds' };
    },
  };
}
