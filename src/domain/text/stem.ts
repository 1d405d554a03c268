import { stem as porter2 } from 'porter2';

/** The stemmers we have; any other language is indexed by whole words. */
export type StemmedLanguage = 'en' | 'es';

const LATIN_WORD = /^[a-z']+$/u;

/**
 * A light Spanish stemmer on accent-folded words: plural and final vowel only, after the idea of Savoy
 * (2006, "Light stemming approaches for the French, Portuguese, German and Hungarian languages", UniNE).
 * Snowball's Spanish needs the accents (`calibración` and `calibracion` part there), and readers omit them.
 */
function lightSpanish(word: string): string {
  if (word.length > 4 && word.endsWith('ces')) return `${word.slice(0, -3)}z`;
  if (word.length > 3 && /(?:os|as|es)$/u.test(word)) return word.slice(0, -2);
  return word.length > 2 ? word.replace(/[aeo]$/u, '') : word;
}

/**
 * Returns the stem of a folded word (`foldWord`): English by Porter2 (Snowball), Spanish light. Words with other
 * than Latin letters, and other languages, come back unchanged. `und` counts as English.
 */
export function stem(normal: string, language: string): string {
  if (!LATIN_WORD.test(normal)) return normal;
  if (language === 'es') return lightSpanish(normal);
  if (language === 'en' || language === 'und') return porter2(normal) || normal;
  return normal;
}

/** Returns the distinct index forms that a word may have in documents of any language, the likeliest first. */
export function stemVariants(normal: string, language: string): string[] {
  return [...new Set([stem(normal, language), stem(normal, 'en'), stem(normal, 'es'), normal])];
}
