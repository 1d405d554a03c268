import type { ParsedDocument } from '../../../../src/domain/document.ts';
import { buildDocument } from '../../../../src/ingest/parse/build-document.ts';
import { type RawBlock, singlePage } from '../../../../src/ingest/parse/raw-block.ts';
import type { SegmentOptions } from '../../../../src/ingest/segment/measure.ts';

/** Counts words between white space, and two special tokens as the default model has. */
export const countWords = (text: string): number => (text.match(/\S+/gu) ?? []).length + 2;

/** Small limits, so that a few sentences show every rule. */
export const SMALL: SegmentOptions = {
  countTokens: countWords,
  targetTokens: 40,
  maxTokens: 72,
  overlapTokens: 0,
  windowTokens: 24,
};

/** Returns the document that these pages of blocks make. */
export function documentOf(
  pages: readonly (readonly RawBlock[])[],
  name = 'sample.txt',
  title?: string,
): ParsedDocument {
  return buildDocument({
    name,
    title,
    mime: 'text/plain',
    pages: pages.map((blocks, index) => ({ ...singlePage(blocks), number: index + 1 })),
  });
}

/** Returns `count` words `w<from>` … in sentences of eight words. */
export function prose(count: number, from = 1): string {
  return Array.from(
    { length: count },
    (_, at) => `${at % 8 === 0 ? 'W' : 'w'}${from + at}${at % 8 === 7 || at === count - 1 ? '.' : ''}`,
  ).join(' ');
}
