import { averageLength } from '../bm25.ts';
import { type Branch, branchesByNode, grow, leaf, type Tree } from './answer-trees.ts';
import { applyCount } from './apply-count.ts';
import type { EntityText, GraphReader } from './graph-reader.ts';
import { GRAPH_WEIGHTS, type GraphWeights } from './graph-weights.ts';
import { createOwnGains, type OwnGains } from './own-gains.ts';
import type { QuestionModel } from './question-model.ts';
import { createStepScorer } from './step-scorer.ts';

/** A node that may be the answer, with the tree that says why. */
export interface Found {
  readonly tree: Tree;
  readonly score: number;
  readonly parts: Readonly<Record<string, number>>;
}

/** Everything that a search found, and where it had to stop. */
export interface GraphSearch {
  /** Falling score, ties by id. */
  readonly found: readonly Found[];
  /** In words, for the trace. */
  readonly notes: readonly string[];
}

interface SearchOptions {
  /** Whether the texts of nodes count; else only links, values and paths. */
  readonly texts: boolean;
  readonly limit: number;
  readonly weights?: GraphWeights;
  /** Steps from a linked node to the answer, at least 1. */
  readonly steps?: number;
  /** Which nodes may be the answer; all where not given. */
  readonly accepts?: (node: { readonly id: string; readonly type: string }) => boolean;
}

/** Neighbours read for one node, relation and type: beyond, a node is a hub that tells little. */
const MAX_NEIGHBOURS = 2000;
const TEXT_HITS = 200;
const PROPERTY_HITS = 200;
/** Nodes scored closely after each step, and those from which the next step goes. */
const SCORED_CLOSELY = 400;
const PIVOTS = 150;
/** Nodes whose trees are grown before that. */
const GROWN = 1500;
const LIMITS = { maxBranches: 5, tried: 24 };
/** A denied name must fit this well to exclude what it is joined to. */
const MIN_DENIED_FIT = 0.7;

const bestFirst = (a: Tree, b: Tree): number => b.total - a.total || (a.id < b.id ? -1 : 1);

interface Seeds {
  readonly trees: Map<string, Tree>;
  /** Entities that the question denies. */
  readonly denied: readonly string[];
}

function seedsOf(model: QuestionModel, weights: GraphWeights): Seeds {
  const trees = new Map<string, Tree>();
  const denied = new Set<string>();
  for (const { entityId, type, matches, score } of model.links) {
    if (matches.every(({ index }) => model.negated.has(index))) {
      if (score >= MIN_DENIED_FIT) denied.add(entityId);
      continue;
    }
    const gains = Float64Array.from(trees.get(entityId)?.gains ?? new Float64Array(model.words.length));
    for (const { index, quality } of matches) {
      const word = model.words[index];
      if (word === undefined || !word.content) continue;
      const gain = model.weights.weight(word) * quality * score ** weights.linkPower;
      gains[index] = Math.max(gains[index] ?? 0, gain);
    }
    trees.set(entityId, leaf(entityId, type, gains));
  }
  return { trees, denied: [...denied].sort() };
}

/** Texts that share words with the question, and nodes that have the values it asks for. */
async function readHits(
  model: QuestionModel,
  reader: GraphReader,
): Promise<{ texts: readonly EntityText[]; ids: readonly string[] }> {
  const terms = model.words
    .filter(({ content, index }) => content && !model.answer.words.has(index))
    .map(({ normal, variants }) => ({ word: normal, variants }));
  const clear = model.constraints.filter(
    ({ score, test }) => score >= 0.65 && (model.answer.scores.get(test.type) ?? 0) > 0,
  );
  const [first] = clear;
  const tests = clear.map(({ test }) => test).filter(({ type }) => type === first?.test.type);
  const byKey = new Map(tests.map((test) => [test.key, test]));
  const [texts, ids] = await Promise.all([
    reader.textHits(terms, TEXT_HITS),
    reader.withProperties([...byKey.values()], PROPERTY_HITS),
  ]);
  return { texts, ids };
}

type Reached = ReadonlyMap<string, { readonly type: string; readonly branches: Branch[] }>;

/** Nodes whose trees are grown: those whose own gains and best branches, counted apart, promise most. */
function mostLikely(reached: Reached, gains: OwnGains) {
  if (reached.size <= GROWN) return [...reached];
  return [...reached]
    .map((entry) => {
      const [id, { branches }] = entry;
      const worth = new Map<string, number>();
      for (const { tree, gain, cost } of branches) {
        worth.set(tree.id, Math.max(worth.get(tree.id) ?? 0, tree.total + gain - cost));
      }
      const best = [...worth.values()].sort((a, b) => b - a).slice(0, LIMITS.maxBranches);
      return {
        entry,
        id,
        promise: gains.ownTotal(id) + best.reduce((sum, value) => sum + Math.max(0, value), 0),
      };
    })
    .sort((a, b) => b.promise - a.promise || (a.id < b.id ? -1 : 1))
    .slice(0, GROWN)
    .map(({ entry }) => entry);
}

