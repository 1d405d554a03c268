import { normalName } from '../../domain/text/name.ts';

const BRACKETED = /^(?<outside>.*[^\s(]) \((?<inside>[^()]+)\)$/u;
const CODED = /^(?<code>[^:]{0,40}\p{N}[^:]{0,20}): +(?<title>\S.*)$/u;
const ACRONYM = /^\p{Lu}[\p{Lu}\p{N}&.-]{1,9}$/u;
const ARTICLE = /^(?:The|An?|El|La|Los|Las) (?=\S)/u;

function parts(name: string): string[] {
  const bracketed = BRACKETED.exec(name)?.groups;
  if (bracketed !== undefined) {
    const inside = bracketed['inside'] ?? '';
    return ACRONYM.test(inside) ? [bracketed['outside'] ?? '', inside] : [bracketed['outside'] ?? ''];
  }
  const coded = CODED.exec(name)?.groups;
  return coded === undefined ? [] : [coded['code'] ?? '', coded['title'] ?? ''];
}

/**
 * Returns other forms by which a name is also known, by its shape alone, distinct by `normalName` and never the name
 * itself: without a closing bracket (`Blackbird (violin)` → `Blackbird`; an acronym in it counts too), the code and
 * the title of `RFC 1: Host Software`, without a leading article.
 */
export function nameVariants(name: string): string[] {
  const found = new Map<string, string>();
  const own = normalName(name);
  for (const form of [name, ...parts(name)]) {
    for (const variant of [form.trim(), form.trim().replace(ARTICLE, '')]) {
      const normal = normalName(variant);
      if (normal !== '' && normal !== own && !found.has(normal)) found.set(normal, variant);
    }
  }
  return [...found.values()];
}
