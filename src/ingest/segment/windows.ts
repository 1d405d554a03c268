import type { ChunkWindow, PageSpan } from '../../domain/tree.ts';
import type { CountTokens } from './measure.ts';
import { type Span, sentenceSpans } from './split-text.ts';

/** A sentence up to this size is repeated at the start of the next window. */
const MAX_REPEATED_TOKENS = 40;

/** Share of a window that the header may take; what is over is cut from the front, where it is least specific. */
const HEADER_SHARE = 0.25;

/** Returns the end of `header` that fits the share of a window that headers may take; '' when not a word fits. */
export function fittingHeader(header: string, windowTokens: number, count: CountTokens): string {
  const room = Math.floor(windowTokens * HEADER_SHARE);
  let rest = header;
  while (rest !== '' && count(rest) > room) rest = /^\S+\s+(?<tail>.*)$/su.exec(rest)?.groups?.['tail'] ?? '';
  return rest;
}

function pageOf(start: number, end: number, pages: readonly PageSpan[]): number {
  let best = pages[0]?.page ?? 1;
  let most = 0;
  for (const span of pages) {
    const shared = Math.min(end, span.end) - Math.max(start, span.start);
    if (shared > most) [most, best] = [shared, span.page];
  }
  return best;
}

/** Whether a window that holds `filled` tokens should end before a sentence: it is full, or the page turns. */
function isFull(filled: number, next: number, aim: number, room: number, turnsPage: boolean): boolean {
  if (filled === 0) return false;
  return filled + next > room || filled >= aim || (turnsPage && filled >= room / 8);
}

/** Groups sentences evenly: a chunk that needs two windows gets halves, not one full and one scrap. */
function group(spans: readonly Span[], room: number, pages: readonly PageSpan[]): Span[][] {
  const total = spans.reduce((sum, span) => sum + span.size, 0);
  const aim = total / Math.max(1, Math.ceil(total / room));
  const groups: Span[][] = [];
  let filled = 0;
  for (const [index, span] of spans.entries()) {
    const before = spans[index - 1];
    const turnsPage =
      before !== undefined && pageOf(span.start, span.end, pages) !== pageOf(before.start, before.end, pages);
    if (groups.length === 0 || isFull(filled, span.size, aim, room, turnsPage)) {
      const repeats =
        groups.length > 0 && before !== undefined && !turnsPage && before.size <= MAX_REPEATED_TOKENS;
      const fits = repeats && before.size + span.size <= room;
      groups.push(fits ? [before] : []);
      filled = fits ? before.size : 0;
    }
    groups.at(-1)?.push(span);
    filled += span.size;
  }
  return groups;
}

/** What `makeWindows` reads. */
export interface WindowInput {
  readonly text: string;
  readonly header: string;
  readonly pages: readonly PageSpan[];
  /** Tokens of a text's own that the model reads at once. */
  readonly windowTokens: number;
}

/**
 * Returns windows over `text` in order, at least one, each with `header` in front and at most `windowTokens` tokens.
 * They end at sentences where these fit, do not mix pages but for scraps, and repeat one short sentence. Every
 * non-blank character is in a window.
 */
export function makeWindows(input: WindowInput, count: CountTokens, size: CountTokens): ChunkWindow[] {
  const { text, pages, windowTokens } = input;
  const header = fittingHeader(input.header, windowTokens, count);
  const room = windowTokens - count(header);
  const spans = sentenceSpans(text, room, size);
  return group(spans, room, pages).flatMap((sentencesOf) => {
    const start = sentencesOf[0]?.start ?? 0;
    const end = sentencesOf.at(-1)?.end ?? text.length;
    const body = text.slice(start, end);
    const full = header === '' ? body : `${header}\n\n${body}`;
    return [{ start, end, text: full, page: pageOf(start, end, pages), tokens: count(full) }];
  });
}
