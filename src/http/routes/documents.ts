import type { FastifyInstance } from 'fastify';
import { type Static, Type } from 'typebox';
import type { Config } from '../../config.ts';
import {
  DeleteResultSchema,
  DocumentDetailSchema,
  DocumentListSchema,
  IngestReportSchema,
} from '../../domain/api/documents.ts';
import { ProblemDocumentSchema } from '../problems.ts';
import { requestSignal } from '../request-signal.ts';
import type { HttpServices } from '../services.ts';
import { readUpload } from '../upload.ts';

const ReaderQuerySchema = Type.Object(
  {
    tenant: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
    groups: Type.Optional(
      Type.String({ description: 'Comma-separated groups to read as; absent: as owner.' }),
    ),
  },
  { additionalProperties: false },
);
const ListQuerySchema = Type.Object(
  {
    ...ReaderQuerySchema.properties,
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
    cursor: Type.Optional(Type.String()),
  },
  { additionalProperties: false },
);
const IdSchema = Type.Object(
  { id: Type.String({ minLength: 1, maxLength: 200 }) },
  { additionalProperties: false },
);

type ReaderQuery = Static<typeof ReaderQuerySchema>;
type ListQuery = Static<typeof ListQuerySchema>;
type Id = Static<typeof IdSchema>;

const failures = { '4xx': ProblemDocumentSchema, '5xx': ProblemDocumentSchema };

/** Upload, list, get and delete under `/v1/documents`. */
export function documentRoutes(app: FastifyInstance, services: HttpServices, config: Config): void {
  const readerOf = ({ tenant, groups }: ReaderQuery) => ({
    tenant: tenant ?? config.TRELLIS_TENANT,
    groups:
      groups === undefined
        ? ('all' as const)
        : groups
            .split(',')
            .map((group) => group.trim())
            .filter(Boolean),
  });

  app.post(
    '/v1/documents',
    {
      schema: {
        tags: ['documents'],
        summary: 'Upload files (multipart/form-data)',
        description:
          'Any number of `file` parts; optional fields `tenant`, `classification`, `tags`, `access` (comma-separated), `reprocess`. ' +
          'Answers when all files are ingested; a file that failed is reported in `results` and loses no other.',
        consumes: ['multipart/form-data'],
        response: { 200: IngestReportSchema, ...failures },
      },
    },
    async (request, reply) => {
      const { files, options } = await readUpload(request, config);
      return services.ingestFiles(files, {
        ...options,
        signal: requestSignal(reply, config.INGEST_PARSE_TIMEOUT_MS),
      });
    },
  );
  app.get<{ Querystring: ListQuery }>(
    '/v1/documents',
    {
      schema: {
        tags: ['documents'],
        summary: 'List documents, by id',
        querystring: ListQuerySchema,
        response: { 200: DocumentListSchema, ...failures },
      },
    },
    async ({ query }) =>
      services.documents.list(readerOf(query), {
        limit: query.limit ?? 100,
        ...(query.cursor === undefined ? {} : { cursor: query.cursor }),
      }),
  );
  app.get<{ Params: Id; Querystring: ReaderQuery }>(
    '/v1/documents/:id',
    {
      schema: {
        tags: ['documents'],
        summary: 'One document with its pages, sections, chunks, entities and stored questions',
        params: IdSchema,
        querystring: ReaderQuerySchema,
        response: { 200: DocumentDetailSchema, ...failures },
      },
    },
    async ({ params, query }) => services.documents.show(readerOf(query), params.id),
  );
  app.delete<{ Params: Id; Querystring: ReaderQuery }>(
    '/v1/documents/:id',
    {
      schema: {
        tags: ['documents'],
        summary: 'Delete a document and every fact that only it states',
        params: IdSchema,
        querystring: ReaderQuerySchema,
        response: { 200: DeleteResultSchema, ...failures },
      },
    },
    async ({ params, query }) => services.documents.delete(readerOf(query), params.id),
  );
}
