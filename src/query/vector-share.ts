import { canRead, type ReadLanguages } from '../domain/text/read-languages.ts';

/**
 * What a cosine is still worth when the embedding does not read the question or the text: names, numbers, codes and
 * words that languages share still bring the right ones closer, so it is not nothing. The middle of the range (0.4 to
 * 0.75) that was best on one half of `suites/spanish`; see docs/evaluation.md.
 */
export const UNREAD_SHARE = 0.5;

/**
 * Returns, for the language of a found text, the share of its usual weight that the text's vector score has: 1 when the
 * embedding reads question and text, `UNREAD_SHARE` when it does not read one of them. Languages are ISO 639-1 codes;
 * one that is not known (`und`) counts as read, so that without a reason nothing changes. Short questions full of names
 * are easily told wrong, so the question's language counts only when one of the `found` texts is in it too.
 */
export function vectorShares(
  question: string,
  found: Iterable<string>,
  languages: ReadLanguages,
): (text: string) => number {
  const confirmed = new Set(found).has(question);
  if (confirmed && !canRead(languages, question)) return () => UNREAD_SHARE;
  return (text) => (canRead(languages, text) ? 1 : UNREAD_SHARE);
}
