import type { DoctorCheck } from '../domain/api/doctor.ts';
import { canRead, type ReadLanguages } from '../domain/text/read-languages.ts';

/**
 * Share of documents in languages that the embedding does not read from which a warning is due: short texts full of
 * names are told wrong more seldom than that.
 */
export const UNREAD_LIMIT = 0.05;

const CURE =
  'Words and codes are found as ever and vectors weigh half there. For more, set EMBEDDING_MODEL to a multilingual ' +
  'model (such as Xenova/multilingual-e5-small) and run: trellis models reembed.';

/**
 * Judges whether the embedding reads what the documents are written in: `languages` is ISO 639-1 code → documents.
 * Documents whose language could not be told count for neither side.
 */
export function judgeLanguages(
  languages: Readonly<Record<string, number>>,
  read: ReadLanguages,
  model: string,
): DoctorCheck {
  const name = 'languages';
  const told = Object.entries(languages).filter(([language]) => language !== 'und');
  const total = told.reduce((sum, [, documents]) => sum + documents, 0);
  if (total === 0)
    return { name, status: 'ok', message: 'There are no documents whose language could be told.' };
  const held = describe(told, total);
  if (read === 'unknown') {
    const advice = `Say which languages ${model} reads: set EMBEDDING_LANGUAGES (such as en,es, or any).`;
    return { name, status: 'warn', message: `Documents: ${held}. What ${model} reads is not known.`, advice };
  }
  const unread = told.filter(([language]) => !canRead(read, language));
  const share = unread.reduce((sum, [, documents]) => sum + documents, 0) / total;
  const reads = read === 'any' ? 'all of them' : `${[...read].join(', ')} only`;
  const message = `Documents: ${held}; ${model} reads ${reads}.`;
  if (share < UNREAD_LIMIT) return { name, status: 'ok', message };
  return { name, status: 'warn', message, advice: CURE };
}

function describe(told: readonly (readonly [string, number])[], total: number): string {
  return [...told]
    .sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
    .map(([language, documents]) => `${language} ${documents} (${Math.round((100 * documents) / total)} %)`)
    .join(', ');
}
