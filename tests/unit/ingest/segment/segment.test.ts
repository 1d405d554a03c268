import { describe, expect, it } from 'vitest';
import { rawBlock, rawHeading, rawList } from '../../../../src/ingest/parse/raw-block.ts';
import { segmentDocument } from '../../../../src/ingest/segment/segment.ts';
import { countWords, documentOf, prose, SMALL } from './documents.ts';

const paragraph = (count: number, from = 1) => rawBlock('paragraph', prose(count, from));
const texts = (...blocks: Parameters<typeof documentOf>[0][number][number][]) =>
  segmentDocument(documentOf([blocks]), SMALL).chunks.map((chunk) => chunk.text);

describe('segmentDocument', () => {
  it('joins small paragraphs of a section up to the target', () => {
    expect(texts(paragraph(10), paragraph(10, 11), paragraph(10, 21), paragraph(30, 31))).toEqual([
      `${prose(10)}\n\n${prose(10, 11)}\n\n${prose(10, 21)}`,
      prose(30, 31),
    ]);
  });

  it('cuts a long paragraph at sentence ends', () => {
    expect(texts(paragraph(96)).map((text) => countWords(text) - 2)).toEqual([40, 40, 16]);
    for (const text of texts(paragraph(96))) expect(text).toMatch(/^W.*\.$/su);
  });

  it('repeats the end of the chunk before, where running text was cut for size', () => {
    const { chunks } = segmentDocument(documentOf([[paragraph(96)]]), { ...SMALL, overlapTokens: 10 });
    expect(chunks[1]?.text.startsWith('W33 w34 w35 w36 w37 w38 w39 w40. W41')).toBe(true);
    expect(chunks[1]?.text).not.toContain('w32');
  });

  it('keeps every FAQ entry alone, with question and answer together', () => {
    const entries = [rawBlock('faq', 'Why?\nBecause.'), rawBlock('faq', 'When?\nNow.')];
    const { chunks } = segmentDocument(documentOf([[rawHeading('FAQ', 1), ...entries]]), SMALL);
    expect(chunks.map(({ kind, text, sectionPath }) => ({ kind, text, sectionPath }))).toEqual([
      { kind: 'faq', text: 'Why?\nBecause.', sectionPath: 'FAQ' },
      { kind: 'faq', text: 'When?\nNow.', sectionPath: 'FAQ' },
    ]);
  });

  it('keeps a clause alone and joins tiny neighbouring ones', () => {
    const clause = (number: string, words: number) =>
      rawBlock('clause', `${number} ${prose(words)}`, { number });
    const { chunks } = segmentDocument(
      documentOf([[clause('1.1', 30), clause('1.2', 1), clause('1.3', 1), paragraph(3)]]),
      SMALL,
    );
    expect(chunks.map(({ kind, text }) => [kind, text.match(/\d\.\d /gu)])).toEqual([
      ['clause', ['1.1 ']],
      ['clause', ['1.2 ', '1.3 ']],
      ['paragraph', null],
    ]);
  });

  it('splits a table over the limit between rows and repeats caption and header', () => {
    const rows = Array.from({ length: 40 }, (_, at) => [`name${at}`, `${at}`]);
    const table = { header: [['Name', 'Value']], rows, caption: 'Table 1' };
    const { chunks } = segmentDocument(documentOf([[rawBlock('table', '', { table })]]), SMALL);
    expect(chunks.length).toBeGreaterThan(2);
    for (const chunk of chunks) {
      expect(chunk.kind).toBe('table');
      expect(chunk.text.startsWith('Table 1\nName | Value\nname')).toBe(true);
      expect(chunk.tokens).toBeLessThanOrEqual(SMALL.maxTokens);
    }
    const found = chunks.flatMap((chunk) => chunk.text.match(/name\d+/gu) ?? []);
    expect(found).toEqual(rows.map(([name]) => name));
  });

  it('keeps a table that fits whole, together with the line that introduces it', () => {
    const table = { header: [['A', 'B']], rows: Array.from({ length: 8 }, () => ['x', 'y']) };
    const intro = rawBlock('paragraph', 'The values are:');
    expect(texts(paragraph(30), intro, rawBlock('table', '', { table }))).toEqual([
      prose(30),
      `The values are:\n\nA | B\n${Array(8).fill('x | y').join('\n')}`,
    ]);
  });

  it('joins a section that is too small to its neighbour and says whose words are whose', () => {
    const blocks = [
      rawHeading('Top', 1),
      rawHeading('One', 2),
      paragraph(2),
      rawHeading('Two', 2),
      paragraph(6, 11),
      rawHeading('Three', 2),
      paragraph(6, 21),
    ];
    const { chunks } = segmentDocument(documentOf([blocks]), SMALL);
    expect(chunks.map(({ text, sectionPath, sectionIds }) => ({ text, sectionPath, sectionIds }))).toEqual([
      { text: `${prose(2)}\n\nTwo\n\n${prose(6, 11)}`, sectionPath: 'Top / One', sectionIds: ['s2', 's3'] },
      { text: prose(6, 21), sectionPath: 'Top / Three', sectionIds: ['s4'] },
    ]);
  });

  it('makes a chunk of headings that nothing stands under', () => {
    const { chunks } = segmentDocument(documentOf([[rawHeading('Alpha', 1), rawHeading('Beta', 2)]]), SMALL);
    expect(chunks.map((chunk) => [chunk.text, chunk.sectionPath])).toEqual([['Beta', 'Alpha / Beta']]);
  });

  it('puts title and section path in front of the context, and no file name', () => {
    const blocks = [rawHeading('Care', 1), paragraph(5)];
    const named = segmentDocument(documentOf([blocks], 'manual-7.txt', 'manual-7'), SMALL).chunks[0];
    const titled = segmentDocument(documentOf([blocks], 'manual-7.txt', 'Probe manual'), SMALL).chunks[0];
    expect(named?.contextText).toBe(`Care\n\n${prose(5)}`);
    expect(titled?.contextText).toBe(`Probe manual / Care\n\n${prose(5)}`);
    expect(titled?.lexical.split(' ').slice(0, 3)).toEqual(['probe', 'manual', 'care']);
  });

  it('says which characters stand on which page and closes a fair chunk where the page turns', () => {
    const { chunks } = segmentDocument(documentOf([[paragraph(20)], [paragraph(10, 21)]]), SMALL);
    expect(chunks.map((chunk) => [chunk.pageStart, chunk.pageEnd])).toEqual([
      [1, 1],
      [2, 2],
    ]);
    const joined = segmentDocument(documentOf([[paragraph(8)], [paragraph(8, 9)]]), SMALL).chunks[0];
    expect(joined?.pages.map(({ page, start, end }) => [page, joined.text.slice(start, end)])).toEqual([
      [1, prose(8)],
      [2, prose(8, 9)],
    ]);
  });

  it('leaves running headers, page numbers, navigation and hidden text out', () => {
    const outside = (['header', 'page-number', 'navigation', 'hidden'] as const).map((kind) =>
      rawBlock(kind, 'secret'),
    );
    expect(texts(...outside, paragraph(5))).toEqual([prose(5)]);
    expect(texts(...outside)).toEqual([]);
  });

  it('cuts a very long word, and a very long line, to pieces within the limits', () => {
    const { chunks } = segmentDocument(documentOf([[rawBlock('paragraph', 'x'.repeat(20_000))]]), SMALL);
    expect(chunks.map((chunk) => chunk.text).join('')).toBe('x'.repeat(20_000));
    for (const chunk of chunks) expect(chunk.text.length).toBeLessThanOrEqual(SMALL.maxTokens * 16);
    for (const text of texts(rawBlock('paragraph', 'word '.repeat(5_000)))) {
      expect(countWords(text) - 2).toBeLessThanOrEqual(SMALL.maxTokens);
    }
  });

  it('splits a long list between entries', () => {
    const items = Array.from({ length: 30 }, (_, at) => ({
      text: `entry ${at}`,
      level: 1,
      number: `${at + 1}.`,
    }));
    const parts = texts(rawList(items));
    expect(parts.join('\n').split('\n')).toEqual(items.map((item) => `${item.number} ${item.text}`));
  });

  it('repeats the question in every part of a FAQ entry over the limit', () => {
    for (const text of texts(rawBlock('faq', `How long?\n${prose(150)}`)))
      expect(text).toMatch(/^How long\?\nW/u);
  });
});