/** One step from known trees to their neighbours, which are then scored with their own texts and values. */
async function takeStep(
  from: ReadonlyMap<string, Tree>,
  stepCost: number,
  also: readonly { id: string; type: string }[],
  context: SearchContext,
): Promise<{ id: string; type: string; branches: Branch[]; tree: Tree }[]> {
  const { model, reader, gains, weights, options } = context;
  const edges = await reader.expand([...from.keys()], MAX_NEIGHBOURS);
  const cut = edges.filter(({ to, total }) => total > to.length);
  if (cut.length > 0)
    context.notes.push(
      `${cut.length} hubs have more than ${MAX_NEIGHBOURS} neighbours of a kind; the rest was left out`,
    );
  const reached = branchesByNode(from, edges, createStepScorer(model, weights, stepCost));
  for (const { id, type } of also) if (!reached.has(id)) reached.set(id, { type, branches: [] });
  const likely = mostLikely(reached, gains);
  const close = likely
    .map(([id, { type, branches }]) => ({
      id,
      type,
      branches,
      tree: grow(gains.tree(id, type, false), branches, LIMITS),
    }))
    .sort((a, b) => bestFirst(a.tree, b.tree))
    .slice(0, SCORED_CLOSELY);
  const ids = close.map(({ id }) => id);
  const [records, texts] = await Promise.all([
    reader.records(ids.filter((id) => gains.record(id) === undefined)),
    options.texts ? reader.texts(ids.filter((id) => !gains.knowsText(id))) : [],
  ]);
  gains.addRecords(records);
  gains.addTexts(texts);
  return close
    .map((entry) => ({
      ...entry,
      tree: grow(gains.tree(entry.id, entry.type, false), entry.branches, LIMITS),
    }))
    .sort((a, b) => bestFirst(a.tree, b.tree));
}

interface SearchContext {
  readonly model: QuestionModel;
  readonly reader: GraphReader;
  readonly gains: OwnGains;
  readonly weights: GraphWeights;
  readonly options: SearchOptions;
  readonly notes: string[];
}

function keepBest(trees: Map<string, Tree>, tree: Tree): void {
  const known = trees.get(tree.id);
  if (known === undefined || tree.total > known.total) trees.set(tree.id, tree);
}

/** Trees from which the second step goes: the linked nodes, and the best reached so far as their neighbours see them. */
function pivotsOf(
  seeds: ReadonlyMap<string, Tree>,
  reached: readonly { id: string; type: string; branches: Branch[]; tree: Tree }[],
  gains: OwnGains,
): Map<string, Tree> {
  const pivots = new Map(seeds);
  for (const { id, type, branches } of reached.slice(0, PIVOTS)) {
    keepBest(pivots, grow(gains.tree(id, type, true), branches, LIMITS));
  }
  return pivots;
}

/** Belief that a type is asked for; one clear belief counts fully. */
function typeBelief(model: QuestionModel, type: string): number {
  const most = Math.max(0, ...model.answer.scores.values());
  const own = model.answer.scores.get(type) ?? 0;
  return most >= 0.45 ? own / most : own;
}

async function readDenied(ids: readonly string[], reader: GraphReader): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const edges = await reader.expand(ids, MAX_NEIGHBOURS);
  return new Set(edges.flatMap(({ to }) => to));
}

/**
 * Returns the nodes that account for most of the question: linked names one or more typed steps away, values, own
 * texts, each word once, less what the steps cost; then the type asked for, what the question denies, and counts.
 * Three round trips a
 * step, and three more.
 */
export async function searchGraph(
  model: QuestionModel,
  reader: GraphReader,
  options: SearchOptions,
): Promise<GraphSearch> {
  const { weights = GRAPH_WEIGHTS, steps = 2, accepts = () => true } = options;
  const seeds = seedsOf(model, weights);
  const [statistics, hits, denied] = await Promise.all([
    reader.statistics('profile', []),
    options.texts ? readHits(model, reader) : { texts: [], ids: [] },
    readDenied(seeds.denied, reader),
  ]);
  const gains = createOwnGains(model, weights, averageLength(statistics));
  gains.addTexts(hits.texts);
  const hitRecords = await reader.records([...hits.texts.map(({ id }) => id), ...hits.ids]);
  gains.addRecords(hitRecords);
  const context: SearchContext = { model, reader, gains, weights, options, notes: [] };
  const trees = new Map<string, Tree>();
  let from: ReadonlyMap<string, Tree> = seeds.trees;
  for (let step = 1; step <= steps; step += 1) {
    const cost = step === 1 ? weights.firstStep : weights.nextStep;
    const reached = await takeStep(from, cost, hitRecords, context);
    for (const { tree } of reached) keepBest(trees, tree);
    if (step < steps) from = pivotsOf(seeds.trees, reached, gains);
  }
  const scored = [...trees.values()].map((tree): Found => {
    const type = weights.type * typeBelief(model, tree.type);
    const less = denied.has(tree.id) ? weights.denied : 0;
    return { tree, score: tree.total + type - less, parts: { words: tree.total, type, denied: -less } };
  });
  const counted = await applyCount(scored, model, reader, weights);
  const found = counted
    .filter(({ score, tree }) => score > 0 && accepts(tree))
    .sort((a, b) => b.score - a.score || (a.tree.id < b.tree.id ? -1 : 1))
    .slice(0, options.limit);
  return { found, notes: context.notes };
}
