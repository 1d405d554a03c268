import { createHash } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TrellisError } from '../../../../src/errors.ts';
import { detectType } from '../../../../src/ingest/parse/detect-type.ts';
import { createParser, type FileToParse, type Parser } from '../../../../src/ingest/parse/parse-file.ts';
import { drawPicture, makePdf } from './make-pdf.ts';
import { bytesOf, outline } from './summary.ts';

/** Java is not needed here: these files fail before it, or are read without it. */
const noJava = () => Promise.reject(new TrellisError('TRELLIS_DB_JAVA_MISSING', 'none here'));
const config = { INGEST_JAVA_HEAP_MB: 256, INGEST_PARSE_TIMEOUT_MS: 30_000, INGEST_MAX_FILE_MB: 1 };

let cache: string;
let parser: Parser;

beforeAll(async () => {
  cache = await mkdtemp(join(tmpdir(), 'trellis-parse-'));
  parser = createParser({ java: noJava, config, folders: { cache } });
});

afterAll(() => rm(cache, { recursive: true, force: true }));

function file(name: string, content: Uint8Array | string): FileToParse {
  const bytes = typeof content === 'string' ? bytesOf(content) : content;
  return { path: name, name, bytes, sha256: createHash('sha256').update(bytes).digest('hex') };
}

async function failureOf(parsing: Promise<unknown>): Promise<{ code: string; problems: string[] }> {
  const error: unknown = await parsing.then(
    () => null,
    (caught: unknown) => caught,
  );
  if (!(error instanceof TrellisError)) throw new Error('no error of ours was thrown', { cause: error });
  const problems = (error.details['problems'] ?? []) as { code: string }[];
  return { code: error.code, problems: problems.map((problem) => problem.code) };
}

describe('detectType', () => {
  const zip = new Uint8Array([0x50, 0x4b, 3, 4, ...Array(40).fill(0)]);
  const png = new Uint8Array([
    0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0, 0, 1, 0, 0, 0,
    1,
  ]);
  const noise = Uint8Array.from({ length: 4_000 }, (_, at) => (at * 7919) % 251);
  it.each([
    ['plain words', 'a.txt', 'text/plain', false],
    ['plain words', 'a', 'text/plain', false],
    ['# One\n\n**bold** text', 'a.txt', 'text/markdown', false],
    ['# a comment\nplain text', 'a.txt', 'text/plain', false],
    ['just words', 'a.md', 'text/markdown', false],
    ['<!DOCTYPE html><html><body>x</body></html>', 'a.pdf', 'text/html', true],
    ['<!-- hi --> <html><body>x</body></html>', 'a.txt', 'text/html', true],
    ['%PDF-1.4 rest', 'a.html', 'application/pdf', true],
    ['a;b\n1;2', 'a.csv', 'text/csv', false],
    [zip, 'a.docx', 'application/zip', false],
    [png, 'a.txt', 'image/png', true],
    [noise, 'a.txt', 'application/octet-stream', true],
    ['one\0two three four five six seven', 'a.txt', 'text/plain', false],
  ])('takes %j named %s for %s', async (content, name, mime, contradictsName) => {
    const bytes = typeof content === 'string' ? bytesOf(content) : content;
    expect(await detectType(bytes, name)).toMatchObject({ mime, contradictsName });
  });
});

