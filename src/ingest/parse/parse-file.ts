import type { Config } from '../../config.ts';
import type { ParsedDocument } from '../../domain/document.ts';
import { TrellisError } from '../../errors.ts';
import type { Folders } from '../../folders.ts';
import { type DetectedType, detectType } from './detect-type.ts';
import type { FileToParse, ParseLogger, ParseOptions, ParseOutcome } from './file-to-parse.ts';
import { checkSize, requireText, toParseError, unsupported, withNameChecked } from './parse-failures.ts';
import { parseHtml } from './parse-html.ts';
import { parseMarkdown } from './parse-markdown.ts';
import { parseText } from './parse-text.ts';
import { createLayoutEngine, type JavaFinder } from './pdf/layout-engine.ts';
import { PdfReader } from './pdf/pdf-reader.ts';

export type { FileToParse, ParseOptions, ParseOutcome } from './file-to-parse.ts';

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
  readonly logger?: ParseLogger | undefined;
}

/** PDFs that go to one Java call: enough to share its start, few enough for its heap and for progress. */
const BATCH_FILES = 24;
const BATCH_BYTES = 64 * 1024 * 1024;

function parseNow(file: FileToParse, type: DetectedType): ParsedDocument {
  if (type.supported === 'text/html') return parseHtml(file.bytes, file.name);
  if (type.supported === 'text/markdown') return parseMarkdown(file.bytes, file.name);
  if (type.supported === 'text/plain') return parseText(file.bytes, file.name);
  throw unsupported(file, type.mime);
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

/** Returns a parser. Nothing is started or written before the first PDF. */
export function createParser({ java, config, folders, logger }: ParserDeps): Parser {
  const pdfs = new PdfReader(createLayoutEngine({ java, config, folders }), logger);

  async function readOther(file: FileToParse): Promise<ParsedDocument | DetectedType> {
    checkSize(file, config.INGEST_MAX_FILE_MB);
    const type = await detectType(file.bytes, file.name);
    if (type.supported === 'application/pdf') return type;
    return withNameChecked(requireText(file, parseNow(file, type)), file, type);
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
