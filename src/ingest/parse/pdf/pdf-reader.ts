import { TrellisError } from '../../../errors.ts';
import type { DetectedType } from '../detect-type.ts';
import type { FileToParse, ParseLogger, ParseOptions, ParseOutcome } from '../file-to-parse.ts';
import { requireText, toParseError, withNameChecked } from '../parse-failures.ts';
import type { LayoutEngine } from './layout-engine.ts';
import type { LayoutDocument } from './layout-json.ts';
import { parsePdf } from './parse-pdf.ts';
import { type PdfFacts, readPdfFacts } from './pdf-facts.ts';

interface OpenPdf {
  readonly file: FileToParse;
  readonly type: DetectedType;
  readonly facts: PdfFacts;
}

/** Reads PDFs through one layout engine, all files of a call in one Java process. One bad file fails alone. */
export class PdfReader {
  readonly #engine: LayoutEngine;
  readonly #logger: ParseLogger | undefined;

  constructor(engine: LayoutEngine, logger: ParseLogger | undefined) {
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

  /** Yields every file once, failures to open first. Throws when aborted. */
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
        yield { file, result: withNameChecked(requireText(file, document), file, type) };
      } catch (error) {
        yield { file, error: toParseError(file, error, options.signal) };
      }
    }
  }
}
