import type { Config } from '../../config.ts';
import type { ParsedDocument, ParsedProblem, ProblemCode } from '../../domain/document.ts';
import { TrellisError } from '../../errors.ts';
import type { Folders } from '../../folders.ts';
import { hasText } from './build-document.ts';
import { type DetectedType, detectType } from './detect-type.ts';
import { parseHtml } from './parse-html.ts';
import { parseMarkdown } from './parse-markdown.ts';
import { parseText } from './parse-text.ts';
import { createLayoutEngine, type JavaFinder, type LayoutEngine } from './pdf/layout-engine.ts';
import type { LayoutDocument } from './pdf/layout-json.ts';
import { parsePdf } from './pdf/parse-pdf.ts';
import { type PdfFacts, readPdfFacts } from './pdf/pdf-facts.ts';

/** A file's bytes. `sha256` is their digest in hexadecimal; `path` is only for messages. */
export interface FileToParse {
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly name: string;
  readonly sha256: string;
}

export interface ParseOptions {
  readonly signal?: AbortSignal | undefined;
  readonly password?: string | undefined;
  /** Told after each file of `parseMany`. */
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
}

/** One file of many: its document, or why there is none. */
export type ParseOutcome =
  | { readonly file: FileToParse; readonly result: ParsedDocument }
  | { readonly file: FileToParse; readonly error: TrellisError };

/** Reads files of the supported types. */
export interface Parser {
  /**
   * Returns the document that a file makes. Throws `TRELLIS_INGEST_TYPE_UNSUPPORTED`, `…_PASSWORD_REQUIRED`,
   * `…_PARSE_FAILED`, `…_NO_TEXT`, `…_TOO_LARGE` or `…_METADATA_INVALID`, with `details.problems` where a code says more.
   */
  parse(file: FileToParse, options?: ParseOptions): Promise<ParsedDocument>;
  /** Yields every file once, as it is done, PDFs after the others and many to a Java call. One bad file fails alone. */
  parseMany(files: readonly FileToParse[], options?: ParseOptions): AsyncIterable<ParseOutcome>;
}

/** What a parser needs. `java` finds or fetches Java; without it PDFs are read as plain text, and say so. */
export interface ParserDeps {
  readonly java: JavaFinder;
  readonly config: Pick<Config, 'INGEST_JAVA_HEAP_MB' | 'INGEST_PARSE_TIMEOUT_MS' | 'INGEST_MAX_FILE_MB'>;
  readonly folders: Pick<Folders, 'cache'>;
  readonly logger?: { warn(details: object, message: string): void } | undefined;
}

/** PDFs that go to one Java call: enough to share its start, few enough for its heap and for progress. */
const BATCH_FILES = 24;
const BATCH_BYTES = 64 * 1024 * 1024;

const SUPPORTED = 'PDF with text, Markdown, HTML and plain text';

function failure(
  code: 'TRELLIS_INGEST_NO_TEXT' | 'TRELLIS_INGEST_TYPE_UNSUPPORTED' | 'TRELLIS_INGEST_TOO_LARGE',
  file: FileToParse,
  message: string,
  problems: readonly ParsedProblem[],
): TrellisError {
  return new TrellisError(code, message, { details: { file: file.name, problems } });
}

function problem(code: ProblemCode, message: string): ParsedProblem {
  return { code, message };
}

function checkSize(file: FileToParse, maxMb: number): void {
  if (file.bytes.length === 0) {
    const message = `${file.name} is empty (0 bytes).`;
    throw failure('TRELLIS_INGEST_NO_TEXT', file, `${message} Nothing can be read from it.`, [
      problem('empty_file', message),
    ]);
  }
  if (file.bytes.length <= maxMb * 1024 * 1024) return;
  const message = `${file.name} has ${Math.ceil(file.bytes.length / 1024 / 1024)} MiB, more than INGEST_MAX_FILE_MB (${maxMb}).`;
  throw failure('TRELLIS_INGEST_TOO_LARGE', file, `${message} Split it or raise the limit.`, [
    problem('too_large', message),
  ]);
}

