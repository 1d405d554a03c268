import type { Scope } from '../../domain/access.ts';
import type { Candidate } from '../../domain/candidate.ts';
import { createTrace } from '../../domain/trace.ts';
import { searchInLoop } from '../../query/critic/entity-loop.ts';
import { byScoreThenId } from '../../query/fusion.ts';
import type { Tree } from '../../query/graph/answer-trees.ts';
import type { GraphReader } from '../../query/graph/graph-reader.ts';
import { createGraphReaders } from '../../query/graph/neo4j-reader.ts';
import { readQuestion } from '../../query/graph/question-model.ts';
import { toCandidates } from '../../query/graph/to-candidates.ts';
import type { Pipelines } from '../../query/pipelines.ts';
import { TEXT_WEIGHT } from '../../query/retrievers/bank.ts';
import { joinEntities } from '../../query/retrievers/hybrid.ts';
import type { Database } from '../../store/driver.ts';
import type { GoldForm } from '../forms/gold-form.ts';
import { readSkbGraph, type SkbGraph } from '../forms/skb-graph.ts';
import { ranksOf } from '../measures.ts';
import type { SuiteQuestion } from '../questions.ts';
import { type GoldQuestion, goldQuestionOf, type StoredIds } from './gold-question.ts';
import { judgeRungs, linkRecall, RUNGS, type UnderstandingRung } from './judge-rungs.ts';
import { learnNames, type Swapped, type SwappedRung, swapGold } from './swap-gold.ts';

/** What understanding is measured with. */
export interface UnderstandingDependencies {
  readonly database: Database;
  readonly pipelines: Pipelines;
}

/** What is measured. */
export interface UnderstandingOptions {
  readonly scope: Scope;
  /** Folder of the graph's files. */
  readonly directory: string;
  readonly questions: readonly SuiteQuestion[];
  readonly forms: ReadonlyMap<string, GoldForm>;
  /** Node types that are ranked; absent: all. */
  readonly types?: readonly string[];
  readonly signal?: AbortSignal;
  readonly onProgress?: (done: number, total: number) => void;
}

/** One question's ladder. Ranks are of the first right answer, from 1; `null`: not found. */
export interface UnderstoodQuestion {
  readonly id: string;
  readonly judged: Readonly<Record<UnderstandingRung, boolean>>;
  readonly linkRecall: number;
  /** Whether the form names an entity. */
  readonly hasEntities: boolean;
  readonly asItIs: number | null;
  readonly swapped: Readonly<Record<SwappedRung, number | null>>;
}

/** Results of either module, as deep as the hybrid module goes. */
const DEPTH = 100;
const SWAPPED = RUNGS.filter((rung): rung is SwappedRung => rung !== 'rank');

interface Search {
  readonly reader: GraphReader;
  /** Of the text module: what the words of the question mean does not change it. */
  readonly text: readonly Candidate[];
}

/** The loop of the hybrid module as it is set by default, without a chat model. */
const LOOP = { texts: true, limit: DEPTH, step: 'understanding', maxIterations: 3 };

/** The hybrid module over a given reading of the question. */
async function searchHybrid({ reader, text }: Search, { model, only }: Swapped) {
  const textFirst = async () => text.find(({ kind }) => kind === 'entity')?.id;
  const { found } = await searchInLoop(model, reader, { ...LOOP, textFirst, trace: createTrace() });
  const graph = await toCandidates(found, reader);
  const joined = graph.length === 0 ? [...text] : joinEntities(graph, text, TEXT_WEIGHT);
  const ranking = joined.sort(byScoreThenId).map(({ id }) => id);
  if (only === undefined) return { ranking, found };
  const kept = ranking.filter((id) => only.has(id));
  const held = new Set(kept);
  return { ranking: [...kept, ...[...only].filter((id) => !held.has(id))], found };
}

interface Answerable {
  readonly question: SuiteQuestion;
  readonly gold: GoldQuestion;
  readonly right: ReadonlySet<string>;
}

