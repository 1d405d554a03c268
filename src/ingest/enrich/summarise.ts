import { foldWord } from '../../domain/text/fold.ts';
import { isStopWord } from '../../domain/text/stop-words.ts';

/** A sentence that a summary may take, from one child. */
export interface SummarySentence {
  readonly text: string;
  /** Page on which it stands, from 1. */
  readonly page: number;
}

/** Sentences compared with each other at most: more are thinned evenly, so that a book costs no more than a chapter. */
const MAX_SENTENCES = 240;
const DAMPING = 0.85;
const ROUNDS = 20;
const MIN_SIMILARITY = 0.1;
/** Sentences more alike than this say the same: the later one is left out. */
const MAX_REDUNDANCY = 0.6;

type Vector = ReadonlyMap<string, number>;

function words(text: string): string[] {
  return (text.match(/[\p{L}\p{N}]+/gu) ?? [])
    .map(foldWord)
    .filter((word) => word.length > 2 && !isStopWord(word));
}

function vectors(sentences: readonly SummarySentence[]): Vector[] {
  const lists = sentences.map(({ text }) => words(text));
  const frequency = new Map<string, number>();
  for (const list of lists)
    for (const word of new Set(list)) frequency.set(word, (frequency.get(word) ?? 0) + 1);
  return lists.map((list) => {
    const vector = new Map<string, number>();
    for (const word of list) vector.set(word, (vector.get(word) ?? 0) + 1);
    let square = 0;
    for (const [word, count] of vector) {
      const value = count * Math.log(1 + lists.length / (frequency.get(word) ?? 1));
      vector.set(word, value);
      square += value * value;
    }
    const length = Math.sqrt(square) || 1;
    for (const [word, value] of vector) vector.set(word, value / length);
    return vector;
  });
}

function cosine(a: Vector, b: Vector): number {
  const [small, large] = a.size <= b.size ? [a, b] : [b, a];
  let sum = 0;
  for (const [word, value] of small) sum += value * (large.get(word) ?? 0);
  return sum;
}

function similarities(all: readonly Vector[]): number[][] {
  const matrix = all.map(() => new Array<number>(all.length).fill(0));
  for (let row = 0; row < all.length; row += 1) {
    for (let column = 0; column < row; column += 1) {
      const a = all[row];
      const b = all[column];
      const value = a === undefined || b === undefined ? 0 : cosine(a, b);
      const kept = value >= MIN_SIMILARITY ? value : 0;
      (matrix[row] ?? [])[column] = kept;
      (matrix[column] ?? [])[row] = kept;
    }
  }
  return matrix;
}

/**
 * Centrality of each sentence: continuous LexRank (Erkan and Radev 2004, section 3.3), damping 0.85, 20 rounds, over
 * tf–idf cosines of at least 0.1.
 */
function centrality(matrix: readonly (readonly number[])[]): number[] {
  const count = matrix.length;
  const totals = matrix.map((row) => row.reduce((sum, value) => sum + value, 0));
  let scores = new Array<number>(count).fill(1 / Math.max(1, count));
  for (let round = 0; round < ROUNDS; round += 1) {
    const next = new Array<number>(count).fill((1 - DAMPING) / Math.max(1, count));
    matrix.forEach((row, from) => {
      const total = totals[from] ?? 0;
      if (total === 0) return;
      row.forEach((value, to) => {
        if (value > 0) next[to] = (next[to] ?? 0) + DAMPING * (scores[from] ?? 0) * (value / total);
      });
    });
    scores = next;
  }
  return scores;
}

/** Sentences near the beginning of their text tend to say what it is about: up to a quarter more. */
function leadBonus(index: number, count: number): number {
  return 1 + 0.25 * (1 - index / count);
}

function thinned<T>(items: readonly T[]): readonly T[] {
  if (items.length <= MAX_SENTENCES) return items;
  return Array.from({ length: MAX_SENTENCES }, (_, index) => {
    const at = Math.floor((index * items.length) / MAX_SENTENCES);
    return items[at];
  }).filter((item): item is T => item !== undefined);
}

/** What a summary may hold. */
export interface SummaryLimits {
  readonly maxTokens: number;
  readonly countTokens: (text: string) => number;
}

/**
 * Returns the most central sentences, in reading order, none saying what another says, of together at most `maxTokens`;
 * at least one when there is any. Extractive: each is word for word from its child. Equal input, equal output.
 */
export function chooseSentences(
  sentences: readonly SummarySentence[],
  { maxTokens, countTokens }: SummaryLimits,
): SummarySentence[] {
  const pool = thinned(sentences);
  const all = vectors(pool);
  const matrix = similarities(all);
  const scores = centrality(matrix).map((score, index) => score * leadBonus(index, pool.length));
  const order = scores.map((_, index) => index).sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || a - b);
  const chosen: number[] = [];
  let tokens = 0;
  for (const index of order) {
    const sentence = pool[index];
    if (sentence === undefined || chosen.some((other) => (matrix[index]?.[other] ?? 0) > MAX_REDUNDANCY))
      continue;
    const own = countTokens(sentence.text);
    if (chosen.length > 0 && tokens + own > maxTokens) continue;
    chosen.push(index);
    tokens += own;
    if (tokens >= maxTokens * 0.9) break;
  }
  return chosen.sort((a, b) => a - b).flatMap((index) => pool[index] ?? []);
}
