import type { GraphSchema, PropertyStatistics } from '../../domain/graph-schema.ts';
import type { Step } from '../../query/graph/graph-reader.ts';
import type { Clause } from '../forms/clause.ts';
import { evaluateClauses, hasValue } from '../forms/evaluate-form.ts';
import { type GraphNode, neighbours, type SkbGraph, type SurveyedGraph } from '../forms/skb-graph.ts';
import { isNameable, specName } from './entity-names.ts';
import { pick, type Random, shuffled } from './pick.ts';
import { tellingPhrase } from './telling-phrase.ts';

/** What is asked, by what makes it hard. */
export const QUESTION_KINDS = [
  'one-hop',
  'two-hop',
  'intersection',
  'property',
  'negation',
  'count',
  'superlative',
  'text',
] as const;
/** One of `QUESTION_KINDS`. */
export type QuestionKind = (typeof QUESTION_KINDS)[number];

/** A question as conditions, before it has words. `phrase`: the words behind a `text` clause. */
export interface Draft {
  readonly kind: QuestionKind;
  readonly answerType: string;
  readonly clauses: readonly Clause[];
  /** Places, ascending, 1 to `MAX_ANSWERS`. */
  readonly answers: readonly number[];
  readonly phrase?: string;
}

/** Most answers of a question. */
export const MAX_ANSWERS = 20;
/** Most nodes that one condition may leave before another narrows them. */
const MAX_NARROWED = 400;
/** Numbers from here on look like a number, not like "a few". */
const MIN_COUNT = 2;

type PathClause = Extract<Clause, { kind: 'path' }>;

/** Drafts questions over one graph. */
export interface Drafter {
  /** Returns a draft of the kind; undefined when this try found none. */
  readonly draft: (kind: QuestionKind) => Draft | undefined;
}

interface Context {
  readonly graph: SkbGraph;
  readonly statistics: GraphSchema;
  readonly random: Random;
  /** Nodes with edges, by type, and the types that have any. */
  readonly linked: ReadonlyMap<string, readonly number[]>;
}

/** One edge of a node, as the step that leads from the neighbour to it. */
interface Approach {
  readonly from: number;
  readonly step: Step;
}

function approachesOf({ graph }: Context, place: number): Approach[] {
  const out = (graph.out[place] ?? []).map(({ relation, to }) => ({
    from: to,
    step: { relation, direction: 'in' as const },
  }));
  const into = (graph.in[place] ?? []).map(({ relation, to }) => ({
    from: to,
    step: { relation, direction: 'out' as const },
  }));
  return [...out, ...into].filter(({ from }) => from !== place);
}

function pathTo(context: Context, place: number, hops: 1 | 2): PathClause | undefined {
  const last = pick(approachesOf(context, place), context.random);
  if (last === undefined) return undefined;
  if (hops === 1) return pathFrom(context, last.from, [last.step]);
  const first = pick(approachesOf(context, last.from), context.random);
  if (first === undefined || first.from === place) return undefined;
  return pathFrom(context, first.from, [first.step, last.step]);
}

function pathFrom({ graph }: Context, from: number, steps: readonly Step[]): PathClause | undefined {
  if (!isNameable(graph, from)) return undefined;
  return { kind: 'path', entity: specName(graph, from), steps };
}

const setOf = ({ graph }: Context, clauses: readonly Clause[], type: string): number[] => [
  ...evaluateClauses(graph, clauses, type),
];

const fits = (answers: readonly number[]): boolean => answers.length >= 1 && answers.length <= MAX_ANSWERS;

type Start = { readonly place: number; readonly node: GraphNode; readonly type: string };
type Draw = (context: Context, start: Start) => Omit<Draft, 'kind' | 'answerType'> | undefined;

