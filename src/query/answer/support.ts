import type { QueryTerm } from '../../domain/question.ts';
import type { Sentence } from '../../domain/text/sentences.ts';
import { type AnalysedText, analyseText, type TextAnalysis } from '../lexical/analysed-text.ts';
import { type CompositeQuery, termAt, WINDOW_SENTENCES } from '../lexical/composite.ts';

/** What a passage must hold before it may support an answer. */
export interface Demand {
  readonly query: CompositeQuery;
  /** Indexes of terms that must be there: names, codes, numbers and dates of the question. */
  readonly required: ReadonlySet<number>;
}

/** A text that may support an answer, with what its surroundings say: title, headings, names on its path. */
export interface Evidence {
  readonly text: string;
  readonly context: string;
  readonly language: string;
}

/** A sentence and how much of the question it covers. */
export interface SentenceSupport {
  readonly sentence: Sentence;
  /** Share of the question's weight, 0 to 1; words that the context holds anyway tell sentences apart only a little. */
  readonly own: number;
  /** Share that it, its neighbours and the context cover together: 0 to 1. */
  readonly window: number;
}

/** How far a text supports an answer. */
export interface Support {
  /** Share of the question's weight in the best window and the context: 0 to 1. */
  readonly coverage: number;
  /** Terms that neither the text nor its context holds, the most telling first. */
  readonly missing: readonly QueryTerm[];
  /** Required terms among `missing`. */
  readonly missingRequired: readonly QueryTerm[];
  readonly sentences: readonly SentenceSupport[];
}

/** Least share of the question's weight that a supporting window must cover. */
export const MIN_COVERAGE = 0.6;

/** Returns the indexes of the question's terms that a text holds, sentence by sentence. */
function termsBySentence(query: CompositeQuery, text: AnalysedText): Set<number>[] {
  const found = text.sentences.map(() => new Set<number>());
  let sentence = 0;
  for (const position of text.words.keys()) {
    while (position >= (text.ends[sentence] ?? Number.POSITIVE_INFINITY)) sentence += 1;
    const term = termAt(query, text, position);
    if (term !== undefined) found[sentence]?.add(term);
  }
  return found;
}

/** What a word in a sentence is worth when a heading above says it too ("Pump P-200" over "It runs at …"). */
const KNOWN_BY_CONTEXT = 0.2;

const NONE: ReadonlySet<number> = new Set();

function share(query: CompositeQuery, terms: ReadonlySet<number>, known: ReadonlySet<number> = NONE): number {
  const total = query.weights.reduce((sum, weight) => sum + weight, 0);
  let covered = 0;
  for (const term of terms) covered += (query.weights[term] ?? 0) * (known.has(term) ? KNOWN_BY_CONTEXT : 1);
  return total === 0 ? 0 : covered / total;
}

const union = (sets: readonly ReadonlySet<number>[]): Set<number> => new Set(sets.flatMap((set) => [...set]));

/** Returns how far a text and its surroundings support an answer to the question. */
export function support(demand: Demand, evidence: Evidence, analyse: TextAnalysis = analyseText): Support {
  const { query, required } = demand;
  const text = analyse(evidence.text, evidence.language);
  const bySentence = termsBySentence(query, text);
  const context = union(termsBySentence(query, analyseText(evidence.context, evidence.language)));
  const half = Math.floor(WINDOW_SENTENCES / 2);
  const sentences = text.sentences.map((sentence, index) => {
    const near = union(bySentence.slice(Math.max(0, index - half), index + half + 1));
    return {
      sentence,
      own: share(query, bySentence[index] ?? NONE, context),
      window: share(query, union([near, context])),
    };
  });
  const held = union([...bySentence, context]);
  const order = [...query.terms.keys()].sort(
    (a, b) => (query.weights[b] ?? 0) - (query.weights[a] ?? 0) || a - b,
  );
  const missing = order.filter((term) => !held.has(term));
  const toTerms = (terms: readonly number[]) => terms.flatMap((term) => query.terms[term] ?? []);
  return {
    coverage: sentences.reduce((most, { window }) => Math.max(most, window), 0),
    missing: toTerms(missing),
    missingRequired: toTerms(missing.filter((term) => required.has(term))),
    sentences,
  };
}

/** Returns whether a passage may support an answer: nothing required is missing and enough is covered. */
export function supports({ coverage, missingRequired }: Support): boolean {
  return missingRequired.length === 0 && coverage >= MIN_COVERAGE;
}
