import type { PageSpan } from '../domain/tree.ts';
import { analyseText } from './lexical/analysed-text.ts';
import { type CompositeQuery, termAt } from './lexical/composite.ts';

/**
 * Returns the page that holds most of the question's weight among the pages of a text, the earlier of equal ones.
 * A text without page spans is on `fallback`.
 */
export function pageOfMatch(
  query: CompositeQuery,
  text: string,
  pages: readonly PageSpan[],
  language: string,
  fallback: number,
): number {
  let best = { page: pages[0]?.page ?? fallback, weight: 0 };
  if (pages.length < 2) return best.page;
  const byPage = new Map<number, Set<number>>();
  for (const { page, start, end } of pages) {
    const part = analyseText(text.slice(start, end), language);
    const held = byPage.get(page) ?? new Set<number>();
    for (const position of part.words.keys()) {
      const term = termAt(query, part, position);
      if (term !== undefined) held.add(term);
    }
    byPage.set(page, held);
  }
  for (const [page, held] of byPage) {
    let weight = 0;
    for (const term of held) weight += query.weights[term] ?? 0;
    if (weight > best.weight + 1e-9) best = { page, weight };
  }
  return best.page;
}