function unsupported(file: FileToParse, mime: string): TrellisError {
  const hint = mime.startsWith('image/') ? ' An image needs OCR, which Trellis does not have yet.' : '';
  return new TrellisError(
    'TRELLIS_INGEST_TYPE_UNSUPPORTED',
    `${file.name} is of type ${mime}, which is not supported yet.${hint} Supported: ${SUPPORTED}.`,
    { details: { file: file.name, mime, supported: SUPPORTED } },
  );
}

/** A document without any text is a failure with a reason, not a success without chunks. */
function requireText(file: FileToParse, document: ParsedDocument): ParsedDocument {
  if (hasText(document)) return document;
  const pageProblems = document.pages.flatMap((page) => page.problems);
  const problems = [...document.problems, ...pageProblems];
  if (pageProblems.some(({ code }) => code === 'scanned_page')) {
    const message = `${file.name} is a scan: its pages are images without text. It needs OCR, which Trellis does not have yet.`;
    throw failure('TRELLIS_INGEST_NO_TEXT', file, message, [...problems, problem('no_text', message)]);
  }
  const message = `${file.name} holds no text that can be read.`;
  throw failure('TRELLIS_INGEST_NO_TEXT', file, message, [...problems, problem('no_text', message)]);
}

function withName(document: ParsedDocument, file: FileToParse, type: DetectedType): ParsedDocument {
  if (!type.contradictsName) return document;
  const message = `${file.name} is ${type.mime}, not what its ending says.`;
  return { ...document, problems: [...document.problems, problem('not_what_it_says', message)] };
}

/** Foreign parsers may fail in ways of their own (stack overflow on deep nesting, say): one code for all. */
function toParseError(file: FileToParse, error: unknown, signal: AbortSignal | undefined): TrellisError {
  if (error instanceof TrellisError) return error;
  if (signal?.aborted === true) throw error;
  const reason = error instanceof Error ? error.message : String(error);
  return new TrellisError(
    'TRELLIS_INGEST_PARSE_FAILED',
    `${file.name} could not be read: ${reason}. It may be damaged.`,
    {
      details: { file: file.name, problems: [problem('corrupt', reason)] },
      cause: error,
    },
  );
}

function parseNow(file: FileToParse, type: DetectedType): ParsedDocument {
  if (type.supported === 'text/html') return parseHtml(file.bytes, file.name);
  if (type.supported === 'text/markdown') return parseMarkdown(file.bytes, file.name);
  if (type.supported === 'text/plain') return parseText(file.bytes, file.name);
  throw unsupported(file, type.mime);
}

interface OpenPdf {
  readonly file: FileToParse;
  readonly type: DetectedType;
  readonly facts: PdfFacts;
}

function batches(files: readonly FileToParse[]): FileToParse[][] {
  const made: FileToParse[][] = [];
  let bytes = Number.POSITIVE_INFINITY;
  for (const file of files) {
    if (bytes + file.bytes.length > BATCH_BYTES || (made.at(-1)?.length ?? 0) >= BATCH_FILES) {
      made.push([]);
      bytes = 0;
    }
    made.at(-1)?.push(file);
    bytes += file.bytes.length;
  }
  return made;
}

/** Reads PDFs through one layout engine. */
class PdfReader {
  readonly #engine: LayoutEngine;
  readonly #logger: ParserDeps['logger'];

  constructor(engine: LayoutEngine, logger: ParserDeps['logger']) {
    this.#engine = engine;
    this.#logger = logger;
  }

