import type { FastifyInstance } from 'fastify';
import { type Static, Type } from 'typebox';
import type { Config } from '../../config.ts';
import { type AskRequest, AskRequestSchema, AskResponseSchema } from '../../domain/api/ask.ts';
import { type SearchRequest, SearchRequestSchema, SearchResponseSchema } from '../../domain/api/search.ts';
import { ProblemDocumentSchema } from '../problems.ts';
import { requestSignal } from '../request-signal.ts';
import type { HttpServices } from '../services.ts';

const TraceQuerySchema = Type.Object(
  {
    trace: Type.Optional(Type.Enum(['1', 'true', '0', 'false'], { description: 'Also return every step.' })),
  },
  { additionalProperties: false },
);
type TraceQuery = Static<typeof TraceQuerySchema>;

const failures = { '4xx': ProblemDocumentSchema, '5xx': ProblemDocumentSchema };

/** `POST /v1/ask` answers with citations; `POST /v1/search` ranks passages and entities without answering. */
export function questionRoutes(app: FastifyInstance, services: HttpServices, config: Config): void {
  const withTrace = <T extends AskRequest | SearchRequest>(body: T, query: TraceQuery): T =>
    query.trace === undefined ? body : { ...body, trace: query.trace === '1' || query.trace === 'true' };

  app.post<{ Body: AskRequest; Querystring: TraceQuery }>(
    '/v1/ask',
    {
      schema: {
        tags: ['questions'],
        summary: 'Answer a question with citations',
        body: AskRequestSchema,
        querystring: TraceQuerySchema,
        response: { 200: AskResponseSchema, ...failures },
      },
    },
    async (request, reply) =>
      services.ask(
        withTrace(request.body, request.query),
        requestSignal(reply, config.HTTP_REQUEST_TIMEOUT_MS),
      ),
  );
  app.post<{ Body: SearchRequest; Querystring: TraceQuery }>(
    '/v1/search',
    {
      schema: {
        tags: ['questions'],
        summary: 'Rank passages or entities for a question',
        body: SearchRequestSchema,
        querystring: TraceQuerySchema,
        response: { 200: SearchResponseSchema, ...failures },
      },
    },
    async (request, reply) =>
      services.search(
        withTrace(request.body, request.query),
        requestSignal(reply, config.HTTP_REQUEST_TIMEOUT_MS),
      ),
  );
}
