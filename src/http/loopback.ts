import { isIPv4 } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { TrellisError } from '../errors.ts';

/** Returns whether `host` (a name or address, IPv6 with or without brackets) is this machine's loopback. */
export function isLoopback(host: string): boolean {
  const bare = host.replace(/^\[|\]$/g, '').toLowerCase();
  return bare === 'localhost' || bare === '::1' || (isIPv4(bare) && bare.startsWith('127.'));
}

/** Throws `TRELLIS_HTTP_ADDRESS_REFUSED` unless `host` is loopback: without keys nobody else may reach the service. */
export function requireLoopback(host: string): void {
  if (isLoopback(host)) return;
  throw new TrellisError(
    'TRELLIS_HTTP_ADDRESS_REFUSED',
    `HTTP_HOST=${host} would open the service to others, and there are no access keys yet. Use 127.0.0.1, ::1 or localhost.`,
    { details: { host } },
  );
}

/**
 * Refuses requests whose Host header is not a loopback name: a web page that points a name of its own to 127.0.0.1
 * (DNS rebinding) could otherwise read the graph through the user's browser.
 */
export function refuseForeignHosts(app: FastifyInstance): void {
  app.addHook('onRequest', async (request) => {
    if (isLoopback(request.hostname)) return;
    throw new TrellisError(
      'TRELLIS_HTTP_ADDRESS_REFUSED',
      'Only requests to a loopback name are served without keys.',
      {
        details: { status: 403 },
      },
    );
  });
}
