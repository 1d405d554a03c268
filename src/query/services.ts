import { performance } from 'node:perf_hooks';
import type { Config } from '../config.ts';
import type { Chat } from '../models/chat.ts';
import { createLateReranker } from '../models/late-reranker.ts';
import type { Prompts } from '../models/prompts.ts';
import type { Reranker } from '../models/reranker.ts';
import type { TextEmbeddings } from '../models/text-embeddings.ts';
import type { Database } from '../store/driver.ts';
import { type AnalysisPart, createAnalyse } from './analyse/analyse.ts';
import { createGenerate } from './answer/generate.ts';
import { createReasonSources } from './answer/reason-sources.ts';
import { createSources } from './answer/sources.ts';
import { type Ask, createAsk } from './ask.ts';
import { createCoverage } from './coverage.ts';
import { createLadder } from './ladder.ts';
import { createPipelines, type Pipelines } from './pipelines.ts';
import { createQuestionMatch } from './qa/match-question.ts';
import { createDenseSearch } from './retrievers/dense-search.ts';
import { createLexicalSearch } from './retrievers/lexical-search.ts';
import { createPlainRetrievers } from './retrievers/plain.ts';
import { createRerankRetriever } from './retrievers/rerank.ts';
import type { Retriever } from './retrievers/retriever.ts';
import { createScoringTexts } from './retrievers/scoring-texts.ts';
import { createTextRetriever } from './retrievers/text.ts';
import { createSearch, type Search } from './search.ts';

/** What the query room is made of. */
export interface QueryDependencies {
  readonly config: Config;
  readonly database: Database;
  readonly embeddings: TextEmbeddings;
  readonly prompts: Prompts;
  readonly graph: Retriever;
  readonly hybrid: Retriever;
  /** Absent: answers in the sources' own words. */
  readonly chat?: Chat;
  /** Absent: late interaction of the local token vectors. */
  readonly reranker?: Reranker;
  /** Parts of the analysis that read the graph. */
  readonly analysisParts?: readonly AnalysisPart[];
}

/** The services of the query room. */
export interface QueryServices {
  readonly pipelines: Pipelines;
  readonly ask: Ask;
  readonly search: Search;
}

function createRetrievers(dependencies: QueryDependencies) {
  const { config, database, embeddings, graph, hybrid } = dependencies;
  const candidates = config.SEARCH_CANDIDATES;
  const shared = {
    lexical: createLexicalSearch({ database, candidates }),
    dense: createDenseSearch({ database, embeddings, candidates }),
    texts: createScoringTexts(database),
    rrfK: config.RRF_K,
    denseWeight: config.FUSION_DENSE_WEIGHT,
  };
  const reranker = dependencies.reranker ?? createLateReranker(embeddings);
  return {
    ...createPlainRetrievers(shared),
    rerank: createRerankRetriever({ ...shared, reranker, top: config.RERANKER_TOP }),
    text: createTextRetriever(shared),
    graph,
    hybrid,
  };
}

function createWriter({ chat, prompts, embeddings, config }: QueryDependencies) {
  if (chat === undefined) return {};
  const countTokens = (text: string) => embeddings.countTokens(text);
  return {
    generate: createGenerate({ chat, prompts, countTokens, contextTokens: config.ANSWER_CONTEXT_TOKENS }),
  };
}

/** Returns the query services, wired. Nothing is read and no model is called here. */
export function createQueryServices(dependencies: QueryDependencies): QueryServices {
  const { config, database, embeddings, analysisParts = [] } = dependencies;
  const now = () => performance.now();
  const retrievers = createRetrievers(dependencies);
  const readSources = createSources(database);
  const analyse = createAnalyse({ maxCharacters: config.QUESTION_MAX_CHARACTERS, parts: analysisParts });
  const coverage = createCoverage(readSources);
  const ladder = createLadder({ text: retrievers.text, hybrid: retrievers.hybrid, coverage });
  const pipelines = createPipelines({ analyse, retrievers, ladder, now });
  const common = { database, pipelines, readSources, defaultTenant: config.TRELLIS_TENANT, now };
  const ask = createAsk({
    ...common,
    analyse,
    reasonSources: createReasonSources(database),
    matchQuestion: createQuestionMatch({ database, embeddings, threshold: config.QA_MATCH_THRESHOLD }),
    minSources: config.ANSWER_MIN_SOURCES,
    maxCalls: config.CHAT_MAX_CALLS,
    ...createWriter(dependencies),
  });
  return { pipelines, ask, search: createSearch(common) };
}
