import { LRUCache } from 'lru-cache';
import { contentLength } from '../../domain/text/content-length.ts';
import { type Sentence, sentences } from '../../domain/text/sentences.ts';
import { stem } from '../../domain/text/stem.ts';
import { wordTerms } from '../../domain/text/terms.ts';

/** A text read once for scoring: its whole words, their stems, and where its sentences lie. */
export interface AnalysedText {
  /** Whole words, codes and numbers in order, stop words included; see `wordTerms`. */
  readonly words: readonly string[];
  /** The stem of each word. */
  readonly stems: readonly string[];
  /** Number of words that are no function words; see `contentLength`. */
  readonly length: number;
  /** Offsets in the text. */
  readonly sentences: readonly Sentence[];
  /** Index in `words` behind the last word of each sentence. */
  readonly ends: readonly number[];
}

/** Returns the text read for scoring; `language` chooses the stems. Linear in its length. */
export function analyseText(text: string, language: string): AnalysedText {
  const found = sentences(text);
  const words: string[] = [];
  const ends: number[] = [];
  for (const { start, end } of found) {
    for (const word of wordTerms(text.slice(start, end))) words.push(word);
    ends.push(words.length);
  }
  const stems = words.map((word) => stem(word, language));
  return { words, stems, length: contentLength(stems), sentences: found, ends };
}

/** Reads a text for scoring; see `analyseText`. */
export type TextAnalysis = (text: string, language: string) => AnalysedText;

/** Analysed texts kept: some 20 kB each. */
const REMEMBERED_TEXTS = 3_000;

/** Returns `analyseText` with a bounded memory, keyed by the text itself, so that nothing stale can be found. */
export function createTextAnalysis(): TextAnalysis {
  const known = new LRUCache<string, AnalysedText>({ max: REMEMBERED_TEXTS });
  return (text, language) => {
    const key = `${language}\n${text}`;
    const found = known.get(key);
    if (found !== undefined) return found;
    const made = analyseText(text, language);
    known.set(key, made);
    return made;
  };
}

/** Returns two texts as one, the second beginning `offset` characters behind the beginning of the first. */
export function joinTexts(first: AnalysedText, second: AnalysedText, offset: number): AnalysedText {
  const moved = second.sentences.map(({ start, end }) => ({ start: start + offset, end: end + offset }));
  return {
    words: [...first.words, ...second.words],
    stems: [...first.stems, ...second.stems],
    length: first.length + second.length,
    sentences: [...first.sentences, ...moved],
    ends: [...first.ends, ...second.ends.map((end) => end + first.words.length)],
  };
}