function hop(hops: 1 | 2): Draw {
  return (context, { place, type }) => {
    const path = pathTo(context, place, hops);
    if (path === undefined) return undefined;
    const reached = setOf(context, [path], type);
    const itself = reached.filter((answer) => specName(context.graph, answer) === path.entity);
    const not: Clause = { kind: 'not', clause: { kind: 'ids', names: [path.entity] } };
    const clauses = itself.length === 0 ? [path] : [path, not];
    return { clauses, answers: reached.filter((answer) => !itself.includes(answer)) };
  };
}

/** A path to the node that leaves more than it and few enough to narrow. */
function broadPath(
  context: Context,
  { place, type }: Start,
): { path: PathClause; reached: number[] } | undefined {
  const path = pathTo(context, place, 1);
  if (path === undefined) return undefined;
  const reached = setOf(context, [path], type);
  return reached.length < 2 || reached.length > MAX_NARROWED ? undefined : { path, reached };
}

const intersection: Draw = (context, start) => {
  const first = broadPath(context, start);
  const second = broadPath(context, start);
  if (first === undefined || second === undefined || first.path.entity === second.path.entity)
    return undefined;
  const answers = first.reached.filter((answer) => second.reached.includes(answer));
  if (answers.length === first.reached.length || answers.length === second.reached.length) return undefined;
  return { clauses: [first.path, second.path], answers };
};

type PropertyClause = Extract<Clause, { kind: 'prop' }>;

/** Returns whether questions can state the property's values: few texts that several nodes share, or numbers. */
function isAskable({ kind, count, distinct, values }: PropertyStatistics): boolean {
  if (kind === 'number' || kind === 'numbers') return distinct > 1 && !(distinct === count && distinct > 50);
  return (kind === 'string' || kind === 'strings') && values.length > 1 && count >= 2 * distinct;
}

function conditionOn(node: GraphNode, key: string, { random }: Context): PropertyClause[] {
  const own = node.properties[key];
  const value = Array.isArray(own) ? pick(own as unknown[], random) : own;
  if (typeof value === 'string' && value.trim() !== '') {
    return [{ kind: 'prop', key, operator: Array.isArray(own) ? 'has' : '==', value }];
  }
  if (typeof value !== 'number') return [];
  const low: PropertyClause = { kind: 'prop', key, operator: '>=', value };
  const high: PropertyClause = { kind: 'prop', key, operator: '<=', value };
  const wide = Math.max(1, Math.round(random() * 4));
  const forms: PropertyClause[][] = [
    [{ kind: 'prop', key, operator: '==', value }],
    [low],
    [{ kind: 'prop', key, operator: '<', value: value + 1 }],
    Array.isArray(own) ? [low] : [low, { ...high, value: value + wide }],
  ];
  return pick(forms, random) ?? [];
}

const property: Draw = (context, start) => {
  const broad = broadPath(context, start);
  const properties = context.statistics.types[start.type]?.properties ?? {};
  const keys = Object.keys(properties).filter((key) => {
    const known = properties[key];
    return known !== undefined && isAskable(known);
  });
  const key = pick(keys, context.random);
  if (broad === undefined || key === undefined) return undefined;
  const conditions = conditionOn(start.node, key, context);
  const answers = broad.reached.filter((place) =>
    conditions.every((clause) => hasValue(context.graph.nodes[place] ?? { properties: {} }, clause)),
  );
  if (conditions.length === 0 || answers.length === broad.reached.length) return undefined;
  return { clauses: [broad.path, ...conditions], answers };
};

const negation: Draw = (context, start) => {
  const broad = broadPath(context, start);
  const other = pick(broad?.reached ?? [], context.random);
  if (broad === undefined || other === undefined) return undefined;
  const denied = pathTo(context, other, 1);
  if (denied === undefined || denied.entity === broad.path.entity) return undefined;
  const without = new Set(setOf(context, [denied], start.type));
  const answers = broad.reached.filter((answer) => !without.has(answer));
  if (answers.length === broad.reached.length) return undefined;
  return { clauses: [broad.path, { kind: 'not', clause: denied }], answers };
};

