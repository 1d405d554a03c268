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
