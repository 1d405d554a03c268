import { editKey } from '../../domain/comment.ts';
import type { Trace } from '../../domain/trace.ts';
import type { GraphReader } from '../graph/graph-reader.ts';
import type { QuestionModel } from '../graph/question-model.ts';
import { type GraphSearch, searchGraph } from '../graph/search-graph.ts';
import { askForComment, isSure, judge, type ModelTurn } from './ask-model.ts';
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
  /** Absent without a chat model. */
  readonly model?: ModelTurn;
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
 * taken back. With a chat model a result that is still in doubt gets its opinion, once: what it refuses is changed by
 * its comment, and the change stands only if it accepts what is found then. So a poor model costs calls, not answers
 * that symbols were sure of.
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
  const { model: turn } = options;
  const rounds = followed.size + 1;
  if (turn === undefined || rounds >= maxIterations || isSure(result, await options.textFirst()))
    return result;
  return await secondOpinion(route, result, reader, turn, options);
}

async function secondOpinion(
  route: Route,
  result: GraphSearch,
  reader: GraphReader,
  turn: ModelTurn,
  options: LoopOptions,
): Promise<GraphSearch> {
  const verdict = await judge(route, result, reader, turn);
  if (verdict === undefined || verdict.accepted) return result;
  const comment = await askForComment(route, result, reader, turn, verdict.reason);
  if (comment === undefined) return result;
  const changed = applyEdit(route, comment.edit);
  const again = await search(changed, reader, options);
  const accepted = again.found.length > 0 && (await judge(changed, again, reader, turn))?.accepted === true;
  const note = accepted ? 'the changed route stands' : 'the first route stands';
  options.trace.add('comment', `${comment.error}: ${comment.subject}; ${note}`, comment);
  return accepted ? again : result;
}
