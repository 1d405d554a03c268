/**
 * The languages that a model reads: ISO 639-1 codes, `any` for one that reads all that we can tell apart, `unknown`
 * where nobody has said.
 */
export type ReadLanguages = readonly string[] | 'any' | 'unknown';

/**
 * Returns whether a model reads texts of a language. A language that could not be told (`und`) and a model of unknown
 * languages get the benefit of the doubt.
 */
export function canRead(languages: ReadLanguages, language: string): boolean {
  return language === 'und' || typeof languages === 'string' || languages.includes(language);
}
