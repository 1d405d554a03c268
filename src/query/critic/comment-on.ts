import type { Comment } from '../../domain/comment.ts';
import { likeliestType } from '../analyse/answer-type.ts';
import type { GraphSearch } from '../graph/search-graph.ts';
import type { Route } from './route-edits.ts';

/** A type that the question asks for this clearly is asked for. */
const CLEAR_TYPE = 0.45;
/** A condition on a value that the question states this clearly. */
const CLEAR_CONDITION = 0.65;

function wantedType({ model }: Route): { type: string; belief: number } | undefined {
  const best = likeliestType(model.answer);
  return best === undefined || best.belief < CLEAR_TYPE ? undefined : best;
}

/**
 * Returns what is wrong with what a route found, judged by what the route did not use: the first result of plain text
 * (`textFirst`, absent when there is none), and the conditions that only nodes of another type can meet. So far one
 * error is told: the answer is of another type than is asked for. Where plain text finds the same node first, nothing
 * is said: what the words mean most counts more than a guessed type. Empty when the result stands.
 */
export function commentOn(route: Route, { found }: GraphSearch, textFirst: string | undefined): Comment[] {
  const [top] = found;
  const wanted = wantedType(route);
  if (top === undefined || wanted === undefined || route.type !== undefined) return [];
  const { id, type } = top.tree;
  if ((route.model.answer.scores.get(type) ?? 0) >= wanted.belief / 2) return [];
  const conditioned = route.model.constraints.some(
    ({ score, test }) => score >= CLEAR_CONDITION && test.type === wanted.type,
  );
  if (id === textFirst && !conditioned) return [];
  const subject = `${type} found, ${wanted.type} asked for`;
  return [{ error: 'wrong_type', subject, edit: { kind: 'type', type: wanted.type } }];
}
