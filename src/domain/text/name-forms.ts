import { normalName } from './name.ts';

/** Longest name that is worth its derived forms, in characters. */
const MAX_LENGTH = 200;

const PARENTHESES = /^(.*?)\s*[([]([^()[\]]{2,80})[)\]]\s*(.*)$/u;

/** `RFC 1: Host Software` → both parts; `Smith: a life` too. Only the first colon parts. */
function colonForms(name: string): string[] {
  const at = name.indexOf(': ');
  return at < 2 ? [] : [name.slice(0, at), name.slice(at + 2)];
}

/** `Neurosis, mild` → `mild Neurosis`; `Smith, John` → `John Smith`. */
function invertedForms(name: string): string[] {
  const parts = name.split(/,\s+/u);
  if (parts.length < 2 || parts.length > 4) return [];
  const [head = '', ...rest] = parts;
  return parts.length === 2 ? [`${rest[0]} ${head}`] : [`${rest.toReversed().join(' ')} ${head}`];
}

/** `Hyper Text Protocol (HTP)` → without the brackets, and what they hold. */
function bracketForms(name: string): string[] {
  const match = PARENTHESES.exec(name);
  if (match === null) return [];
  const without = `${match[1] ?? ''} ${match[3] ?? ''}`.trim();
  return without === '' ? [] : [without, match[2] ?? ''];
}

const SMALL_WORD = /^(?:a|an|and|at|by|de|del|e|el|for|from|in|la|las|los|of|on|or|over|the|to|with|y)$/iu;

/** `Network Address Translators` → `NAT`; `STORage Maintenance` → `STORM` (capitals beyond the words' first letters). */
function acronymForms(name: string): string[] {
  const words = name.split(/[\s-]+/u).filter((word) => /^\p{L}/u.test(word) && !SMALL_WORD.test(word));
  if (words.length < 2 || words.length > 8 || /[,:;()]/u.test(name)) return [];
  const initials = words.map((word) => word[0]?.toUpperCase() ?? '').join('');
  const capitals = words.join('').replace(/\P{Lu}/gu, '');
  const written = words.some((word) => /^\p{Lu}{2,}\p{Ll}/u.test(word)) ? [capitals] : [];
  return [...(words.length >= 3 ? [initials] : []), ...written].filter((form) => form.length <= 10);
}

/**
 * Returns further forms under which a name is asked for: parts around a colon, comma inversions read straight, the
 * name without its brackets and what they hold, and the acronym it may have. Distinct from the name and from each other by `normalName`; empty
 * for a name longer than 200 characters. The name itself is not among them.
 */
export function nameForms(name: string): string[] {
  if (name.length > MAX_LENGTH) return [];
  const seen = new Set([normalName(name), '']);
  const forms: string[] = [];
  for (const form of [
    ...colonForms(name),
    ...invertedForms(name),
    ...bracketForms(name),
    ...acronymForms(name),
  ]) {
    const normal = normalName(form);
    if (seen.has(normal) || normal.length < 2) continue;
    seen.add(normal);
    forms.push(form.trim());
  }
  return forms;
}
