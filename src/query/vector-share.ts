import { canRead, type ReadLanguages } from '../domain/text/read-languages.ts';

/**
 * What a cosine is still worth when the embedding does not read the question or the text: names, numbers, codes and
 * words that languages share still bring the right ones closer, so it is not nothing. The middle of the range (0.4 to
 * 0.75) that was best on one half of `suites/spanish`; see docs/evaluation.md.
 */
export const UNREAD_SHARE = 0.5;

/**
 * Share of the found texts that must be in a language before it is believed. Short texts full of names are told wrong:
 * one of a hundred of the passages that were looked at, but those that are alike come together in one search.
 */
export const BELIEVED_SHARE = 0.1;

/**
 * Returns, for the language of a found text, the share of its usual weight that the text's vector score has: 1 when the
 * embedding reads question and text, `UNREAD_SHARE` when it does not read one of them. `found` holds the language of
 * each found text, as ISO 639-1 codes. A language that is not known (`und`), or that is of too few of the found texts
 * to be believed, counts as read: without a reason nothing changes.
 */
export function vectorShares(
  question: string,
  found: readonly string[],
  languages: ReadLanguages,
): (text: string) => number {
  const unread = new Set([...new Set(found)].filter((language) => !canRead(languages, language)));
  for (const language of unread) {
    const held = found.filter((other) => other === language).length;
    if (held < BELIEVED_SHARE * found.length) unread.delete(language);
  }
  return (text) => (unread.has(question) || unread.has(text) ? UNREAD_SHARE : 1);
}