/** A step that leads away from the node, and how many neighbours each place has along it. */
function degrees(context: Context, { place }: Start, places: readonly number[]) {
  const away = pick(approachesOf(context, place), context.random);
  if (away === undefined) return undefined;
  const step: Step = { ...away.step, direction: away.step.direction === 'in' ? 'out' : 'in' };
  return { step, counts: places.map((at) => neighbours(context.graph, at, step).length) };
}

const count: Draw = (context, start) => {
  const broad = context.random() < 0.5 ? broadPath(context, start) : undefined;
  const places = broad?.reached ?? context.graph.byType.get(start.type) ?? [];
  const told = degrees(context, start, places);
  if (told === undefined) return undefined;
  const { step, counts } = told;
  const bounds = [...new Set(counts)].filter((value) => {
    const kept = counts.filter((other) => other >= value).length;
    return value >= MIN_COUNT && kept >= 1 && kept <= MAX_ANSWERS && kept < places.length;
  });
  const value = pick(
    bounds.sort((a, b) => a - b),
    context.random,
  );
  if (value === undefined) return undefined;
  const clause: Clause = { kind: 'count', step, operator: '>=', value };
  return {
    clauses: broad === undefined ? [clause] : [broad.path, clause],
    answers: places.filter((_, at) => (counts[at] ?? 0) >= value),
  };
};

const superlative: Draw = (context, start) => {
  const broad = broadPath(context, start);
  const told = broad === undefined ? undefined : degrees(context, start, broad.reached);
  if (broad === undefined || told === undefined) return undefined;
  const most = Math.max(...told.counts);
  const answers = broad.reached.filter((_, at) => told.counts[at] === most);
  if (most < MIN_COUNT || answers.length !== 1) return undefined;
  return { clauses: [broad.path, { kind: 'argmax', step: told.step }], answers };
};

const text: Draw = (context, start) => {
  const broad = broadPath(context, start);
  if (broad === undefined) return undefined;
  const among = broad.reached.flatMap((place) => context.graph.nodes[place] ?? []);
  const phrase = tellingPhrase(start.node, among, MAX_ANSWERS, context.random);
  if (phrase === undefined) return undefined;
  const clauses: Clause[] = [broad.path, { kind: 'text', pattern: phrase.pattern }];
  return { clauses, answers: setOf(context, clauses, start.type), phrase: phrase.words };
};

const DRAWS: Readonly<Record<QuestionKind, Draw>> = {
  'one-hop': hop(1),
  'two-hop': hop(2),
  intersection,
  property,
  negation,
  count,
  superlative,
  text,
};

/**
 * Returns a drafter. An answer is drawn first (its type evenly, then a node with edges), then conditions that hold for
 * it, so that no type or relation is left out for being rare. Equal random numbers give equal drafts.
 */
export function createDrafter({ graph, statistics }: SurveyedGraph, random: Random): Drafter {
  const linked = new Map(
    [...graph.byType].flatMap(([type, places]) => {
      const own = places.filter((at) => (graph.out[at]?.length ?? 0) + (graph.in[at]?.length ?? 0) > 0);
      return own.length === 0 ? [] : [[type, own] as const];
    }),
  );
  const context: Context = { graph, statistics, random, linked };
  const types = [...linked.keys()];
  return {
    draft: (kind) => {
      const type = pick(types, random) ?? '';
      const place = pick(linked.get(type) ?? [], random);
      const node = place === undefined ? undefined : graph.nodes[place];
      if (place === undefined || node === undefined) return undefined;
      const drawn = DRAWS[kind](context, { place, node, type });
      if (drawn === undefined || !fits(drawn.answers)) return undefined;
      return { kind, answerType: type, ...drawn };
    },
  };
}

/** Returns the kinds in random order, each as often as the others, `length` of them. */
export function kindsFor(length: number, random: Random): QuestionKind[] {
  const rounds = Math.ceil(length / QUESTION_KINDS.length);
  return Array.from({ length: rounds }, () => shuffled(QUESTION_KINDS, random))
    .flat()
    .slice(0, length);
}
