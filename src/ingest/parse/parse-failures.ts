import type { ParsedDocument, ParsedProblem, ProblemCode } from '../../domain/document.ts';
import { TrellisError } from '../../errors.ts';
import { hasText } from './build-document.ts';
import type { DetectedType } from './detect-type.ts';
import type { FileToParse } from './file-to-parse.ts';

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

/** Throws `TRELLIS_INGEST_NO_TEXT` for an empty file, `TRELLIS_INGEST_TOO_LARGE` for one over `maxMb` MiB. */
export function checkSize(file: FileToParse, maxMb: number): void {
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

/** Returns the error for a type without a parser; it names what is supported. */
export function unsupported(file: FileToParse, mime: string): TrellisError {
  const hint = mime.startsWith('image/') ? ' An image needs OCR, which Trellis does not have yet.' : '';
  return new TrellisError(
    'TRELLIS_INGEST_TYPE_UNSUPPORTED',
    `${file.name} is of type ${mime}, which is not supported yet.${hint} Supported: ${SUPPORTED}.`,
    { details: { file: file.name, mime, supported: SUPPORTED } },
  );
}

/**
 * Returns the document when it has text. Else throws `TRELLIS_INGEST_NO_TEXT`: a file that yields nothing is a failure
 * with a reason (empty, or a scan that needs OCR), not a success without chunks.
 */
export function requireText(file: FileToParse, document: ParsedDocument): ParsedDocument {
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

/** Returns the document with a problem `not_what_it_says` when the file's ending promises another type. */
export function withNameChecked(
  document: ParsedDocument,
  file: FileToParse,
  type: DetectedType,
): ParsedDocument {
  if (!type.contradictsName) return document;
  const message = `${file.name} is ${type.mime}, not what its ending says.`;
  return { ...document, problems: [...document.problems, problem('not_what_it_says', message)] };
}

/**
 * Returns a failure of a parser as an error of ours: foreign parsers fail in ways of their own (stack overflow on deep
 * nesting, say), and all of these are `TRELLIS_INGEST_PARSE_FAILED`. Throws an abort on.
 */
export function toParseError(
  file: FileToParse,
  error: unknown,
  signal: AbortSignal | undefined,
): TrellisError {
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
