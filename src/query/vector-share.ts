import { canRead, type ReadLanguages } from '../domain/text/read-languages.ts';

/**
 * What a cosine is still worth when the embedding does not read the question or the text: names, numbers, codes and
 * words that languages share still bring the right ones closer, so it is not nothing. Chosen on one half of
 * `suites/spanish`; see docs/evaluation.md.
 */
export const UNREAD_SHARE = 0.5;

/**
 * Returns the share of its usual weight, above 0 and at most 1, that the vector score of a text has: 1 when the
 * embedding reads question and text, `UNREAD_SHARE` when it does not read one of them or both. Languages are ISO 639-1
 * codes; one that is not known (`und`) counts as read, so that without a doubt nothing changes.
 */
export function vectorShare(question: string, text: string, languages: ReadLanguages): number {
  return canRead(languages, question) && canRead(languages, text) ? 1 : UNREAD_SHARE;
}
