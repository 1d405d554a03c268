import { type Static, Type } from 'typebox';
import { ProblemSchema } from './citation.ts';

const strict = { additionalProperties: false } as const;

/** One document in a list. */
export const DocumentSummarySchema = Type.Object(
  {
    id: Type.String(),
    version: Type.Integer({ minimum: 1 }),
    title: Type.String(),
    uris: Type.Array(Type.String()),
    mime: Type.String(),
    sha256: Type.String(),
    language: Type.String(),
    access: Type.Array(Type.String()),
    classification: Type.String(),
    tags: Type.Array(Type.String()),
    pageCount: Type.Integer({ minimum: 0 }),
    chunkCount: Type.Integer({ minimum: 0 }),
    ingestedAt: Type.String(),
    problems: Type.Array(ProblemSchema),
  },
  strict,
);
export type DocumentSummary = Static<typeof DocumentSummarySchema>;

/** A document with its structure: `GET /v1/documents/{id}` and `trellis docs show --json`. */
export const DocumentDetailSchema = Type.Object(
  {
    document: DocumentSummarySchema,
    pages: Type.Array(
      Type.Object(
        { number: Type.Integer(), source: Type.String(), problems: Type.Array(ProblemSchema) },
        strict,
      ),
    ),
    sections: Type.Array(
      Type.Object(
        { id: Type.String(), heading: Type.String(), level: Type.Integer(), path: Type.String() },
        strict,
      ),
    ),
    chunks: Type.Array(
      Type.Object(
        {
          id: Type.String(),
          kind: Type.String(),
          section: Type.String(),
          pageStart: Type.Integer(),
          pageEnd: Type.Integer(),
          tokens: Type.Integer(),
          text: Type.String(),
          keywords: Type.Array(Type.String()),
        },
        strict,
      ),
    ),
    summary: Type.String({
      description: 'Text of the root of the chunk tree; empty for a one-chunk document.',
    }),
    entities: Type.Array(
      Type.Object(
        { id: Type.String(), name: Type.String(), type: Type.String(), mentions: Type.Integer() },
        strict,
      ),
    ),
    qaPairs: Type.Array(
      Type.Object(
        { id: Type.String(), question: Type.String(), answer: Type.String(), kind: Type.String() },
        strict,
      ),
    ),
  },
  strict,
);
export type DocumentDetail = Static<typeof DocumentDetailSchema>;

/** A page of documents: `GET /v1/documents` and `trellis docs list --json`. */
export const DocumentListSchema = Type.Object(
  { documents: Type.Array(DocumentSummarySchema), nextCursor: Type.Optional(Type.String()) },
  strict,
);
export type DocumentList = Static<typeof DocumentListSchema>;

/** What a delete took away. */
export const DeleteResultSchema = Type.Object(
  {
    id: Type.String(),
    deleted: Type.Object(
      {
        chunks: Type.Integer(),
        summaries: Type.Integer(),
        qaPairs: Type.Integer(),
        entities: Type.Integer(),
        relations: Type.Integer(),
      },
      strict,
    ),
  },
  strict,
);
export type DeleteResult = Static<typeof DeleteResultSchema>;

/** What happened to one file. */
export const IngestResultSchema = Type.Object(
  {
    uri: Type.String(),
    status: Type.Enum(['created', 'updated', 'unchanged', 'duplicate', 'failed']),
    documentId: Type.Optional(Type.String()),
    version: Type.Optional(Type.Integer()),
    chunks: Type.Integer({ minimum: 0 }),
    entities: Type.Integer({ minimum: 0 }),
    relations: Type.Integer({ minimum: 0 }),
    qaPairs: Type.Integer({ minimum: 0 }),
    problems: Type.Array(ProblemSchema),
    error: Type.Optional(
      Type.Object(
        { code: Type.String(), message: Type.String(), retriable: Type.Boolean(), details: Type.Unknown() },
        strict,
      ),
    ),
    ms: Type.Number({ minimum: 0 }),
  },
  strict,
);
export type IngestResult = Static<typeof IngestResultSchema>;

/** All files of one run: `trellis ingest --json` and the answer to an upload. */
export const IngestReportSchema = Type.Object(
  {
    jobId: Type.String(),
    results: Type.Array(IngestResultSchema),
    totals: Type.Object(
      {
        created: Type.Integer(),
        updated: Type.Integer(),
        unchanged: Type.Integer(),
        duplicate: Type.Integer(),
        failed: Type.Integer(),
      },
      strict,
    ),
    ms: Type.Number({ minimum: 0 }),
  },
  strict,
);
export type IngestReport = Static<typeof IngestReportSchema>;
