import { isStopWord } from '../../domain/text/stop-words.ts';
import type { Token } from '../../domain/text/tokenize.ts';
import type { ChunkReading } from './chunk-reading.ts';

/** Keywords at layer 0, and how many more each further layer has. */
const KEYWORDS_PER_LAYER = 5;
const MAX_PHRASE_WORDS = 3;

/** Returns how many keywords a node of this layer gets at most: 5 for a chunk, 10 at layer 1, 15 at layer 2 … */
export function keywordLimit(layer: number): number {
  return KEYWORDS_PER_LAYER * (layer + 1);
}

interface Phrase {
  /** As it stands first in the text. */
  readonly text: string;
  readonly words: readonly string[];
  count: number;
}

/** The candidate phrases of one chunk by their normal form. */
export type PhraseCounts = ReadonlyMap<string, Phrase>;

function tells({ normal, kind, text }: Token): boolean {
  if (kind === 'number') return false;
  if (kind === 'code') return true;
  return normal.length > 2 && /\p{L}/u.test(text) && !isStopWord(normal);
}

/**
 * Returns the candidate phrases of a chunk: runs of words between function words and punctuation, as in RAKE (Rose et
 * al. 2010), cut to runs of at most three words; our runs also give their single words.
 */
export function countPhrases({ tokens, text }: ChunkReading): PhraseCounts {
  const phrases = new Map<string, Phrase>();
  const add = (run: readonly Token[]) => {
    const first = run[0];
    const last = run.at(-1);
    if (first === undefined || last === undefined) return;
    const words = run.map(({ normal }) => normal);
    const key = words.join(' ');
    const known = phrases.get(key);
    if (known === undefined) phrases.set(key, { text: text.slice(first.start, last.end), words, count: 1 });
    else known.count += 1;
  };
  let run: Token[] = [];
  const close = () => {
    if (run.length > 1 && run.length <= MAX_PHRASE_WORDS) add(run);
    for (const token of run) add([token]);
    run = [];
  };
  for (const token of tokens) {
    const before = run.at(-1);
    const gap = before === undefined ? ' ' : text.slice(before.end, token.start);
    if (!/^[ \u00A0-]$/u.test(gap)) close();
    if (tells(token)) run.push(token);
    else close();
  }
  close();
  return phrases;
}

/** Tells how rare each word is among the chunks of the document. */
export type WordWeights = ReadonlyMap<string, number>;

/** Returns ln(1 + chunks / chunks with the word), by word: more for words that tell this chunk from the others. */
export function wordWeights(chunks: readonly PhraseCounts[]): WordWeights {
  const frequency = new Map<string, number>();
  for (const phrases of chunks) {
    for (const { words } of phrases.values()) {
      if (words.length === 1) frequency.set(words[0] ?? '', (frequency.get(words[0] ?? '') ?? 0) + 1);
    }
  }
  return new Map([...frequency].map(([word, count]) => [word, Math.log(1 + chunks.length / count)]));
}

function scoreOf({ words, count }: Phrase, weights: WordWeights): number {
  const rarity = words.reduce((sum, word) => sum + (weights.get(word) ?? 0), 0) / words.length;
  // Pairs and triples say more than their words, and are rarer by themselves.
  return Math.log(1 + count) * rarity * (1 + 0.5 * (words.length - 1));
}

function merged(chunks: readonly PhraseCounts[]): Map<string, Phrase> {
  const all = new Map<string, Phrase>();
  for (const phrases of chunks) {
    for (const [key, phrase] of phrases) {
      const known = all.get(key);
      if (known === undefined) all.set(key, { ...phrase });
      else known.count += phrase.count;
    }
  }
  return all;
}

/**
 * Returns the keywords of a node made of these chunks, best first, ties by text: tf–idf within the document over words
 * and word groups. A word that a chosen group holds already is not listed again.
 */
export function keywords(chunks: readonly PhraseCounts[], weights: WordWeights, limit: number): string[] {
  const ranked = [...merged(chunks)]
    .map(([key, phrase]) => ({ key, phrase, score: scoreOf(phrase, weights) }))
    .sort((a, b) => b.score - a.score || (a.key < b.key ? -1 : 1));
  const chosen: string[] = [];
  const covered = new Set<string>();
  for (const { phrase } of ranked) {
    if (chosen.length >= limit) break;
    if (phrase.words.every((word) => covered.has(word))) continue;
    for (const word of phrase.words) covered.add(word);
    chosen.push(phrase.text);
  }
  return chosen;
}
