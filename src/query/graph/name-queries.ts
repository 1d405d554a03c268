import type { Scope } from '../../domain/access.ts';
import { allowedSlips } from '../analyse/word-match.ts';
import type { NameProbe } from './graph-reader.ts';

/** More access keys than this are left to the filter behind the index. */
const MAX_ACL_CLAUSES = 300;
/** Names read for a probe before the shortest are taken. */
const ROWS = 400;

/** In quotes nothing has a meaning but the quote and the backslash. */
const quote = (value: string): string => `"${value.replace(/["\\]/gu, '\\$&')}"`;

/** Near spellings are only looked for in plain words, which need no escaping. */
function fuzzyClauses(variants: readonly string[]): string[] {
  return variants.flatMap((variant) => {
    const slips = /^[\p{L}\p{N}]+$/u.test(variant) ? allowedSlips(variant.length) : 0;
    return slips === 0 ? [] : [`${variant}~${slips}`];
  });
}

/**
 * Returns the full-text query of a probe: one variant of each term must be there, and the name must be of the scope.
 * Words reach the index only quoted, or as bare letters and digits.
 */
export function nameQuery(probe: NameProbe, scope: Scope): { query: string; rows: number; limit: number } {
  const terms = probe.terms.map(({ variants }) => {
    const near = probe.fuzzy ? fuzzyClauses(variants.slice(0, 1)) : [];
    return `+lexical:(${[...variants.map(quote), ...near].join(' ')})`;
  });
  const acls = scope.acls.length > MAX_ACL_CLAUSES ? [] : [`+acl:(${scope.acls.map(quote).join(' ')})^0`];
  const query = [...terms, `+tenant:${quote(scope.tenant)}^0`, ...acls].join(' ');
  return { query, rows: ROWS, limit: probe.limit };
}
