import { pino } from 'pino';
import { createTrellis, type Trellis } from './composition-root.ts';
import type { Config } from './config.ts';
import { toTrellisError } from './errors.ts';
import type { Folders, Machine } from './folders.ts';
import { createHttpServer } from './http/server.ts';
import type { HttpServices } from './http/services.ts';
import { readMachine, readSettings } from './settings.ts';

/** Where the service can be reached. `browserUrl` is absent when the database is not the embedded one. */
export interface ServiceAddresses {
  readonly address: string;
  readonly browserUrl?: string;
}

/**
 * Composes the services, listens, tells `onReady` the addresses, and returns when `signal` aborted and everything is
 * closed: open requests may finish within HTTP_SHUTDOWN_GRACE_MS. The embedded database goes on running.
 */
export async function runService(
  config: Config,
  folders: Folders,
  { signal, environment }: { signal: AbortSignal; environment: Machine['environment'] },
  onReady: (addresses: ServiceAddresses) => void,
): Promise<void> {
  const logger = pino({ level: config.LOG_LEVEL }, pino.destination(2));
  const trellis = await createTrellis(config, folders, {
    signal,
    environment,
    logger,
    onNote: (note) => logger.info({ note }, 'starting'),
  });
  try {
    const server = await createHttpServer({
      config,
      services: httpServices(trellis),
      logger,
      version: trellis.version,
    });
    const address = await server.listen();
    onReady({ address, ...(trellis.browserUrl === undefined ? {} : { browserUrl: trellis.browserUrl }) });
    await aborted(signal);
    await server.stop();
  } finally {
    await trellis.close();
  }
}

/** Returns what the routes call. */
export function httpServices({ ask, search, ingest, documents, ready }: Trellis): HttpServices {
  return { ask, search, documents, ready, ingestFiles: (files, options) => ingest.files(files, options) };
}

function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}

/** The process when this file is run itself, as in a container: ready and failed are one JSON line each on stderr. */
async function main(): Promise<void> {
  const stop = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => stop.abort(name));
  try {
    const machine = readMachine();
    const { config, folders } = readSettings(machine);
    const { environment } = machine;
    await runService(config, folders, { signal: stop.signal, environment }, (addresses) =>
      process.stderr.write(`${JSON.stringify({ ready: addresses })}\n`),
    );
  } catch (error) {
    process.stderr.write(`${JSON.stringify({ error: toTrellisError(error).toJSON() })}\n`);
    process.exitCode = 1;
  }
}

if (import.meta.main) await main();
