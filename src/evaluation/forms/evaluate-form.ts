import type { Clause, Operator } from './clause.ts';
import { type GraphNode, neighbours, placesOf, type SkbGraph } from './skb-graph.ts';

/**
 * How much of a form counts: `paths` only its paths (those it denies too are left out), `structure` all but words of
 * texts, `all` everything.
 */
export type FormPart = 'paths' | 'structure' | 'all';

function compares(value: unknown, operator: Operator, wanted: string | number): boolean {
  switch (operator) {
    case 'has':
    case '==':
      return value === wanted;
    case '>=':
      return typeof value === 'number' && value >= Number(wanted);
    case '<=':
      return typeof value === 'number' && value <= Number(wanted);
    case '>':
      return typeof value === 'number' && value > Number(wanted);
    default:
      return typeof value === 'number' && value < Number(wanted);
  }
}

/** Returns whether a node has the value; of a list one element is enough. */
export function hasValue(
  { properties }: Pick<GraphNode, 'properties'>,
  { key, operator, value }: Extract<Clause, { kind: 'prop' }>,
): boolean {
  const own = properties[key];
  const values: readonly unknown[] = Array.isArray(own) ? own : [own];
  return values.some((item) => compares(item, operator, value));
}

/** Returns whether any of the clauses, or of those inside them, can be judged under `part`. */
function isJudged(clause: Clause, part: FormPart): boolean {
  switch (clause.kind) {
    case 'path':
      return true;
    case 'and':
      return clause.clauses.some((inner) => isJudged(inner, part));
    case 'text':
      return part === 'all';
    default:
      return part !== 'paths';
  }
}

/** Nodes that a clause reaches by itself; undefined for a condition that only filters. */
function reachedBy(graph: SkbGraph, clause: Clause, part: FormPart): Set<number> | undefined {
  if (clause.kind === 'ids') return new Set(clause.names.flatMap((name) => placesOf(graph, name)));
  if (clause.kind !== 'path' && clause.kind !== 'and') return undefined;
  let places =
    clause.kind === 'path'
      ? new Set(placesOf(graph, clause.entity))
      : evaluateClauses(graph, clause.clauses, clause.type, part);
  for (const step of clause.steps) {
    places = new Set([...places].flatMap((place) => neighbours(graph, place, step)));
  }
  return places;
}

function filterBy(graph: SkbGraph, clause: Clause, places: readonly number[], part: FormPart): number[] {
  const nodeAt = (place: number) => graph.nodes[place];
  switch (clause.kind) {
    case 'prop':
      return places.filter((place) => hasValue(nodeAt(place) ?? { properties: {} }, clause));
    case 'text': {
      const pattern = new RegExp(clause.pattern, 'iu');
      return places.filter((place) => pattern.test(nodeAt(place)?.text ?? ''));
    }
    case 'count': {
      const { step, operator, value } = clause;
      return places.filter((place) => compares(neighbours(graph, place, step).length, operator, value));
    }
    case 'not': {
      const denied =
        reachedBy(graph, clause.clause, part) ?? new Set(filterBy(graph, clause.clause, places, part));
      return places.filter((place) => !denied.has(place));
    }
    case 'argmax':
    case 'argmin': {
      const degrees = places.map((place) => neighbours(graph, place, clause.step).length);
      const extreme = clause.kind === 'argmax' ? Math.max(...degrees) : Math.min(...degrees);
      return places.filter((_, at) => degrees[at] === extreme);
    }
    default: {
      const reached = reachedBy(graph, clause, part);
      return reached === undefined ? [...places] : places.filter((place) => reached.has(place));
    }
  }
}

const isExtreme = ({ kind }: Clause): boolean => kind === 'argmax' || kind === 'argmin';

/**
 * Returns the places of the nodes of `type` that meet every clause, by exact traversal, ascending. Superlatives are
 * taken among those that meet the rest. With no clause that `part` judges: all nodes of the type.
 */
export function evaluateClauses(
  graph: SkbGraph,
  clauses: readonly Clause[],
  type: string,
  part: FormPart = 'all',
): Set<number> {
  const judged = clauses.filter((clause) => isJudged(clause, part));
  let places: readonly number[] = graph.byType.get(type) ?? [];
  for (const clause of judged.filter((entry) => !isExtreme(entry)))
    places = filterBy(graph, clause, places, part);
  for (const clause of judged.filter(isExtreme)) places = filterBy(graph, clause, places, part);
  return new Set(places);
}
