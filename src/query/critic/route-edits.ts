import type { RouteEdit } from '../../domain/comment.ts';
import type { Link } from '../analyse/links.ts';
import { GRAPH_WEIGHTS, type GraphWeights } from '../graph/graph-weights.ts';
import type { QuestionModel } from '../graph/question-model.ts';

/** One way to look for an answer in the graph: what is understood, how it is weighed, how far it goes. */
export interface Route {
  readonly model: QuestionModel;
  readonly weights: GraphWeights;
  /** Steps from a linked entity to the answer, at least 1. */
  readonly steps: number;
  /** The only type that the answer may have. */
  readonly type?: string;
  /** Whether the answer may be an entity that the question names. */
  readonly named: boolean;
}

/** Steps of the first route of every question. */
export const FIRST_STEPS = 2;
/** No route goes further. */
export const MOST_STEPS = 3;
/** What a condition on values is worth more, and what missing it costs more, once it must hold. */
const STRICT = 3;

/** Returns the route that every question begins with. */
export function firstRoute(model: QuestionModel): Route {
  return { model, weights: GRAPH_WEIGHTS, steps: FIRST_STEPS, named: true };
}

const places = (link: Link): string => link.matches.map(({ index }) => index).join('.');

/** Of several entities that the same words may mean only this one stays, and its name counts as fully said. */
function onlyEntity(links: readonly Link[], entityId: string): Link[] {
  const meant = new Set(links.filter((link) => link.entityId === entityId).map(places));
  return links.flatMap((link) => {
    if (link.entityId === entityId) return [{ ...link, score: 1 }];
    return meant.has(places(link)) ? [] : [link];
  });
}

function withoutRelationWord(model: QuestionModel, word: number): QuestionModel {
  const relations = new Map(
    [...model.matches.relations].map(([name, list]) => [name, list.filter(({ index }) => index !== word)]),
  );
  return { ...model, matches: { ...model.matches, relations } };
}

/** How well a name must fit for its entity to count as named. */
const CLEARLY_NAMED = 0.95;

/** Returns the entities that the question names beyond doubt. */
export function namedEntities({ links, negated }: QuestionModel): ReadonlySet<string> {
  const clear = links.filter(
    ({ score, matches }) => score >= CLEARLY_NAMED && !matches.every(({ index }) => negated.has(index)),
  );
  return new Set(clear.map(({ entityId }) => entityId));
}

/** Returns which nodes may be the answer on this route. */
export function answersOf({ model, type, named }: Route): (node: { id: string; type: string }) => boolean {
  const excluded: ReadonlySet<string> = named ? new Set() : namedEntities(model);
  return (node) => (type === undefined || node.type === type) && !excluded.has(node.id);
}

/** Returns the route with one change. Whether it makes sense for the route is the caller's to know; modules are no part of it. */
export function applyEdit(route: Route, edit: RouteEdit): Route {
  const { model, weights, steps } = route;
  switch (edit.kind) {
    case 'without_entity': {
      const links = model.links.filter(({ entityId }) => entityId !== edit.entityId);
      return { ...route, model: { ...model, links } };
    }
    case 'with_entity':
      return { ...route, model: { ...model, links: onlyEntity(model.links, edit.entityId) } };
    case 'without_relation_word':
      return { ...route, model: withoutRelationWord(model, edit.word) };
    case 'any_direction':
      return { ...route, weights: { ...weights, direction: 0 } };
    case 'type': {
      const answer = { ...model.answer, scores: new Map([[edit.type, 1]]) };
      return { ...route, type: edit.type, model: { ...model, answer } };
    }
    case 'not_named':
      return { ...route, named: false };
    case 'strict_conditions': {
      const propertyFloor = weights.propertyFloor * STRICT;
      return { ...route, weights: { ...weights, propertyFloor, outOfRange: weights.outOfRange * STRICT } };
    }
    case 'further_step':
      return { ...route, steps: Math.min(MOST_STEPS, steps + 1) };
    case 'module':
      return route;
  }
}
