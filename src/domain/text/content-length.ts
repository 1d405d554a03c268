import { isStopWord } from './stop-words.ts';

/**
 * Returns the length of a text as BM25 counts it: its index terms (see `lexicalTerms`) without English and Spanish
 * function words. Names and titles have none of these and prose is half made of them, so counting them would rank
 * prose too low. The `tokens` of a collection's counts are the sum of this over its nodes. 0 for no terms.
 */
export function contentLength(terms: readonly string[]): number {
  let length = 0;
  for (const term of terms) if (!isStopWord(term)) length += 1;
  return length;
}
