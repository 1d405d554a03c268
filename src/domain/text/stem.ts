import { stem as porter2 } from 'porter2';

/** The stemmers we have; any other language is indexed by whole words. */
export type StemmedLanguage = 'en' | 'es';

const LATIN_WORD = /^[a-z']+$/u;

/**
 * Ends every Spanish stem, so that it can't meet an English word in the index (`cara` → `car_`, not `car`). No token
 * ends so, and Lucene gives the character no meaning.
 */
const SPANISH_MARK = '_';

/**
 * A light Spanish stemmer on accent-folded words: plural and final vowel only, after the idea of Savoy (2006, "Light
 * stemming approaches for the French, Portuguese, German and Hungarian languages"). Snowball's Spanish needs the
 * accents (it parts `calibración` from `calibracion`), and people who ask omit them.
 */
function lightSpanish(word: string): string {
  if (word.length <= 3) return word;
  if (word.length === 4) return /[aeo]s$/u.test(word) ? word.slice(0, -1) : word.replace(/[aeo]$/u, '');
  if (word.endsWith('ces')) return `${word.slice(0, -3)}z`;
  if (/[aeo]s$/u.test(word)) return word.slice(0, -2);
  return word.replace(/[aeo]$/u, '');
}

/**
 * Returns the stem of a folded word (`foldWord`): English by Porter2 (Snowball), Spanish light and marked by a final
 * `_`. Words with other than Latin letters, and other languages, come back unchanged. `und` counts as English.
 */
export function stem(normal: string, language: string): string {
  if (!LATIN_WORD.test(normal)) return normal;
  if (language === 'es') return `${lightSpanish(normal)}${SPANISH_MARK}`;
  if (language === 'en' || language === 'und') return porter2(normal) || normal;
  return normal;
}

/** Returns the distinct index forms that a word may have in documents of any language, the likeliest first. */
export function stemVariants(normal: string, language: string): string[] {
  return [...new Set([stem(normal, language), stem(normal, 'en'), stem(normal, 'es'), normal])];
}