describe('parse', () => {
  it.each([
    ['', 'TRELLIS_INGEST_NO_TEXT', ['empty_file']],
    [' \n\t\r\n ', 'TRELLIS_INGEST_NO_TEXT', ['no_text']],
    ['x'.repeat(1024 * 1024 + 1), 'TRELLIS_INGEST_TOO_LARGE', ['too_large']],
    ['%PDF-1.7\nnothing of a PDF follows', 'TRELLIS_INGEST_PARSE_FAILED', ['corrupt']],
    ['<html><body><nav>Only a menu</nav></body></html>', 'TRELLIS_INGEST_NO_TEXT', ['no_text']],
  ])('refuses %.30j with %s', async (content, code, problems) => {
    expect(await failureOf(parser.parse(file('sample', content)))).toEqual({ code, problems });
  });

  it('names what is supported when it refuses a type', async () => {
    const parsing = parser.parse(file('table.csv', 'a;b\n1;2'));
    await expect(parsing).rejects.toMatchObject({
      code: 'TRELLIS_INGEST_TYPE_UNSUPPORTED',
      details: { mime: 'text/csv', supported: expect.stringContaining('Markdown') },
    });
  });

  it('reads a file of another type than its ending says, and says so', async () => {
    const document = await parser.parse(file('page.pdf', '<html><body><h1>A</h1><p>Text.</p></body></html>'));
    expect(document.mime).toBe('text/html');
    expect(document.problems.map((problem) => problem.code)).toEqual(['not_what_it_says']);
  });

  it('asks for the password of an encrypted PDF, and says when it is the wrong one', async () => {
    const bytes = await makePdf((pdf) => pdf.text('A secret line of text.'), {
      userPassword: 'open',
      ownerPassword: 'own',
    });
    const secret = file('secret.pdf', bytes);
    const code = 'TRELLIS_INGEST_PASSWORD_REQUIRED';
    expect(await failureOf(parser.parse(secret))).toEqual({ code, problems: ['password_required'] });
    expect(await failureOf(parser.parse(secret, { password: 'guess' }))).toEqual({
      code,
      problems: ['wrong_password'],
    });
    const document = await parser.parse(secret, { password: 'open' });
    expect(outline(document)).toEqual(['paragraph: A secret line of text.']);
  });

  it('refuses a truncated PDF', async () => {
    const bytes = await makePdf((pdf) => pdf.text('Some text on a page.'));
    expect(await failureOf(parser.parse(file('cut.pdf', bytes.slice(0, 300))))).toEqual({
      code: 'TRELLIS_INGEST_PARSE_FAILED',
      problems: ['corrupt'],
    });
  });

  it('says that a scan needs OCR, and that an empty page is empty', async () => {
    const scan = await makePdf(drawPicture);
    expect(await failureOf(parser.parse(file('scan.pdf', scan)))).toEqual({
      code: 'TRELLIS_INGEST_NO_TEXT',
      problems: ['layout_fallback', 'scanned_page', 'no_text'],
    });
    const blank = await makePdf(() => undefined);
    expect((await failureOf(parser.parse(file('blank.pdf', blank)))).problems).toEqual([
      'layout_fallback',
      'empty_page',
      'no_text',
    ]);
  });

  it('reads a PDF as plain text without Java, and says so', async () => {
    const bytes = await makePdf((pdf) => pdf.text('The water rose by two metres.'));
    const document = await parser.parse(file('plain.pdf', bytes));
    expect(outline(document)).toEqual(['paragraph: The water rose by two metres.']);
    expect(document.problems.map((problem) => problem.code)).toEqual(['layout_fallback']);
    expect(document.pages[0]).toMatchObject({ width: 595.28, height: 841.89, rotation: 0 });
  });

  it('gives an equal document for equal bytes', async () => {
    const text = '# A\n\nText.\n\n- b\n- c\n';
    expect(await parser.parse(file('a.md', text))).toEqual(await parser.parse(file('a.md', text)));
  });

  it('stops when it is told to', async () => {
    const signal = AbortSignal.abort();
    await expect(parser.parse(file('a.txt', 'words'), { signal })).rejects.toMatchObject({
      name: 'AbortError',
    });
  });

  it('reads text under elements that nest very deeply', async () => {
    const document = await parser.parse(file('deep.html', `<html><body>${'<div>'.repeat(3_000)}core`));
    expect(outline(document)).toEqual(['paragraph: core']);
  });
});

describe('parseMany', () => {
  it('gives every file one outcome, reports progress, and lets one bad file fail alone', async () => {
    const files = [file('a.txt', 'Words.'), file('b.txt', ''), file('c.md', '# C\n\nText.')];
    const steps: number[] = [];
    const outcomes = new Map<string, string>();
    for await (const outcome of parser.parseMany(files, { onProgress: (done) => steps.push(done) })) {
      outcomes.set(outcome.file.name, 'error' in outcome ? outcome.error.code : outcome.result.title);
    }
    expect(Object.fromEntries(outcomes)).toEqual({
      'a.txt': 'a',
      'b.txt': 'TRELLIS_INGEST_NO_TEXT',
      'c.md': 'C',
    });
    expect(steps).toEqual([1, 2, 3]);
  });

  it('leaves no file of its own behind', async () => {
    expect((await readdir(cache)).filter((name) => name.startsWith('layout-'))).toEqual([]);
  });
});
