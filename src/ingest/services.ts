import type { Config } from '../config.ts';
import type { DocumentAccess, Reader } from '../domain/access.ts';
import type { DeleteResult, DocumentDetail, DocumentList, IngestReport } from '../domain/api/documents.ts';
import type { ParsedDocument } from '../domain/document.ts';
import type { TextEmbeddings } from '../models/text-embeddings.ts';
import type { Database } from '../store/driver.ts';
import type { EnrichInput, Enrichment } from './enrich/enrich.ts';
import type { Parser } from './parse/parse-file.ts';

/** What a document is filed under: who may read it, and its tags. */
export interface Filing extends DocumentAccess {
  readonly tags: readonly string[];
}

/** A file as bytes, with the name that tells its kind. */
export interface NamedBytes {
  /** File name without folders. */
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** What `createIngest` is made of. */
export interface IngestDeps {
  readonly database: Database;
  readonly embeddings: Pick<
    TextEmbeddings,
    'id' | 'dimensions' | 'windowTokens' | 'countTokens' | 'embedDocuments'
  >;
  readonly config: Config;
  readonly parser: Pick<Parser, 'parseMany'>;
  /** Adds summaries, keywords, knowledge and QA pairs to a segmented document. */
  readonly enrich: (input: EnrichInput) => Enrichment;
  readonly now: () => Date;
  /** Rows of documents that are written in one transaction; larger documents are staged in parts before. */
  readonly rowsPerTransaction?: number;
}

/** How one run files its documents. Absent fields of the filing come from front matter, rule files, defaults. */
export interface IngestOptions extends Partial<Filing> {
  readonly tenant: string;
  /** Work on documents again that are known already. */
  readonly reprocess?: boolean;
  readonly signal?: AbortSignal;
  /** Told of every file that is left out, with the reason, and of what went less than well. */
  readonly onNote?: (note: string) => void;
  /** Told after every file: how many are done, of how many, and which was the last. */
  readonly onProgress?: (done: number, total: number, uri: string) => void;
}

/** A document that was parsed elsewhere. `sha256` stands for its bytes. */
export interface ParsedSource {
  readonly uri: string;
  readonly sha256: string;
  readonly parsed: ParsedDocument;
}

/** Takes documents into the graph. One bad document fails alone: its result says why. */
export interface Ingest {
  /** Files, folders and globs of this machine, absolute. */
  readonly paths: (paths: readonly string[], options: IngestOptions) => Promise<IngestReport>;
  /** Uploaded files; their address is `upload:<name>`. */
  readonly files: (files: readonly NamedBytes[], options: IngestOptions) => Promise<IngestReport>;
  /** Parsed documents; many small ones are written together. */
  readonly parsed: (documents: readonly ParsedSource[], options: IngestOptions) => Promise<IngestReport>;
  /** Removes what dead runs of a tenant left behind; returns how many unfinished documents these were. */
  readonly sweep: (tenant: string) => Promise<number>;
}

/** What `createDocuments` is made of. */
export interface DocumentsDeps {
  readonly database: Database;
}

/** Documents as a reader sees them; one that he may not see does not exist (`TRELLIS_INGEST_DOCUMENT_NOT_FOUND`). */
export interface Documents {
  readonly list: (reader: Reader, page: { limit: number; cursor?: string }) => Promise<DocumentList>;
  readonly show: (reader: Reader, id: string) => Promise<DocumentDetail>;
  readonly delete: (reader: Reader, id: string) => Promise<DeleteResult>;
}
