import { fold } from './fold.ts';

/**
 * Returns the form of a name under which it is looked up exactly: `fold`, apostrophes dropped, every other mark that
 * is no letter or digit one space (`+` and `#` stay right after a letter: `c++`, `c#`), no space at the ends.
 * A name of marks only keeps them. Two spellings that differ in case, accents, hyphens or full stops are one.
 */
export function normalName(text: string): string {
  const folded = fold(text).replaceAll("'", '');
  const spaced = folded
    .replace(/(?<![\p{L}+#])[+#]+|[^\p{L}\p{N}\p{M}+#]+/gu, ' ')
    .replace(/ +/gu, ' ')
    .trim();
  return spaced === '' ? folded.replace(/\s+/gu, ' ').trim() : spaced;
}
