import type { WindowRow } from '../../domain/rows.ts';
import type { ChunkWindow } from '../../domain/tree.ts';
import type { IdentifiedChunk, SummaryDraft } from '../enrich/enrich.ts';
import { plainCounter, sizeCounter } from '../segment/measure.ts';
import { makeWindows } from '../segment/windows.ts';

/** A window before it is embedded. */
export interface WindowDraft extends Omit<WindowRow, 'embedding'> {
  /** What is embedded. */
  readonly text: string;
}

/** How summaries are cut into windows. */
export interface WindowOptions {
  readonly title: string;
  /** Tokens of a text's own that the embedding model reads at once. */
  readonly windowTokens: number;
  readonly countTokens: (text: string) => number;
}

function toDrafts(ownerId: string, windows: readonly ChunkWindow[]): WindowDraft[] {
  return windows.map(({ start, end, page, text }, order) => ({
    id: `${ownerId}.w${order}`,
    ownerId,
    order,
    start,
    end,
    page,
    text,
  }));
}

function headerOf({ sectionPath }: SummaryDraft, title: string): string {
  if (sectionPath === '') return title;
  return sectionPath.startsWith(title) ? sectionPath : `${title} / ${sectionPath}`;
}

/** Returns the windows of all chunks as they are, then those of all summaries under title and section path. */
export function windowDrafts(
  chunks: readonly IdentifiedChunk[],
  summaries: readonly SummaryDraft[],
  { title, windowTokens, countTokens }: WindowOptions,
): WindowDraft[] {
  const count = plainCounter(countTokens);
  const size = sizeCounter(count);
  const ofSummary = (summary: SummaryDraft) => {
    const { text, pages } = summary;
    return makeWindows({ text, pages, header: headerOf(summary, title), windowTokens }, count, size);
  };
  return [
    ...chunks.flatMap((chunk) => toDrafts(chunk.id, chunk.windows)),
    ...summaries.flatMap((summary) => toDrafts(summary.id, ofSummary(summary))),
  ];
}
