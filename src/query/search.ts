import type { SearchRequest, SearchResponse } from '../domain/api/search.ts';
import { createTrace } from '../domain/trace.ts';
import type { Database } from '../store/driver.ts';
import { citationOf } from './answer/citations.ts';
import type { ReadSources } from './answer/sources.ts';
import type { Pipelines } from './pipelines.ts';
import { resolveView } from './view.ts';

interface SearchDependencies {
  readonly database: Database;
  readonly pipelines: Pipelines;
  readonly readSources: ReadSources;
  readonly defaultTenant: string;
  /** Milliseconds that only grow. */
  readonly now: () => number;
}

/** Ranks passages or entities without answering. */
export type Search = (request: SearchRequest, signal?: AbortSignal) => Promise<SearchResponse>;

/** Results when the request names no limit. */
export const DEFAULT_RESULTS = 10;

/**
 * Returns the search service: the pipeline's candidates (default `text`, the one that answers while one types; `auto` adds the graph) as numbered citations, best first. Throws
 * `TRELLIS_QUERY_QUESTION_EMPTY`, `_TOO_LONG`, and what the store or a model throws.
 */
export function createSearch(dependencies: SearchDependencies): Search {
  const { database, pipelines, readSources, defaultTenant, now } = dependencies;
  return async (request, signal) => {
    const started = now();
    const { question, pipeline = 'text', limit = DEFAULT_RESULTS } = request;
    const trace = createTrace();
    const view = await resolveView(database, request, defaultTenant);
    const options = { ...view, limit, trace, ...(signal === undefined ? {} : { signal }) };
    const { analysis, candidates } = await pipelines.run(pipeline, question, options);
    const { sources } = await readSources(analysis, view.scope, candidates);
    return {
      question,
      pipeline,
      results: sources.map((source, index) => citationOf(source, index + 1)),
      ms: now() - started,
      ...(request.trace === true ? { trace: [...trace.steps] } : {}),
    };
  };
}
