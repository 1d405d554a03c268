import { normalName } from '../../domain/text/name.ts';
import { nameForms } from '../../domain/text/name-forms.ts';
import { MAX_ENTITY_NAME_LENGTH, type SkbNode } from './rows.ts';

/** Most names of one entity: more are a list of something else. */
export const MAX_NAMES = 100;

function aliases(value: unknown): string[] {
  if (typeof value === 'string') return value.split(/[|;]/u);
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}

/**
 * Returns the names of a node: its own first, then the values of `aliasKeys` in the order of its properties, then
 * forms that these are shortened to (`nameForms`); distinct by `normalName`, at most `MAX_NAMES`.
 */
export function namesOf(node: SkbNode, aliasKeys: ReadonlySet<string>): string[] {
  const stated = Object.entries(node.properties)
    .filter(([key]) => aliasKeys.has(key))
    .flatMap(([, value]) => aliases(value))
    .map((alias) => alias.replace(/[\p{Cc}\s]+/gu, ' ').trim())
    .filter((alias) => alias.length > 0 && alias.length <= MAX_ENTITY_NAME_LENGTH);
  const names = new Map<string, string>();
  for (const name of [node.name, ...stated, ...[node.name, ...stated].flatMap(nameForms)]) {
    const normal = normalName(name);
    if (normal !== '' && !names.has(normal)) names.set(normal, name);
  }
  return [...names.values()].slice(0, MAX_NAMES);
}
