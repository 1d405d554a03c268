import type { DocumentAccess, Reader } from '../domain/access.ts';
import type { AskRequest, AskResponse } from '../domain/api/ask.ts';
import type { DeleteResult, DocumentDetail, DocumentList, IngestReport } from '../domain/api/documents.ts';
import type { SearchRequest, SearchResponse } from '../domain/api/search.ts';

/** A file as it was uploaded. */
export interface UploadedFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** How uploaded files are filed. Fields that are absent come from front matter or the defaults. */
export interface UploadOptions extends Partial<DocumentAccess> {
  readonly tenant: string;
  readonly tags?: readonly string[];
  readonly reprocess?: boolean;
  readonly signal?: AbortSignal;
}

/** What the routes call. The composition root hands it in; nothing here knows how it is done. */
export interface HttpServices {
  readonly ask: (request: AskRequest, signal?: AbortSignal) => Promise<AskResponse>;
  readonly search: (request: SearchRequest, signal?: AbortSignal) => Promise<SearchResponse>;
  readonly ingestFiles: (files: readonly UploadedFile[], options: UploadOptions) => Promise<IngestReport>;
  readonly documents: {
    list(reader: Reader, page: { limit: number; cursor?: string }): Promise<DocumentList>;
    show(reader: Reader, id: string): Promise<DocumentDetail>;
    delete(reader: Reader, id: string): Promise<DeleteResult>;
  };
  /** Resolves when database, indexes and embedding model can answer; throws a typed error else. */
  readonly ready: () => Promise<void>;
}
