import type { OutsideKind } from '../../domain/document.ts';

/** How many lines at the top and at the bottom of a page may be running headers and footers. */
const EDGE_LINES = 2;

/** Pages on which a line must stand to be a running one, as a share of all and at least. */
const MIN_SHARE = 0.4;
const MIN_PAGES = 3;

const PAGE_NUMBER =
  /^(?:(?:page|p[áa]gina|p[áa]g\.?|p\.|seite)\s*)?[-–—·\s]*(?:\d{1,4}|[ivxlc]{1,6})(?:\s*(?:of|de|\/|von)\s*\d{1,4})?[-–—·.\s]*$/iu;

/** What a line at a page's edge is, `null` when it belongs to the body. */
export type EdgeKind = (line: string, edge: 'top' | 'bottom') => OutsideKind | null;

/** Digits folded, so that `Page 3 of 9` and `Page 4 of 9` are one line. */
function signature(line: string): string {
  return line.replace(/\d+/gu, '#').replace(/\s+/gu, ' ').trim().toLowerCase();
}

/** Returns the first and the last lines of a page, without those that are both. */
export function edgesOf(lines: readonly string[]): { top: string[]; bottom: string[] } {
  const top = lines.slice(0, Math.min(EDGE_LINES, lines.length));
  return { top, bottom: lines.slice(Math.max(top.length, lines.length - EDGE_LINES)) };
}

function countSignatures(pages: readonly (readonly string[])[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const lines of pages) {
    const { top, bottom } = edgesOf(lines);
    const own = new Set([
      ...top.map((line) => `top ${signature(line)}`),
      ...bottom.map((line) => `bottom ${signature(line)}`),
    ]);
    for (const key of own) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

/**
 * Returns a judge of the lines at page edges: lines that return on many pages, digits aside, are headers and footers;
 * bare numbers are page numbers in documents of three pages or more.
 */
export function findRunningLines(pages: readonly (readonly string[])[]): EdgeKind {
  const counts = countSignatures(pages);
  const needed = Math.max(MIN_PAGES, pages.length * MIN_SHARE);
  return (line, edge) => {
    if (pages.length < MIN_PAGES) return null;
    if (line.trim().length <= 20 && PAGE_NUMBER.test(line.trim())) return 'page-number';
    const isRunning = line.length <= 160 && (counts.get(`${edge} ${signature(line)}`) ?? 0) >= needed;
    if (!isRunning) return null;
    return edge === 'top' ? 'header' : 'footer';
  };
}
