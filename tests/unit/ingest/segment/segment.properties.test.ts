import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isBodyKind, type ParsedDocument } from '../../../../src/domain/document.ts';
import type { ChunkDraft } from '../../../../src/domain/tree.ts';
import { type RawBlock, rawBlock, rawHeading, rawList } from '../../../../src/ingest/parse/raw-block.ts';
import { segmentDocument } from '../../../../src/ingest/segment/segment.ts';
import { countWords, documentOf, prose, SMALL } from './documents.ts';

type Recipe = { readonly kind: RawBlock['kind']; readonly words: number; readonly level: number };

const recipe: fc.Arbitrary<Recipe> = fc.record({
  kind: fc.constantFrom(
    'heading',
    'heading',
    'paragraph',
    'paragraph',
    'list',
    'table',
    'faq',
    'clause',
    'code',
    'key-value',
    'figure',
    'caption',
    'footer',
    'hidden',
  ),
  words: fc.oneof(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 200 })),
  level: fc.integer({ min: 1, max: 4 }),
});

const pagesOf = fc.array(fc.array(recipe, { maxLength: 9 }), { minLength: 1, maxLength: 4 });

/** Every word is a number of its own, so that losses and repeats show. */
function build(pages: readonly (readonly Recipe[])[]): ParsedDocument {
  let next = 1;
  const lines = (count: number, perLine: number): string[] => {
    const text = prose(count, next).split(' ');
    next += count;
    return Array.from({ length: Math.ceil(count / perLine) }, (_, at) =>
      text.slice(at * perLine, (at + 1) * perLine).join(' '),
    );
  };
  const block = ({ kind, words, level }: Recipe): RawBlock => {
    if (kind === 'heading') return rawHeading(lines(Math.min(words, 6), 6).join(' '), level);
    if (kind === 'list') return rawList(lines(words, 5).map((text) => ({ text, level: 1 })));
    if (kind === 'table')
      return rawBlock('table', '', {
        table: { header: [['H1', 'H2']], rows: lines(words, 4).map((line) => [line, '']) },
      });
    if (kind === 'code' || kind === 'key-value') return rawBlock(kind, lines(words, 6).join('\n'));
    return rawBlock(kind, lines(words, words).join(' '));
  };
  return documentOf(pages.map((page) => page.map(block)));
}

const wordsIn = (text: string): string[] => (text.match(/w\d+/giu) ?? []).map((word) => word.toLowerCase());

function bodyWords(document: ParsedDocument, kind: 'heading' | 'other'): string[] {
  const blocks = document.pages.flatMap((page) => page.blocks);
  return blocks
    .filter((block) => isBodyKind(block.kind) && (block.kind === 'heading') === (kind === 'heading'))
    .flatMap((block) => wordsIn(`${block.text} ${(block.table?.rows ?? []).flat().join(' ')}`));
}

function checkOffsets(chunk: ChunkDraft): void {
  let end = 0;
  for (const span of chunk.pages) {
    expect(span.start).toBeGreaterThanOrEqual(end);
    expect(span.end).toBeLessThanOrEqual(chunk.text.length);
    expect(chunk.text.slice(end, span.start).trim()).toBe('');
    end = span.end;
  }
  expect(end).toBe(chunk.text.length);
  expect(chunk.pageStart).toBe(Math.min(...chunk.pages.map((span) => span.page)));
  expect(chunk.pageEnd).toBe(Math.max(...chunk.pages.map((span) => span.page)));
}

function checkWindows(chunk: ChunkDraft, windowTokens: number): void {
  expect(chunk.windows.length).toBeGreaterThan(0);
  const covered = new Set<number>();
  for (const window of chunk.windows) {
    expect(window.tokens).toBe(countWords(window.text) - 2);
    expect(window.tokens).toBeLessThanOrEqual(windowTokens);
    expect(window.text.endsWith(chunk.text.slice(window.start, window.end))).toBe(true);
    expect(chunk.pages.map((span) => span.page)).toContain(window.page);
    for (let at = window.start; at < window.end; at += 1) covered.add(at);
  }
  const missed = [...chunk.text].filter((character, at) => character.trim() !== '' && !covered.has(at));
  expect(missed).toEqual([]);
}

describe('segmentDocument, for any document', { timeout: 30_000 }, () => {
  it('loses nothing, and says nothing twice when overlaps are off', () => {
    fc.assert(
      fc.property(pagesOf, (pages) => {
        const document = build(pages);
        const { chunks } = segmentDocument(document, SMALL);
        const headings = new Set(bodyWords(document, 'heading'));
        const shown = chunks.flatMap((chunk) => wordsIn(chunk.text)).filter((word) => !headings.has(word));
        expect(shown.sort()).toEqual(bodyWords(document, 'other').sort());
        const context = new Set(chunks.flatMap((chunk) => wordsIn(`${chunk.sectionPath} ${chunk.text}`)));
        expect([...headings].filter((word) => !context.has(word))).toEqual([]);
      }),
      { numRuns: 200 },
    );
  });

  it('keeps the limits, the order, the offsets and the windows right, with overlaps', () => {
    fc.assert(
      fc.property(pagesOf, fc.integer({ min: 0, max: 20 }), (pages, overlapTokens) => {
        const { chunks, sections } = segmentDocument(build(pages), { ...SMALL, overlapTokens });
        expect(chunks.map((chunk) => chunk.order)).toEqual(chunks.map((_, index) => index));
        const known = new Set(sections.map((section) => section.id));
        for (const chunk of chunks) {
          expect(chunk.tokens).toBe(countWords(chunk.text) - 2);
          expect(chunk.tokens).toBeLessThanOrEqual(SMALL.maxTokens);
          expect(chunk.text.trim()).not.toBe('');
          expect(chunk.sectionIds.every((id) => known.has(id))).toBe(true);
          checkOffsets(chunk);
          checkWindows(chunk, SMALL.windowTokens);
        }
      }),
      { numRuns: 200 },
    );
  });

  it('gives an equal result for an equal document', () => {
    fc.assert(
      fc.property(pagesOf, (pages) => {
        expect(segmentDocument(build(pages), SMALL)).toEqual(segmentDocument(build(pages), SMALL));
      }),
      { numRuns: 50 },
    );
  });
});
