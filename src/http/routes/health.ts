import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { TrellisError } from '../../errors.ts';
import { ProblemDocumentSchema } from '../problems.ts';
import type { HttpServices } from '../services.ts';

const StateSchema = Type.Object({ status: Type.Enum(['ok']) }, { additionalProperties: false });

/** `/healthz`: the process lives. `/readyz`: it can answer; 503 with a code while it cannot, or while it stops. */
export function healthRoutes(app: FastifyInstance, services: HttpServices, isStopping: () => boolean): void {
  app.get('/healthz', { schema: { tags: ['health'], response: { 200: StateSchema } } }, async () => ({
    status: 'ok' as const,
  }));
  app.get(
    '/readyz',
    { schema: { tags: ['health'], response: { 200: StateSchema, 503: ProblemDocumentSchema } } },
    async () => {
      if (isStopping())
        throw new TrellisError(
          'TRELLIS_HTTP_SHUTTING_DOWN',
          'The service is stopping; send requests to another one.',
        );
      await services.ready();
      return { status: 'ok' as const };
    },
  );
}
