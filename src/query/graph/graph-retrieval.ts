import type { Config } from '../../config.ts';
import type { Database } from '../../store/driver.ts';
import { createDenseSearch, type QueryEmbeddings } from '../retrievers/dense-search.ts';
import { createGraphRetriever } from '../retrievers/graph.ts';
import { createHybridRetriever } from '../retrievers/hybrid.ts';
import { createLexicalSearch } from '../retrievers/lexical-search.ts';
import type { Retriever } from '../retrievers/retriever.ts';
import { createScoringTexts } from '../retrievers/scoring-texts.ts';
import { createTextRetriever } from '../retrievers/text.ts';
import { createGraphReaders } from './neo4j-reader.ts';
import { createPassageSearch } from './passage-search.ts';

interface GraphRetrievalDependencies {
  readonly database: Database;
  readonly embeddings: QueryEmbeddings;
  readonly config: Config;
}

/** What a standard deviation of the text module's scores is worth: as much as a very common word of the question. */
const TEXT_WEIGHT = 0.5;

/** Returns the graph and the hybrid module, wired to the database. Nothing is read here. */
export function createGraphRetrieval({ database, embeddings, config }: GraphRetrievalDependencies): {
  readonly graph: Retriever;
  readonly hybrid: Retriever;
} {
  const readerOf = createGraphReaders(database);
  const passages = createPassageSearch({ database, readerOf });
  const candidates = config.SEARCH_CANDIDATES;
  const text = createTextRetriever({
    lexical: createLexicalSearch({ database, candidates }),
    dense: createDenseSearch({ database, embeddings, candidates }),
    texts: createScoringTexts(database),
    rrfK: config.RRF_K,
    denseWeight: config.FUSION_DENSE_WEIGHT,
  });
  return {
    graph: createGraphRetriever({ readerOf, passages }),
    hybrid: createHybridRetriever({ readerOf, passages, text, textWeight: TEXT_WEIGHT }),
  };
}
