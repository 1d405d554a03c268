import type { IngestResult } from '../domain/api/documents.ts';
import type { ParsedDocument } from '../domain/document.ts';
import type { DocumentRows } from '../domain/rows.ts';
import { TrellisError, toTrellisError } from '../errors.ts';
import type { KnownDocument } from '../store/writers/known-documents.ts';

type Problems = IngestResult['problems'];

const NOTHING = { chunks: 0, entities: 0, relations: 0, qaPairs: 0, problems: [] } as const;

/** Returns the problems of a document and of its pages. */
export function problemsOf(parsed: ParsedDocument): Problems {
  const all = [
    ...parsed.problems,
    ...parsed.pages.flatMap((page) => page.problems.map((problem) => ({ ...problem, page: page.number }))),
  ];
  return all.map(({ code, message, page }) => ({ code, message, ...(page === undefined ? {} : { page }) }));
}

/** Returns the problems that the graph keeps as JSON. */
export function readProblems(problems: readonly string[]): Problems {
  return problems.map((problem) => JSON.parse(problem) as Problems[number]);
}

/** Returns the result of a document that is in the graph already. */
export function knownResult(
  uri: string,
  status: 'unchanged' | 'duplicate',
  document: KnownDocument,
  ms: number,
): IngestResult {
  const { id, version, chunkCount, entityCount, relationCount, qaPairCount, problems } = document;
  return {
    uri,
    status,
    documentId: id,
    version,
    chunks: chunkCount,
    entities: entityCount,
    relations: relationCount,
    qaPairs: qaPairCount,
    problems: readProblems(problems),
    ms,
  };
}

/** Returns the result of a document whose version was made visible. */
export function writtenResult(
  uri: string,
  status: 'created' | 'updated',
  { rows, parsed }: { readonly rows: DocumentRows; readonly parsed: ParsedDocument },
  ms: number,
): IngestResult {
  return {
    uri,
    status,
    documentId: rows.document.id,
    version: rows.document.version,
    chunks: rows.nodes.filter((node) => node.layer === 0).length,
    entities: rows.entities.length,
    relations: rows.relations.length,
    qaPairs: rows.qaPairs.length,
    problems: problemsOf(parsed),
    ms,
  };
}

/** Returns the result of a document that could not be taken. Problems of the error's details are shown. */
export function failedResult(uri: string, cause: unknown, ms: number): IngestResult {
  const error = toTrellisError(cause);
  const problems = Array.isArray(error.details['problems']) ? (error.details['problems'] as Problems) : [];
  return { uri, status: 'failed', ...NOTHING, problems, error: error.toJSON(), ms };
}

const STOPPING = new Set<string>([
  'TRELLIS_STORE_UNAVAILABLE',
  'TRELLIS_STORE_UNAUTHORIZED',
  'TRELLIS_MODEL_UNAVAILABLE',
  'TRELLIS_MODEL_FETCH_FAILED',
  'TRELLIS_INGEST_CANCELLED',
]);

/** Returns whether an error means that no other document can be taken now either. */
export function stopsRun(error: unknown): boolean {
  return error instanceof TrellisError && STOPPING.has(error.code);
}

/** Returns the error as `TRELLIS_INGEST_CANCELLED` when the run was told to stop, else as it is. */
export function orCancelled(error: unknown, signal: AbortSignal | undefined): unknown {
  if (signal?.aborted !== true || stopsRun(error)) return error;
  return new TrellisError(
    'TRELLIS_INGEST_CANCELLED',
    'The run was stopped before this document was done. Nothing of it is visible; ingest it again.',
    { cause: error },
  );
}

/** Throws `TRELLIS_INGEST_CANCELLED` when the run was told to stop. */
export function requireGoing(signal: AbortSignal | undefined): void {
  if (signal?.aborted === true) throw orCancelled(signal.reason, signal);
}
