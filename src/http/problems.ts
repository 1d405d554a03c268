import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Static, Type } from 'typebox';
import { ERROR_TABLE, TrellisError, toTrellisError } from '../errors.ts';

/** RFC 9457 problem document with our stable code. */
export const ProblemDocumentSchema = Type.Object({
  type: Type.String(),
  title: Type.String(),
  status: Type.Integer(),
  detail: Type.String(),
  code: Type.String(),
  retriable: Type.Boolean(),
  details: Type.Unknown(),
  requestId: Type.String(),
});
export type ProblemDocument = Static<typeof ProblemDocumentSchema>;

/** Makes every failure of `app` a problem document; an unexpected one is logged and says nothing of its cause. */
export function useProblemDocuments(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError | TrellisError, request, reply) =>
    sendProblem(fromFastify(error), request, reply),
  );
  app.setNotFoundHandler((request, reply) =>
    sendProblem(
      new TrellisError(
        'TRELLIS_HTTP_NOT_FOUND',
        `No route ${request.method} ${request.url.split('?')[0]}. See /docs for the list.`,
      ),
      request,
      reply,
    ),
  );
}

/** Fastify's own refusals (malformed JSON, media type, size) under our codes. */
function fromFastify(error: FastifyError | TrellisError): TrellisError {
  if (error instanceof TrellisError) return error;
  const status = error.statusCode ?? 500;
  if (status === 413) {
    return new TrellisError('TRELLIS_INGEST_TOO_LARGE', 'The request is larger than HTTP_BODY_MB allows.', {
      cause: error,
    });
  }
  if (status >= 400 && status < 500) {
    return new TrellisError(
      'TRELLIS_HTTP_BODY_INVALID',
      `The request is not valid: ${error.message}. See /docs.`,
      {
        cause: error,
        details: { status },
      },
    );
  }
  return toTrellisError(error);
}

function sendProblem(error: TrellisError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const internal = error.code === 'TRELLIS_INTERNAL';
  if (error.status >= 500)
    request.log.error({ code: error.code, err: error, requestId: request.id }, 'request failed');
  const status = typeof error.details['status'] === 'number' ? error.details['status'] : error.status;
  if (error.retriable && status === 503) reply.header('Retry-After', '2');
  const problem: ProblemDocument = {
    type: `urn:trellis:error:${error.code}`,
    title: ERROR_TABLE[error.code].summary,
    status,
    detail: internal
      ? 'An unexpected fault inside Trellis. The log has the details under this request id.'
      : error.message,
    code: error.code,
    retriable: error.retriable,
    details: internal ? {} : error.details,
    requestId: request.id,
  };
  return reply.code(status).header('Content-Type', 'application/problem+json').send(JSON.stringify(problem));
}
