import { editKey } from '../../domain/comment.ts';
import type { Trace } from '../../domain/trace.ts';
import type { GraphReader } from '../graph/graph-reader.ts';
import type { QuestionModel } from '../graph/question-model.ts';
import { type GraphSearch, searchGraph } from '../graph/search-graph.ts';
import { commentOn } from './comment-on.ts';
import { answersOf, applyEdit, firstRoute, type Route } from './route-edits.ts';

/** How a question is looked for in the loop. */
export interface LoopOptions {
  readonly texts: boolean;
  readonly limit: number;
  /** Name of the module, for the trace. */
  readonly step: string;
  /** Searches at most, at least 1. */
  readonly maxIterations: number;
  /** What plain text finds first; undefined when it finds nothing. */
  readonly textFirst: () => Promise<string | undefined>;
  readonly trace: Trace;
}

function search(
  route: Route,
  reader: GraphReader,
  { texts, limit }: Pick<LoopOptions, 'texts' | 'limit'>,
): Promise<GraphSearch> {
  const { model, weights, steps } = route;
  return searchGraph(model, reader, { texts, limit, weights, steps, accepts: answersOf(route) });
}

/**
 * Returns what the graph finds after the critic had its say: a result is commented on, the route changed by the first
 * comment that was not followed yet, and searched again, at most `maxIterations` times. A change that finds nothing is
 * taken back.
 */
export async function searchInLoop(
  model: QuestionModel,
  reader: GraphReader,
  options: LoopOptions,
): Promise<GraphSearch> {
  const { step, trace, maxIterations } = options;
  let route = firstRoute(model);
  let result = await search(route, reader, options);
  const followed = new Set<string>();
  for (let iteration = 2; iteration <= maxIterations; iteration += 1) {
    const comments = commentOn(route, result, await options.textFirst());
    const comment = comments.find(({ edit }) => !followed.has(editKey(edit)));
    if (comment === undefined) break;
    followed.add(editKey(comment.edit));
    trace.add('comment', `${comment.error}: ${comment.subject}`, comment);
    const changed = applyEdit(route, comment.edit);
    const again = await search(changed, reader, options);
    if (again.found.length === 0) {
      trace.add(step, 'the changed route finds nothing; the first result stands');
      break;
    }
    route = changed;
    result = again;
  }
  return result;
}
