import { performance } from 'node:perf_hooks';
import type { Config } from '../config.ts';
import type { Chat } from '../models/chat.ts';
import { PROMPTS_DIRECTORY, type Prompts } from '../models/prompts.ts';
import type { Reranker } from '../models/reranker.ts';
import type { TextEmbeddings } from '../models/text-embeddings.ts';
import type { Database } from '../store/driver.ts';
import { type AnalysisPart, createAnalyse } from './analyse/analyse.ts';
import { createGenerate } from './answer/generate.ts';
import { createReasonSources } from './answer/reason-sources.ts';
import { createSources } from './answer/sources.ts';
import { type Ask, createAsk } from './ask.ts';
import { createCoverage } from './coverage.ts';
import { createModelCritic } from './critic/model/cascade.ts';
import { COMMENTER_VARIANTS } from './critic/model/example-bank.ts';
import { loadCriticExamples } from './critic/model/example-files.ts';
import { createLadder } from './ladder.ts';
import { createTextAnalysis } from './lexical/analysed-text.ts';
import { createPipelines, type Pipelines } from './pipelines.ts';
import { createQuestionMatch } from './qa/match-question.ts';
import { createQuestionStatistics } from './question-statistics.ts';
import { createRetrieverBank, type RetrieverBank } from './retrievers/bank.ts';
import { createSearch, type Search } from './search.ts';

/** What the query room is made of. */
export interface QueryDependencies {
  readonly config: Config;
  readonly database: Database;
  readonly embeddings: TextEmbeddings;
  readonly prompts: Prompts;
  /** Modules that stand in for the bank's own. */
  readonly modules?: Partial<RetrieverBank>;
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

function createWriter({ chat, prompts, embeddings, config }: QueryDependencies) {
  if (chat === undefined) return {};
  const countTokens = (text: string) => embeddings.countTokens(text);
  return {
    generate: createGenerate({ chat, prompts, countTokens, contextTokens: config.ANSWER_CONTEXT_TOKENS }),
  };
}

function createCritic({ chat, prompts, embeddings, config }: QueryDependencies) {
  if (chat === undefined) return {};
  const examples = loadCriticExamples(PROMPTS_DIRECTORY);
  // A local model reads thirty examples in minutes, five in seconds.
  const choice = COMMENTER_VARIANTS[config.CHAT_PROVIDER === 'gguf' ? 'commenter-5' : 'commenter-30'];
  const given = choice === undefined ? {} : { choice };
  return { critic: createModelCritic({ chat, prompts, embed: embeddings, examples, ...given }) };
}

/** Returns the query services, wired. Nothing is read and no model is called here. */
export function createQueryServices(dependencies: QueryDependencies): QueryServices {
  const { config, database, embeddings, analysisParts = [] } = dependencies;
  const now = () => performance.now();
  const statistics = createQuestionStatistics(database);
  const analyseText = createTextAnalysis();
  const retrievers = {
    ...createRetrieverBank({ ...dependencies, ...createCritic(dependencies), statistics, analyseText }),
    ...dependencies.modules,
  };
  const readSources = createSources(database, statistics, analyseText);
  const analyse = createAnalyse({ maxCharacters: config.QUESTION_MAX_CHARACTERS, parts: analysisParts });
  const coverage = createCoverage(readSources);
  const ladder = createLadder({ text: retrievers.text, hybrid: retrievers.hybrid, coverage });
  const pipelines = createPipelines({ analyse, retrievers, ladder, now, maxCalls: config.CHAT_MAX_CALLS });
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
