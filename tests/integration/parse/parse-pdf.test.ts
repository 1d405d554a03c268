import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ParsedDocument } from '../../../src/domain/document.ts';
import { createParser, type FileToParse, type Parser } from '../../../src/ingest/parse/parse-file.ts';
import type { JavaFinder } from '../../../src/ingest/parse/pdf/layout-engine.ts';
import { findJava } from '../../../src/store/embedded/java.ts';
import { drawPicture, makePdf } from '../../unit/ingest/parse/make-pdf.ts';
import { outline } from '../../unit/ingest/parse/summary.ts';

const CORPUS = join(import.meta.dirname, '..', '..', '..', 'scripts', 'demo', 'corpus');
const config = { INGEST_JAVA_HEAP_MB: 512, INGEST_PARSE_TIMEOUT_MS: 120_000, INGEST_MAX_FILE_MB: 50 };

let cache: string;
let java: JavaFinder;
let parser: Parser;

beforeAll(async () => {
  cache = await mkdtemp(join(tmpdir(), 'trellis-parse-'));
  java = () => findJava({ minimum: 11, cache });
  parser = createParser({ java, config, folders: { cache } });
});

afterAll(() => rm(cache, { recursive: true, force: true }));

function file(name: string, bytes: Uint8Array): FileToParse {
  return { path: name, name, bytes, sha256: createHash('sha256').update(bytes).digest('hex') };
}

/** Draws a ruled table whose cells are named by row and column. */
function drawTable(pdf: PDFKit.PDFDocument, rows: number, columns: number): void {
  const [width, height] = [480 / columns, 20];
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      const [x, y] = [57 + column * width, 120 + row * height];
      pdf.rect(x, y, width, height).stroke();
      const text = row === 0 ? `Col${String.fromCharCode(65 + column)}` : `r${row}c${column}`;
      pdf.fontSize(8).text(text, x + 3, y + 6, { lineBreak: false });
    }
  }
}

async function parsePdf(draw: (pdf: PDFKit.PDFDocument) => void, options = {}): Promise<ParsedDocument> {
  return parser.parse(file('made.pdf', await makePdf(draw, options)));
}

describe('parse, for native PDF', () => {
  it('reads two columns in order, the table with caption and header, and the figure by its caption', async () => {
    const document = await parser.parse(
      file('survey.pdf', await readFile(join(CORPUS, 'salinity-survey-2025.pdf'))),
    );
    const kinds = outline(document).map((line) => line.slice(0, 24));
    expect(document.title).toBe('Salt intrusion in the Vell estuary, summer 2025');
    expect(document.metadata).toMatchObject({
      author: 'A. Brandt, L. Hofstad',
      created: '2026-03-10T12:00:00.000Z',
    });
    expect(kinds.filter((line) => line.startsWith('heading'))).toEqual([
      'heading 1: Salt intrusio',
      'heading 2: Abstract',
      'heading 2: 1. Introducti',
      'heading 2: 2. Method',
      'heading 2: 3. Results',
      'heading 2: 4. Discussion',
      'heading 2: 5. Acknowledg',
    ]);
    const table = document.pages[0]?.blocks.find((block) => block.kind === 'table')?.table;
    expect(table?.caption).toContain('Table 1.');
    expect(table?.header).toEqual([['Buoy', 'km from sea', 'Highest salinity', 'Days over 0.5']]);
    expect(table?.rows[2]).toEqual(['B9', '19', '0.8', '9']);
    expect(outline(document).some((line) => line.startsWith('caption: Figure 1.'))).toBe(true);
  });

  it('gives boxes in page points from the top left', async () => {
    const document = await parsePdf((pdf) => {
      pdf.fontSize(12).text('Near the top of the page.', 60, 70);
      pdf.text('Near the bottom of the page.', 60, 700);
    });
    const [top, bottom] = document.pages[0]?.blocks ?? [];
    expect(top?.box[0]).toBeCloseTo(60, 0);
    expect(top?.box[1]).toBeGreaterThan(60);
    expect(top?.box[3]).toBeLessThan(90);
    expect(bottom?.box[1]).toBeGreaterThan(690);
    expect(bottom?.box[3]).toBeLessThan(720);
  });

  it('keeps every cell of a table of twelve columns under its column', async () => {
    const document = await parsePdf((pdf) => drawTable(pdf, 4, 12));
    const table = document.pages[0]?.blocks.find((block) => block.kind === 'table')?.table;
    expect(table?.header[0]?.[11]).toBe('ColL');
    expect(table?.rows).toEqual(
      [1, 2, 3].map((row) => Array.from({ length: 12 }, (_, column) => `r${row}c${column}`)),
    );
  });

  it('marks the scanned page of a mixed document and reads the other', async () => {
    const document = await parsePdf((pdf) => {
      pdf.fontSize(12).text('This page has a text layer that can be read.');
      pdf.addPage();
      drawPicture(pdf);
    });
    expect(document.pages.map(({ number, problems }) => [number, problems.map(({ code }) => code)])).toEqual([
      [1, []],
      [2, ['scanned_page']],
    ]);
  });

  it('reads many files in one call, in which a damaged and an encrypted one fail alone', async () => {
    const write = (pdf: PDFKit.PDFDocument) => pdf.text('A readable line of text stands here.');
    const files = [
      file('good-1.pdf', await makePdf(write)),
      file('bad.pdf', new TextEncoder().encode('%PDF-1.4 and nothing else')),
      file('locked.pdf', await makePdf(write, { userPassword: 'x' })),
      file('good-2.pdf', await makePdf(write, { info: { Title: 'Second' } })),
    ];
    let starts = 0;
    const counting: JavaFinder = () => {
      starts += 1;
      return java();
    };
    const counted = createParser({ java: counting, config, folders: { cache } });
    const outcomes: Record<string, string> = {};
    for await (const outcome of counted.parseMany(files)) {
      outcomes[outcome.file.name] = 'error' in outcome ? outcome.error.code : outcome.result.title;
    }
    expect(outcomes).toEqual({
      'good-1.pdf': 'good-1',
      'good-2.pdf': 'Second',
      'bad.pdf': 'TRELLIS_INGEST_PARSE_FAILED',
      'locked.pdf': 'TRELLIS_INGEST_PASSWORD_REQUIRED',
    });
    expect(starts).toBe(1);
    expect((await readdir(cache)).filter((name) => name.startsWith('layout-'))).toEqual([]);
  });

  it('ends a call that takes too long with a typed error, and leaves nothing behind', async () => {
    const hurried = createParser({
      java,
      config: { ...config, INGEST_PARSE_TIMEOUT_MS: 50 },
      folders: { cache },
    });
    const made = file('slow.pdf', await makePdf((pdf) => pdf.text('Some text.')));
    await expect(hurried.parse(made)).rejects.toMatchObject({
      code: 'TRELLIS_INGEST_PARSE_FAILED',
      details: { timeoutMs: 50 },
    });
    expect((await readdir(cache)).filter((name) => name.startsWith('layout-'))).toEqual([]);
  });

  it('says that the scan of the sample corpus needs OCR', async () => {
    const scan = file('scan.pdf', await readFile(join(CORPUS, 'delivery-note-scan.pdf')));
    await expect(parser.parse(scan)).rejects.toMatchObject({
      code: 'TRELLIS_INGEST_NO_TEXT',
      message: expect.stringContaining('OCR'),
    });
  });
});
