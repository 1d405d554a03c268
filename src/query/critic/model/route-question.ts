import { type Static, Type } from 'typebox';
import { normalName } from '../../../domain/text/name.ts';
import type { CriticCall, CriticTurn } from './critic-call.ts';
import type { RouteExample } from './example-files.ts';
import { createNameLookup, describeOutline, type GraphOutline } from './graph-outline.ts';
import { promptLine } from './prompt-line.ts';

/** A name of the graph that words of the question may mean. */
export interface KnownName {
  readonly words: string;
  readonly name: string;
  readonly type: string;
}

/** A route that was refused, with what was said of it. */
export interface EarlierRoute {
  /** In words, one line. */
  readonly route: string;
  readonly remark: string;
}

/** What the router by model is asked. */
export interface ModelRouteRequest {
  readonly question: string;
  readonly graph: GraphOutline;
  /** Names that were found in the graph for words of the question, best first. */
  readonly names?: readonly KnownName[];
  /** Routes of earlier rounds, oldest first. */
  readonly earlier?: readonly EarlierRoute[];
}

/** How a model reads a question. Everything in it is held by the question or by the graph. */
export interface ModelRoute {
  /** `words` as they stand in the question; `name` is one of the request's names. */
  readonly entities: readonly { readonly words: string; readonly name?: string }[];
  /** As the graph spells them. */
  readonly relations: readonly string[];
  /** Type of the answer, as the graph spells it. */
  readonly type?: string;
  readonly module: 'text' | 'hybrid';
}

/** Returns how a model routes a question, undefined when it says nothing usable. At most two calls (one repair). */
export type ModelRouter = (request: ModelRouteRequest, turn: CriticTurn) => Promise<ModelRoute | undefined>;

const Entities = Type.Array(
  Type.Object({ words: Type.String({ maxLength: 120 }), name: Type.String({ maxLength: 160 }) }),
  { maxItems: 6 },
);
const Relations = Type.Array(Type.String({ maxLength: 120 }), { maxItems: 6 });
const AnswerType = Type.String({ maxLength: 120 });
const Module = Type.Enum(['text', 'hybrid']);

/** The order of the fields is the order in which the model decides. */
const AspectsFirst = Type.Object({
  entities: Entities,
  relations: Relations,
  answerType: AnswerType,
  module: Module,
});
const ModuleFirst = Type.Object({
  module: Module,
  entities: Entities,
  relations: Relations,
  answerType: AnswerType,
});
type Said = Static<typeof AspectsFirst>;

const MOST_NAMES = 12;
const QUESTION_CHARACTERS = 1_500;
const EARLIER_CHARACTERS = 400;

/** Order of decisions; module-first is there to be compared with. */
export type RouterOrder = 'aspects-first' | 'module-first';

interface RouterDependencies {
  readonly ask: CriticCall;
  readonly examples: readonly RouteExample[];
  readonly order?: RouterOrder;
}

/**
 * Returns the router by model (HybGRAG, Lee et al. 2024): relational aspects first, then the module. Words that are
 * not the question's, names that were not offered, relations and types that the graph does not have are dropped and
 * noted. Nothing relational left: the module is text.
 */
export function createModelRouter({
  ask,
  examples,
  order = 'aspects-first',
}: RouterDependencies): ModelRouter {
  const shown = examples.map((example) => exampleText(example, order)).join('\n\n');
  const prompt = order === 'module-first' ? 'route-module-first' : 'route-question';
  return async (request, turn) => {
    const schema = order === 'module-first' ? ModuleFirst : AspectsFirst;
    const answer = await ask({ step: 'route', prompt, inputs: inputsOf(request, shown), schema }, turn);
    if (answer === undefined) return undefined;
    const { route, dropped } = checkRoute(answer.value, request);
    const data = { by: 'model', calls: answer.calls, dropped };
    if (route === undefined) {
      turn.trace.add('route', 'the model named nothing that question or graph hold', data);
      return undefined;
    }
    turn.trace.add('route', `the model routes to ${route.module}`, { ...data, ...route });
    return route;
  };
}

function exampleText({ graph, question, names, answer }: RouteExample, order: RouterOrder): string {
  const { module, ...aspects } = answer;
  const ordered = order === 'module-first' ? { module, ...aspects } : { ...aspects, module };
  return [
    `Types: ${graph.types.join('; ')}`,
    `Relations: ${graph.relations.join('; ')}`,
    `Names: ${names.join('; ')}`,
    `Question: ${question}`,
    JSON.stringify(ordered),
  ].join('\n');
}

function inputsOf(request: ModelRouteRequest, examples: string): Record<string, string> {
  const { question, graph, names = [], earlier = [] } = request;
  return {
    graph: describeOutline(graph),
    examples,
    names: names
      .slice(0, MOST_NAMES)
      .map(({ words, name, type }) => promptLine(`${words} = ${name} (${type})`, 160))
      .join('\n'),
    earlier: earlier
      .map(({ route, remark }) => promptLine(`${route}. Refused: ${remark}`, EARLIER_CHARACTERS))
      .join('\n'),
    question: promptLine(question, QUESTION_CHARACTERS),
  };
}

/** Keeps what question and graph hold; no route when the model named things and none of them is kept. */
function checkRoute(
  said: Said,
  { question, graph, names = [] }: ModelRouteRequest,
): { readonly route: ModelRoute | undefined; readonly dropped: readonly string[] } {
  const held = ` ${normalName(question)} `;
  const spoken = said.entities.filter(
    ({ words }) => normalName(words) !== '' && held.includes(` ${normalName(words)} `),
  );
  const known = createNameLookup(names.map(({ name }) => name));
  // Small models copy the line that they were shown, with the type behind the name.
  const nameOf = (name: string) => known(name) ?? known(name.replace(/\s*\([^()]*\)$/u, ''));
  const relationOf = createNameLookup(graph.relations.map(({ name }) => name));
  const type = createNameLookup(graph.types.map(({ name }) => name))(said.answerType);
  const relations = [...new Set(said.relations.flatMap((name) => relationOf(name) ?? []))];
  const entities = spoken.map(({ words, name }) => {
    const meant = nameOf(name);
    return meant === undefined ? { words } : { words, name: meant };
  });
  const dropped = [
    ...said.entities.filter((entity) => !spoken.includes(entity)).map(({ words }) => words),
    ...said.entities.map(({ name }) => name).filter((name) => name !== '' && nameOf(name) === undefined),
    ...said.relations.filter((name) => relationOf(name) === undefined),
    ...(type === undefined && said.answerType !== '' ? [said.answerType] : []),
  ];
  const nothing = entities.length === 0 && relations.length === 0;
  if (nothing && said.entities.length + said.relations.length > 0) return { route: undefined, dropped };
  const module = nothing ? 'text' : said.module;
  return {
    route: type === undefined ? { entities, relations, module } : { entities, relations, type, module },
    dropped,
  };
}
