/** What Trellis itself says in an answer, in the question's language. */
interface Phrases {
  readonly insufficient: string;
  readonly nothing: string;
  missing(words: readonly string[]): string;
  nearest(entries: readonly string[]): string;
  tooFew(found: number, wanted: number): string;
  and: string;
  because: string;
}

const quoted = (words: readonly string[]): string => words.map((word) => `“${word}”`).join(', ');

const ENGLISH: Phrases = {
  insufficient: 'Insufficient evidence: the sources do not answer this question.',
  nothing: 'Nothing that could be read here is about it.',
  missing: (words) => `No source mentions ${quoted(words)} together with the rest of the question.`,
  nearest: (entries) => `What came nearest: ${entries.join('; ')}.`,
  tooFew: (found, wanted) => `${found} of the ${wanted} sources needed support an answer.`,
  and: 'and',
  because: 'because',
};

const SPANISH: Phrases = {
  insufficient: 'Evidencia insuficiente: las fuentes no responden a esta pregunta.',
  nothing: 'Nada de lo que se puede leer aquí trata de ello.',
  missing: (words) => `Ninguna fuente menciona ${quoted(words)} junto con el resto de la pregunta.`,
  nearest: (entries) => `Lo más cercano: ${entries.join('; ')}.`,
  tooFew: (found, wanted) => `${found} de las ${wanted} fuentes necesarias sostienen una respuesta.`,
  and: 'y',
  because: 'porque',
};

/** Returns the phrases of a language: Spanish for `es`, English for all others. */
export function phrasesFor(language: string): Phrases {
  return language === 'es' ? SPANISH : ENGLISH;
}

/** Returns `a, b and c`. */
export function joinWithAnd(entries: readonly string[], language: string): string {
  if (entries.length <= 1) return entries[0] ?? '';
  return `${entries.slice(0, -1).join(', ')} ${phrasesFor(language).and} ${entries.at(-1)}`;
}
