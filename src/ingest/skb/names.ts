import { normalName } from '../../domain/text/name.ts';
import { nameVariants } from '../../domain/text/name-variants.ts';
import { MAX_ENTITY_NAME_LENGTH, type SkbNode } from './rows.ts';

/** Properties that hold other names, whatever graph they come from. */
const ALIAS_KEY =
  /^(?:alias(?:es)?|synonyms?|alt(?:ernative)?[_ ]?names?|also[_ ]known[_ ]as|abbreviations?|short[_ ]name|symbol|acronyms?)$/iu;

/** Most names of one entity: more are a list of something else. */
export const MAX_NAMES = 100;

function aliases(value: unknown): string[] {
  if (typeof value === 'string') return value.split(/[|;]/u);
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}

/**
 * Returns the names of a node, its own first, then its aliases in the order of its properties, then forms that these
 * are shortened to (`nameVariants`); distinct by `normalName`, at most `MAX_NAMES`.
 */
export function namesOf(node: SkbNode): string[] {
  const stated = Object.entries(node.properties)
    .filter(([key]) => ALIAS_KEY.test(key))
    .flatMap(([, value]) => aliases(value))
    .map((alias) => alias.replace(/[\p{Cc}\s]+/gu, ' ').trim())
    .filter((alias) => alias.length > 0 && alias.length <= MAX_ENTITY_NAME_LENGTH);
  const names = new Map<string, string>();
  for (const name of [node.name, ...stated, ...[node.name, ...stated].flatMap(nameVariants)]) {
    const normal = normalName(name);
    if (normal !== '' && !names.has(normal)) names.set(normal, name);
  }
  return [...names.values()].slice(0, MAX_NAMES);
}