/** Questions whose form the graph can follow. A form of another question under the same id is none. */
function answerable(options: UnderstandingOptions, graph: SkbGraph, ids: StoredIds): Answerable[] {
  return options.questions.flatMap((question) => {
    const form = options.forms.get(question.id);
    if (form === undefined || form.question !== question.question) return [];
    const gold = goldQuestionOf(form, graph, ids);
    const right = new Set(question.relevant.flatMap((id) => ids.get(id) ?? []));
    return gold === undefined ? [] : [{ question, gold, right }];
  });
}

/** Drops nodes of types that are not ranked. */
function rankedOnly(graph: SkbGraph, ids: StoredIds, types: readonly string[] | undefined) {
  if (types === undefined) return (ranking: readonly string[]) => ranking;
  const nodes = graph.nodes.filter(({ type }) => types.includes(type));
  const kept = new Set(nodes.flatMap(({ id }) => ids.get(id) ?? []));
  return (ranking: readonly string[]) => ranking.filter((id) => kept.has(id));
}

function bestTree(found: readonly { readonly tree: Tree }[], first: string | undefined): Tree | undefined {
  return found.find(({ tree }) => tree.id === first)?.tree;
}

async function understand(
  { question, gold, right }: Answerable,
  { pipelines }: UnderstandingDependencies,
  options: UnderstandingOptions,
  reader: GraphReader,
  ranked: (ranking: readonly string[]) => readonly string[],
): Promise<UnderstoodQuestion> {
  const { scope, signal } = options;
  const { analysis, candidates } = await pipelines.run('text', question.question, {
    scope,
    limit: DEPTH,
    trace: createTrace(),
    ...(signal === undefined ? {} : { signal }),
  });
  const search = { reader, text: candidates.filter(({ kind }) => kind === 'entity') };
  const rankOf = (ranking: readonly string[]): number | null =>
    ranksOf(
      ranked(ranking).map((id) => [id]),
      [...right],
    )[0] ?? null;
  const model = await readQuestion(analysis.text, analysis.language, reader);
  const plain = await searchHybrid(search, { model });
  await learnNames(gold, model);
  const swapped: Partial<Record<SwappedRung, number | null>> = {};
  for (const rung of SWAPPED) {
    swapped[rung] = rankOf((await searchHybrid(search, swapGold(gold, model, rung))).ranking);
  }
  const ranking = ranked(plain.ranking);
  return {
    id: question.id,
    judged: judgeRungs(gold, { model, tree: bestTree(plain.found, ranking[0]), ranking }, right),
    linkRecall: linkRecall(gold, model),
    hasEntities: gold.stated.length + gold.denied.length > 0,
    asItIs: rankOf(plain.ranking),
    swapped: swapped as Record<SwappedRung, number | null>,
  };
}

/**
 * Returns how far each question with a usable form was understood, in the order of `questions`; the others are left
 * out. About six graph searches a question; nothing is written. Throws what reading the files and the store throw.
 */
export async function measureUnderstanding(
  dependencies: UnderstandingDependencies,
  options: UnderstandingOptions,
): Promise<UnderstoodQuestion[]> {
  const { scope, signal, types, onProgress } = options;
  const { graph } = await readSkbGraph(options.directory, signal);
  const rows = await dependencies.database.read('read/eval-entity-ids', { ...scope });
  const ids = new Map(rows.map((row) => [String(row['externalId']), String(row['id'])]));
  const reader = createGraphReaders(dependencies.database)(scope);
  const ranked = rankedOnly(graph, ids, types);
  const questions = answerable(options, graph, ids);
  const understood: UnderstoodQuestion[] = [];
  for (const question of questions) {
    signal?.throwIfAborted();
    understood.push(await understand(question, dependencies, options, reader, ranked));
    onProgress?.(understood.length, questions.length);
  }
  return understood;
}
