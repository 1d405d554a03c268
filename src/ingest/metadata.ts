import { editDistance } from '../domain/text/edit-distance.ts';
import { TrellisError } from '../errors.ts';
import type { Filing } from './services.ts';

/** Classification of documents that nobody classified. */
export const DEFAULT_CLASSIFICATION = 'internal';

const KEYS = ['classification', 'tags', 'access'] as const;
const MAX_ENTRIES = 100;
const MAX_LENGTH = 100;

/** How many letters a key may differ and still be taken for a misspelt one of ours; a lost right is worse than a fault. */
const MISSPELT: Readonly<Record<string, number>> = { classification: 2, access: 1 };

function invalid(where: string, problem: string): TrellisError {
  return new TrellisError('TRELLIS_INGEST_METADATA_INVALID', `${where}: ${problem}.`, {
    details: { where, problem },
  });
}

function readText(value: unknown, key: string, where: string): string {
  if (typeof value !== 'string') throw invalid(where, `${key} must be text, not ${typeof value}`);
  const text = value.trim().normalize('NFC');
  if (text === '' || text.length > MAX_LENGTH || /\p{Cc}/u.test(text)) {
    throw invalid(where, `${key} must have 1 to ${MAX_LENGTH} characters and no control characters`);
  }
  return text;
}

function readClassification(value: unknown, where: string): string {
  const text = readText(value, 'classification', where);
  if (text.includes('@')) throw invalid(where, 'classification must not contain "@"');
  return text;
}

/** A list of texts, or one text with commas, as people write them by hand. Sorted, each once. */
function readList(value: unknown, key: string, where: string): string[] {
  const items = typeof value === 'string' ? value.split(',').filter((item) => item.trim() !== '') : value;
  if (!Array.isArray(items)) throw invalid(where, `${key} must be a list of texts`);
  if (items.length > MAX_ENTRIES) throw invalid(where, `${key} may have ${MAX_ENTRIES} entries at most`);
  return [...new Set(items.map((item: unknown) => readText(item, key, where)))].sort();
}

/**
 * Returns the filing that `values` give, checked; keys that are absent or null stay absent. `where` names the place
 * for the person who mends it. Throws `TRELLIS_INGEST_METADATA_INVALID` for a wrong type, and for any key not ours.
 */
export function readFiling(values: Readonly<Record<string, unknown>>, where: string): Partial<Filing> {
  for (const key of Object.keys(values)) {
    if (!KEYS.some((known) => known === key)) {
      throw invalid(where, `unknown key "${key}"; known are ${KEYS.join(', ')}`);
    }
  }
  const { classification, tags, access } = values;
  const isGiven = (value: unknown) => value !== undefined && value !== null;
  return {
    ...(isGiven(classification) ? { classification: readClassification(classification, where) } : {}),
    ...(isGiven(tags) ? { tags: readList(tags, 'tags', where) } : {}),
    ...(isGiven(access) ? { access: readList(access, 'access', where) } : {}),
  };
}

/**
 * Returns the filing in a document's front matter. Other keys belong to others and are ignored, unless they look
 * like a misspelt `classification` or `access`: those throw `TRELLIS_INGEST_METADATA_INVALID`, as wrong types do.
 */
export function readFrontMatter(
  frontMatter: Readonly<Record<string, unknown>>,
  where: string,
): Partial<Filing> {
  for (const key of Object.keys(frontMatter)) {
    const meant = Object.entries(MISSPELT).find(
      ([known, edits]) => key !== known && editDistance(key.toLowerCase(), known) <= edits,
    );
    if (meant !== undefined) throw invalid(where, `"${key}" is not a key; did you mean "${meant[0]}"?`);
  }
  const ours = Object.entries(frontMatter).filter(([key]) => KEYS.some((known) => known === key));
  return readFiling(Object.fromEntries(ours), where);
}

/** Returns the filing of a document: each field from the first place that gives it, else its default. */
export function resolveFiling(...places: readonly Partial<Filing>[]): Filing {
  const first = <K extends keyof Filing>(key: K): Filing[K] | undefined =>
    places.find((place) => place[key] !== undefined)?.[key];
  return {
    classification: first('classification') ?? DEFAULT_CLASSIFICATION,
    tags: first('tags') ?? [],
    access: first('access') ?? [],
  };
}
