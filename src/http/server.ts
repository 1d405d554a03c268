import { randomUUID } from 'node:crypto';
import multipart from '@fastify/multipart';
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import { TrellisError } from '../errors.ts';
import { refuseForeignHosts, requireLoopback } from './loopback.ts';
import { useProblemDocuments } from './problems.ts';
import { documentRoutes } from './routes/documents.ts';
import { healthRoutes } from './routes/health.ts';
import { questionRoutes } from './routes/questions.ts';
import type { HttpServices } from './services.ts';
import { useStrictValidation } from './validation.ts';

const MIB = 1024 * 1024;

interface HttpDependencies {
  readonly config: Config;
  readonly services: HttpServices;
  readonly logger: FastifyBaseLogger;
  readonly version: string;
}

/** The service over HTTP. `listen` returns its address; `stop` lets open requests finish within the grace time. */
export interface HttpServer {
  readonly app: FastifyInstance;
  listen(): Promise<string>;
  stop(): Promise<void>;
}

/**
 * Returns the HTTP service, not yet listening. Throws `TRELLIS_HTTP_ADDRESS_REFUSED` when HTTP_HOST is not loopback.
 * Routes: /v1/ask, /v1/search, /v1/documents, /healthz, /readyz; OpenAPI as pages at /docs, as data at /docs/json.
 */
export async function createHttpServer({
  config,
  services,
  logger,
  version,
}: HttpDependencies): Promise<HttpServer> {
  requireLoopback(config.HTTP_HOST);
  let stopping = false;
  const app = Fastify({
    loggerInstance: logger,
    bodyLimit: config.HTTP_BODY_MB * MIB,
    requestTimeout: config.INGEST_PARSE_TIMEOUT_MS,
    genReqId: () => randomUUID(),
    return503OnClosing: false,
    forceCloseConnections: 'idle',
  });
  useStrictValidation(app);
  useProblemDocuments(app);
  refuseForeignHosts(app);
  await app.register(multipart, {
    throwFileSizeLimit: true,
    limits: { fileSize: config.INGEST_MAX_FILE_MB * MIB, files: 100, fields: 20, fieldSize: 64 * 1024 },
  });
  await app.register(swagger, { openapi: openApiHead(version) });
  await app.register(swaggerUi, { routePrefix: '/docs' });
  healthRoutes(app, services, () => stopping);
  questionRoutes(app, services, config);
  documentRoutes(app, services, config);
  return {
    app,
    listen: () => listen(app, config),
    stop: async () => {
      stopping = true;
      await closeWithin(app, config.HTTP_SHUTDOWN_GRACE_MS);
    },
  };
}

function openApiHead(version: string) {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Trellis',
      version,
      description:
        'A graph-centric knowledge base: documents and knowledge graphs, relational questions, cited answers.',
      license: { name: 'Apache-2.0' },
    },
  } as const;
}

async function listen(app: FastifyInstance, config: Config): Promise<string> {
  try {
    return await app.listen({ host: config.HTTP_HOST, port: config.HTTP_PORT });
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code;
    if (code !== 'EADDRINUSE' && code !== 'EACCES' && code !== 'EADDRNOTAVAIL') throw cause;
    throw new TrellisError(
      'TRELLIS_HTTP_PORT_UNAVAILABLE',
      `${config.HTTP_HOST}:${config.HTTP_PORT} cannot be bound (${code}). Set HTTP_PORT to a free port, or 0 for any.`,
      { cause, details: { host: config.HTTP_HOST, port: config.HTTP_PORT } },
    );
  }
}

/** Closes `app`: no new connections at once, open requests may finish for `graceMs`, then they are cut. */
async function closeWithin(app: FastifyInstance, graceMs: number): Promise<void> {
  const cut = setTimeout(() => app.server.closeAllConnections(), graceMs);
  try {
    await app.close();
  } finally {
    clearTimeout(cut);
  }
}
