import { type Clause, writeClause } from '../forms/clause.ts';
import { entitiesOf } from '../forms/gold-form.ts';
import type { SurveyedGraph } from '../forms/skb-graph.ts';
import { seededRandom } from '../random.ts';
import { createDrafter, type Draft, kindsFor, QUESTION_KINDS, type QuestionKind } from './draft-forms.ts';
import { disturb } from './noise.ts';
import type { RewordQuestion } from './reword-question.ts';
import { createSchemaWords } from './schema-words.ts';
import { type WordedQuestion, wordQuestion } from './word-question.ts';

/** How questions are made. */
export interface MakeOptions {
  /** How many; fewer come where the graph gives no more. */
  readonly questions: number;
  /** Whole number; equal seeds give equal questions of an equal graph. */
  readonly seed: number;
  /** Share of disturbed questions, 0 to 1. */
  readonly noise: number;
  /** Absent: the words of the rules stay. */
  readonly reword?: RewordQuestion;
  readonly signal?: AbortSignal;
  readonly onProgress?: (done: number, total: number) => void;
}

/** A row of `questions.forms.jsonl`: the question with its answers and everything that makes it what it is. */
export interface MadeQuestion {
  readonly id: number;
  readonly query: string;
  readonly answer_ids: readonly string[];
  readonly answer_names: readonly string[];
  readonly answer_type: string;
  readonly kind: QuestionKind;
  readonly hops: number;
  readonly n_constraints: number;
  readonly typo: boolean;
  readonly lower: boolean;
  readonly inverted: boolean;
  /** An entity is called by another than its own name. */
  readonly synonym: boolean;
  readonly reworded: boolean;
  readonly relations: readonly string[];
  readonly entities: readonly string[];
  readonly textual: readonly (readonly unknown[])[];
  readonly spec: readonly (readonly unknown[])[];
}

/** Drafts thrown away before a kind is given up for one question. */
const TRIES = 300;

function relationsOf(clauses: readonly Clause[]): string[] {
  const relations = clauses.flatMap((clause): string[] => {
    switch (clause.kind) {
      case 'path':
        return clause.steps.map(({ relation }) => relation);
      case 'not':
        return relationsOf([clause.clause]);
      case 'count':
      case 'argmax':
      case 'argmin':
        return [clause.step.relation];
      default:
        return [];
    }
  });
  return [...new Set(relations)].sort();
}

const hopsOf = (clauses: readonly Clause[]): number =>
  Math.max(0, ...clauses.map((clause) => (clause.kind === 'path' ? clause.steps.length : 0)));

/** Draws until a question of the kind has words that no other has. */
function drawQuestion(
  kind: QuestionKind,
  known: ReadonlySet<string>,
  drawer: {
    readonly draft: (kind: QuestionKind) => Draft | undefined;
    readonly word: (draft: Draft) => WordedQuestion;
  },
): { draft: Draft; worded: WordedQuestion } | undefined {
  for (let tried = 0; tried < TRIES; tried += 1) {
    const draft = drawer.draft(kind);
    if (draft === undefined) continue;
    const worded = drawer.word(draft);
    if (!known.has(worded.text)) return { draft, worded };
  }
  return undefined;
}

/**
 * Returns questions over a graph with their answers, as many of each kind as the graph gives; kinds that it does not
 * give are made up for by the others. Answers are found by exact traversal. Without `reword` equal input gives equal
 * questions.
 */
export async function makeQuestions(surveyed: SurveyedGraph, options: MakeOptions): Promise<MadeQuestion[]> {
  const random = seededRandom(options.seed);
  const drafter = createDrafter(surveyed, random);
  const wording = { graph: surveyed.graph, words: createSchemaWords(surveyed.statistics), random };
  const drawer = { draft: drafter.draft, word: (draft: Draft) => wordQuestion(draft, wording) };
  const known = new Set<string>();
  const spent = new Set<QuestionKind>();
  const made: MadeQuestion[] = [];
  while (made.length < options.questions && spent.size < QUESTION_KINDS.length) {
    for (const kind of kindsFor(options.questions - made.length, random)) {
      options.signal?.throwIfAborted();
      const drawn = spent.has(kind) ? undefined : drawQuestion(kind, known, drawer);
      if (drawn === undefined) {
        spent.add(kind);
        continue;
      }
      known.add(drawn.worded.text);
      made.push(await finish(made.length + 1, drawn, surveyed, random, options));
      options.onProgress?.(made.length, options.questions);
    }
  }
  return made;
}

async function finish(
  id: number,
  { draft, worded }: { readonly draft: Draft; readonly worded: WordedQuestion },
  { graph }: SurveyedGraph,
  random: () => number,
  { noise, reword, signal }: MakeOptions,
): Promise<MadeQuestion> {
  const names = worded.names.map(({ text }) => text);
  const keep = draft.phrase === undefined ? names : [...names, draft.phrase];
  const reworded = await reword?.(worded.text, keep, signal);
  const { text: query, kind: noiseKind } = disturb(reworded ?? worded.text, names, noise, random);
  const { clauses } = draft;
  const { stated, denied } = entitiesOf(clauses);
  const answers = draft.answers.flatMap((place) => graph.nodes[place] ?? []);
  const conditions = clauses.filter(({ kind }) => kind === 'prop' || kind === 'text');
  return {
    id,
    query,
    answer_ids: answers.map((node) => node.id),
    answer_names: answers.map((node) => node.name),
    answer_type: draft.answerType,
    kind: draft.kind,
    hops: hopsOf(clauses),
    n_constraints: clauses.length,
    typo: noiseKind === 'typo',
    lower: noiseKind === 'lower',
    inverted: noiseKind === 'inverted',
    synonym: worded.names.some(({ other }) => other),
    reworded: reworded !== undefined,
    relations: relationsOf(clauses),
    entities: [...stated, ...denied],
    textual: conditions.map(writeClause),
    spec: clauses.map(writeClause),
  };
}
