import { mkdtemp, rm } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { createTrellis, type Trellis } from '../../src/composition-root.ts';
import { readConfig } from '../../src/config.ts';
import { resolveFolders } from '../../src/folders.ts';
import { createHttpServer, type HttpServer } from '../../src/http/server.ts';
import { httpServices } from '../../src/server.ts';
import { neo4jConfig } from '../setup/neo4j-context.ts';

/** A running service on a port of its own, over the run's Neo4j, in a tenant of its own. */
export interface TestService {
  readonly trellis: Trellis;
  readonly server: HttpServer;
  readonly address: string;
  readonly tenant: string;
  close(): Promise<void>;
}

/** Starts a service. `overrides` are environment variables. */
export async function startService(overrides: Readonly<Record<string, string>> = {}): Promise<TestService> {
  const config = neo4jConfig({ HTTP_PORT: '0', LOG_LEVEL: 'silent', ...overrides });
  const data = await mkdtemp(join(tmpdir(), 'trellis-e2e-'));
  const machine = {
    workingDirectory: data,
    homeDirectory: homedir(),
    platform: process.platform,
    environment: process.env,
  };
  const folders = { data, cache: resolveFolders(readConfig({}), machine).cache };
  const logger = pino({ level: 'silent' });
  const trellis = await createTrellis(config, folders, { environment: process.env, logger });
  const server = await createHttpServer({
    config,
    services: httpServices(trellis),
    logger,
    version: trellis.version,
  });
  const address = await server.listen();
  return {
    trellis,
    server,
    address,
    tenant: config.TRELLIS_TENANT,
    close: async () => {
      await server.stop();
      await trellis.close();
      await rm(data, { recursive: true, force: true });
    },
  };
}