  /** Layouts of distinct files; none when Java is missing. A timeout or an abort is passed on. */
  async #layouts(
    open: readonly OpenPdf[],
    options: ParseOptions,
  ): Promise<ReadonlyMap<string, LayoutDocument>> {
    const files = [...new Map(open.map(({ file }) => [file.sha256, file])).values()];
    try {
      const { documents, complaint } = await this.#engine.layOut(files, options);
      const missing = files.filter((file) => !documents.has(file.sha256)).map((file) => file.name);
      if (missing.length > 0) this.#logger?.warn({ missing, complaint }, 'layout engine read some files not');
      return documents;
    } catch (error) {
      const isJava = error instanceof TrellisError && error.code === 'TRELLIS_DB_JAVA_MISSING';
      if (!isJava) throw error;
      this.#logger?.warn({ code: error.code }, 'no Java: PDFs are read without layout');
      return new Map();
    }
  }

  async *read(
    files: readonly { file: FileToParse; type: DetectedType }[],
    options: ParseOptions,
  ): AsyncIterable<ParseOutcome> {
    const open: OpenPdf[] = [];
    try {
      for (const { file, type } of files) {
        const facts = await this.#open(file, options);
        if (facts instanceof TrellisError) yield { file, error: facts };
        else open.push({ file, type, facts });
      }
      if (open.length > 0) yield* this.#readOpen(open, options);
    } finally {
      for (const { facts } of open) await facts.close();
    }
  }

  async #open(file: FileToParse, options: ParseOptions): Promise<PdfFacts | TrellisError> {
    try {
      return await readPdfFacts(file.bytes, file.name, options.password);
    } catch (error) {
      return toParseError(file, error, options.signal);
    }
  }

  async *#readOpen(open: readonly OpenPdf[], options: ParseOptions): AsyncIterable<ParseOutcome> {
    let layouts: ReadonlyMap<string, LayoutDocument>;
    try {
      layouts = await this.#layouts(open, options);
    } catch (error) {
      for (const { file } of open) yield { file, error: toParseError(file, error, options.signal) };
      return;
    }
    for (const { file, type, facts } of open) {
      try {
        const document = await parsePdf(file.name, facts, layouts.get(file.sha256));
        yield { file, result: withName(requireText(file, document), file, type) };
      } catch (error) {
        yield { file, error: toParseError(file, error, options.signal) };
      }
    }
  }
}

/** Returns a parser. Nothing is started or written before the first PDF. */
export function createParser({ java, config, folders, logger }: ParserDeps): Parser {
  const pdfs = new PdfReader(createLayoutEngine({ java, config, folders }), logger);

  async function readOther(file: FileToParse): Promise<ParsedDocument | DetectedType> {
    checkSize(file, config.INGEST_MAX_FILE_MB);
    const type = await detectType(file.bytes, file.name);
    if (type.supported === 'application/pdf') return type;
    return withName(requireText(file, parseNow(file, type)), file, type);
  }

  async function* outcomes(
    files: readonly FileToParse[],
    options: ParseOptions,
  ): AsyncIterable<ParseOutcome> {
    const waiting = new Map<FileToParse, DetectedType>();
    for (const file of files) {
      options.signal?.throwIfAborted();
      try {
        const read = await readOther(file);
        if ('pages' in read) yield { file, result: read };
        else waiting.set(file, read);
      } catch (error) {
        yield { file, error: toParseError(file, error, options.signal) };
      }
    }
    for (const batch of batches([...waiting.keys()])) {
      const typed = batch.flatMap((file) => {
        const type = waiting.get(file);
        return type === undefined ? [] : [{ file, type }];
      });
      yield* pdfs.read(typed, options);
    }
  }

  async function* parseMany(
    files: readonly FileToParse[],
    options: ParseOptions = {},
  ): AsyncIterable<ParseOutcome> {
    let done = 0;
    for await (const outcome of outcomes(files, options)) {
      done += 1;
      options.onProgress?.(done, files.length);
      yield outcome;
    }
  }

  return {
    parseMany,
    async parse(file, options = {}) {
      for await (const outcome of outcomes([file], options)) {
        if ('error' in outcome) throw outcome.error;
        return outcome.result;
      }
      throw new TrellisError('TRELLIS_INTERNAL', `${file.name} gave no result. Please report it.`);
    },
  };
}
