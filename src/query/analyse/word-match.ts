import type { Word } from './question-words.ts';

/** Shortest word in which a slip of the pen is looked for; below, another word is as likely meant. */
const MIN_TYPO_LENGTH = 4;

/** Returns how many slips (insert, drop, change, swap of neighbours) a word of this length may hold: 0, 1 or 2. */
export function allowedSlips(length: number): number {
  if (length < MIN_TYPO_LENGTH) return 0;
  return length >= 8 ? 2 : 1;
}

/**
 * Returns whether two words differ by at most `limit` slips (Damerau 1964, optimal string alignment: insertions,
 * deletions, changes and swaps of neighbours).
 */
export function withinSlips(a: string, b: string, limit: number): boolean {
  if (Math.abs(a.length - b.length) > limit) return false;
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= b.length; column += 1) {
      current.push(cell(a, b, row, column, before, last, current));
    }
    before = last;
    last = current;
  }
  return (last[b.length] ?? 0) <= limit;
}

function cell(
  a: string,
  b: string,
  row: number,
  column: number,
  before: readonly number[],
  last: readonly number[],
  current: readonly number[],
): number {
  const at = (list: readonly number[], index: number): number => list[index] ?? Number.POSITIVE_INFINITY;
  const change = a[row - 1] === b[column - 1] ? 0 : 1;
  const plain = Math.min(at(last, column) + 1, at(current, column - 1) + 1, at(last, column - 1) + change);
  const swapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
  return swapped ? Math.min(plain, at(before, column - 2) + 1) : plain;
}

function commonPrefix(a: string, b: string): number {
  let length = 0;
  while (length < a.length && length < b.length && a[length] === b[length]) length += 1;
  return length;
}

/**
 * Returns how well two words agree: 1 written alike, 0.95 the same stem, 0.7 down to 0.5 when they share a long
 * beginning (`infancy`, `infantile`), else 0. Symmetric.
 */
export function wordAgreement(a: Word, b: Word): number {
  if (a.normal === b.normal) return 1;
  if (a.variants.some((variant) => b.variants.includes(variant))) return 0.95;
  const longer = Math.max(a.normal.length, b.normal.length);
  const shared = commonPrefix(a.normal, b.normal);
  if (shared < 5 || /\d/u.test(a.normal + b.normal)) return 0;
  const share = shared / longer;
  return share >= 0.75 ? 0.7 : share >= 0.55 ? 0.5 : 0;
}
