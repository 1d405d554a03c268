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

/**
 * Returns further forms under which a name is asked for: parts around a colon, comma inversions read straight, the
 * name without its brackets and what they hold. Distinct from the name and from each other by `normalName`; empty
 * for a name longer than 200 characters. The name itself is not among them.
 */
export function nameForms(name: string): string[] {
  if (name.length > MAX_LENGTH) return [];
  const seen = new Set([normalName(name), '']);
  const forms: string[] = [];
  for (const form of [...colonForms(name), ...invertedForms(name), ...bracketForms(name)]) {
    const normal = normalName(form);
    if (seen.has(normal) || normal.length < 2) continue;
    seen.add(normal);
    forms.push(form.trim());
  }
  return forms;
}
