import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { TrellisError } from '../../errors.ts';
import { withLock } from './lock.ts';
import { LOOPBACK } from './settings.ts';

/** Which ports one server would like. A preference of 0 takes any free port. */
export interface PortRequest {
  /** Folder for the reservations that all projects of this user share. */
  readonly cache: string;
  /** Who asks: the server's home folder. */
  readonly home: string;
  readonly bolt: number;
  readonly http: number;
  /** Ports not to take, such as ones that failed just now. */
  readonly excluded?: readonly number[];
}

/** Two ports that were free a moment ago and that no other Trellis project is about to take. */
export interface Ports {
  readonly bolt: number;
  readonly http: number;
}

interface Reservation {
  readonly port: number;
  readonly home: string;
  readonly until: number;
}

const PORTS_TRIED = 100;
// Longer than a start takes (10–16 s seen), so that two projects starting at once never choose the same port.
const RESERVED_MS = 60_000;

/**
 * Binds `port` on the loopback address for a moment. Returns the bound port (another one when `port` is 0), or
 * the system's error code, such as `EADDRINUSE` or `EACCES`.
 */
export function probePort(port: number): Promise<number | string> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? 'unknown'));
    server.listen({ port, host: LOOPBACK, exclusive: true }, () => {
      const bound = (server.address() as AddressInfo).port;
      server.close(() => resolve(bound));
    });
  });
}

async function findPort(preferred: number, taken: ReadonlySet<number>): Promise<number> {
  const last = Math.min(preferred + PORTS_TRIED - 1, 65535);
  let reason = 'reserved';
  for (let port = preferred; port <= last; port += preferred === 0 ? 0 : 1) {
    if (taken.has(port)) continue;
    const bound = await probePort(port);
    if (typeof bound === 'number' && !taken.has(bound)) return bound;
    if (typeof bound === 'string') reason = bound;
    if (preferred === 0 && typeof bound === 'string') break;
  }
  throw new TrellisError(
    'TRELLIS_DB_PORT_UNAVAILABLE',
    `No port from ${preferred} to ${last} can be bound on ${LOOPBACK} (${reason}). ` +
      'Set NEO4J_BOLT_PORT and NEO4J_HTTP_PORT to free ports above 1023, or to 0 for any.',
    { details: { preferred, last, reason } },
  );
}

async function readReservations(file: string): Promise<Reservation[]> {
  try {
    const entries = JSON.parse(await readFile(file, 'utf8')) as Reservation[];
    return entries.filter((entry) => entry.until > Date.now());
  } catch {
    return []; // not written yet, or damaged: reservations only spare a retry
  }
}

async function change<T>(
  cache: string,
  step: (entries: Reservation[]) => Promise<{ entries: Reservation[]; result: T }>,
): Promise<T> {
  const file = join(cache, 'neo4j-ports.json');
  await mkdir(cache, { recursive: true });
  return withLock(join(cache, 'neo4j-ports.lock'), { timeoutMs: 30_000 }, async () => {
    const { entries, result } = await step(await readReservations(file));
    await writeFile(`${file}.new`, JSON.stringify(entries));
    await rename(`${file}.new`, file);
    return result;
  });
}

/**
 * Returns the preferred ports or the next free ones, reserved for a minute against other Trellis projects.
 * Errors: `TRELLIS_DB_PORT_UNAVAILABLE` when none of a hundred can be bound.
 */
export async function reservePorts(request: PortRequest): Promise<Ports> {
  return change(request.cache, async (all) => {
    const others = all.filter((entry) => entry.home !== request.home);
    const taken = new Set([...others.map((entry) => entry.port), ...(request.excluded ?? [])]);
    const bolt = await findPort(request.bolt, taken);
    const http = await findPort(request.http, taken.add(bolt));
    const until = Date.now() + RESERVED_MS;
    const own = [bolt, http].map((port) => ({ port, home: request.home, until }));
    return { entries: [...others, ...own], result: { bolt, http } };
  });
}

/** Gives back what `reservePorts` reserved for `home`; the running server's own sockets hold them now. */
export async function releasePorts(cache: string, home: string): Promise<void> {
  await change(cache, async (all) => ({
    entries: all.filter((entry) => entry.home !== home),
    result: undefined,
  }));
}
