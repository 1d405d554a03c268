import type { QueryTerm } from '../../domain/question.ts';
import { isStopWord } from '../../domain/text/stop-words.ts';
import { averageLength, type CollectionStatistics, inverseDocumentFrequency, saturate } from '../bm25.ts';
import type { AnalysedText } from './analysed-text.ts';

/**
 * Weights of the parts of the lexical composite: BM25 on stems leads, whole words prefer the same inflection, pairs catch phrases, and
 * the best window says that the words stand together. Found on two kinds of documents, each checked on the other.
 */
export const COMPOSITE_WEIGHTS = { stems: 1, words: 0.3, pairs: 0.5, window: 0.5 } as const;

/** Sentences in a window. */
export const WINDOW_SENTENCES = 3;

/** The question, made ready to be looked for in many texts. */
export interface CompositeQuery {
  readonly terms: readonly QueryTerm[];
  /** Idf of each term. */
  readonly weights: readonly number[];
  /** Index form → index of its term. */
  readonly byForm: ReadonlyMap<string, number>;
  readonly averageLength: number;
}

/** A text's score with its parts, and the window that matched best. */
export interface CompositeScore {
  readonly score: number;
  readonly parts: {
    readonly words: number;
    readonly stems: number;
    readonly pairs: number;
    readonly window: number;
  };
  /** Characters of the best window; the whole of an unmatched text's first window. */
  readonly span: { readonly start: number; readonly end: number };
}

/** Returns the question ready for `compositeScore`. Of a term's forms the likeliest that the collection holds gives the idf. */
export function compositeQuery(
  terms: readonly QueryTerm[],
  statistics: CollectionStatistics,
): CompositeQuery {
  const byForm = new Map<string, number>();
  const weights = terms.map((term, index) => {
    for (const form of [term.word, ...term.variants]) if (!byForm.has(form)) byForm.set(form, index);
    const held = term.variants.find((variant) => (statistics.byTerm.get(variant) ?? 0) > 0);
    const holders = held === undefined ? 0 : (statistics.byTerm.get(held) ?? 0);
    return inverseDocumentFrequency(statistics.nodes, holders);
  });
  return { terms, weights, byForm, averageLength: averageLength(statistics) };
}

/** Returns the index of the question's term that stands at a position of the text; undefined for any other word. */
export function termAt(query: CompositeQuery, text: AnalysedText, position: number): number | undefined {
  const word = text.words[position] ?? '';
  return query.byForm.get(text.stems[position] ?? word) ?? query.byForm.get(word);
}

interface Matches {
  readonly wordCounts: number[];
  readonly stemCounts: number[];
  /** Occurrences of term i directly before term i + 1, stop words aside. */
  readonly pairCounts: number[];
  /** The distinct terms of each sentence. */
  readonly bySentence: Set<number>[];
}

function findMatches(query: CompositeQuery, text: AnalysedText): Matches {
  const zeros = () => new Array<number>(query.terms.length).fill(0);
  const matches = {
    wordCounts: zeros(),
    stemCounts: zeros(),
    pairCounts: zeros(),
    bySentence: text.sentences.map(() => new Set<number>()),
  };
  let before = -1;
  let sentence = 0;
  for (const [position, word] of text.words.entries()) {
    while (position >= (text.ends[sentence] ?? Number.POSITIVE_INFINITY)) sentence += 1;
    const term = termAt(query, text, position);
    if (term === undefined) {
      if (!isStopWord(word)) before = -1;
      continue;
    }
    matches.stemCounts[term] = (matches.stemCounts[term] ?? 0) + 1;
    if (query.terms[term]?.word === word) matches.wordCounts[term] = (matches.wordCounts[term] ?? 0) + 1;
    if (before >= 0 && before === term - 1)
      matches.pairCounts[before] = (matches.pairCounts[before] ?? 0) + 1;
    matches.bySentence[sentence]?.add(term);
    before = term;
  }
  return matches;
}

function bestWindow(query: CompositeQuery, bySentence: readonly ReadonlySet<number>[], sentences: number) {
  let best = { score: 0, from: 0, to: Math.min(WINDOW_SENTENCES, sentences) };
  for (let from = 0; from === 0 || from + WINDOW_SENTENCES <= sentences; from += 1) {
    const to = Math.min(from + WINDOW_SENTENCES, sentences);
    const covered = new Set<number>();
    for (let index = from; index < to; index += 1)
      for (const term of bySentence[index] ?? []) covered.add(term);
    let score = 0;
    for (const term of covered) score += query.weights[term] ?? 0;
    if (score > best.score) best = { score, from, to };
  }
  return best;
}

function sum(query: CompositeQuery, counts: readonly number[], length: number): number {
  return counts.reduce(
    (total, count, term) => total + (query.weights[term] ?? 0) * saturate(count, length, query.averageLength),
    0,
  );
}

/**
 * Returns how well a text matches by whole words, stems, pairs of neighbouring question words and its best window of
 * three sentences. Words and stems are BM25; the idf of a word is that of its stem, for only stems are counted; a
 * pair weighs as much as the rarer of its words; a window scores the idf of the distinct words in it.
 */
export function compositeScore(query: CompositeQuery, text: AnalysedText): CompositeScore {
  const matches = findMatches(query, text);
  const { length } = text;
  const window = bestWindow(query, matches.bySentence, text.sentences.length);
  const pairWeights = query.weights.map((weight, index) => Math.max(weight, query.weights[index + 1] ?? 0));
  const parts = {
    words: sum(query, matches.wordCounts, length),
    stems: sum(query, matches.stemCounts, length),
    pairs: sum({ ...query, weights: pairWeights }, matches.pairCounts, length),
    window: window.score,
  };
  const score =
    COMPOSITE_WEIGHTS.words * parts.words +
    COMPOSITE_WEIGHTS.stems * parts.stems +
    COMPOSITE_WEIGHTS.pairs * parts.pairs +
    COMPOSITE_WEIGHTS.window * parts.window;
  const first = text.sentences[window.from];
  const last = text.sentences[window.to - 1];
  return { score, parts, span: { start: first?.start ?? 0, end: last?.end ?? 0 } };
}
