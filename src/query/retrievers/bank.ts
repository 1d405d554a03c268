import type { Config } from '../../config.ts';
import { embeddingLanguages } from '../../models/embedding-languages.ts';
import { createLateReranker } from '../../models/late-reranker.ts';
import type { Reranker } from '../../models/reranker.ts';
import type { TextEmbeddings } from '../../models/text-embeddings.ts';
import type { Database } from '../../store/driver.ts';
import type { ModelCritic } from '../critic/model/cascade.ts';
import { createGraphReaders } from '../graph/neo4j-reader.ts';
import { createPassageSearch } from '../graph/passage-search.ts';
import type { TextAnalysis } from '../lexical/analysed-text.ts';
import type { QuestionStatistics } from '../question-statistics.ts';
import { createDenseSearch } from './dense-search.ts';
import { createGraphRetriever } from './graph.ts';
import { createHybridRetriever } from './hybrid.ts';
import { createLexicalSearch } from './lexical-search.ts';
import { createPlainRetrievers } from './plain.ts';
import { createRerankRetriever } from './rerank.ts';
import type { Retriever, RetrieverName } from './retriever.ts';
import { createScoringTexts } from './scoring-texts.ts';
import { createTextRetriever } from './text.ts';

/** What the retriever bank is made of. */
export interface BankDependencies {
  readonly config: Config;
  readonly database: Database;
  readonly embeddings: TextEmbeddings;
  readonly statistics: QuestionStatistics;
  readonly analyseText: TextAnalysis;
  /** Absent without a chat model. */
  readonly critic?: ModelCritic;
  /** Absent: late interaction of the local token vectors. */
  readonly reranker?: Reranker;
}

/** Every module by its name. */
export type RetrieverBank = Readonly<Record<RetrieverName, Retriever>>;

/** What a standard deviation of the text module's scores is worth: as much as a very common word of the question. */
export const TEXT_WEIGHT = 0.5;

/** Returns the retriever bank, wired to the database: each part is made once and shared. Nothing is read here. */
export function createRetrieverBank(dependencies: BankDependencies): RetrieverBank {
  const { config, database, embeddings, statistics, analyseText, critic } = dependencies;
  const candidates = config.SEARCH_CANDIDATES;
  const plain = {
    lexical: createLexicalSearch({ database, statistics, candidates }),
    dense: createDenseSearch({ database, statistics, embeddings, candidates }),
    texts: createScoringTexts(database, analyseText),
    rrfK: config.RRF_K,
    denseWeight: config.FUSION_DENSE_WEIGHT,
    languages: embeddingLanguages(config),
  };
  const reranker = dependencies.reranker ?? createLateReranker(embeddings);
  const readerOf = createGraphReaders(database);
  const passages = createPassageSearch({ database, readerOf });
  const text = createTextRetriever(plain);
  return {
    ...createPlainRetrievers(plain),
    rerank: createRerankRetriever({ ...plain, reranker, top: config.RERANKER_TOP }),
    text,
    graph: createGraphRetriever({ readerOf, passages }),
    hybrid: createHybridRetriever({
      readerOf,
      passages,
      text,
      textWeight: TEXT_WEIGHT,
      maxIterations: config.QUERY_MAX_ITERATIONS,
      ...(critic === undefined ? {} : { critic }),
    }),
  };
}
