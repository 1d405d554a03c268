import { TrellisError } from '../errors.ts';

/** What the database server says of itself. */
export interface ServerInfo {
  readonly address: string;
  /** As the server writes it, such as `2026.08.1`. */
  readonly version: string;
  /** `community` or `enterprise`. */
  readonly edition: string;
  readonly database: string;
}

/**
 * Oldest server taken: vector search with filters inside the index (the SEARCH clause) left its preview in 2026.02.
 * Trellis itself is tested with 2026.08.
 */
export const MINIMUM_VERSION = '2026.02';

function ordinal(version: string): number {
  const match = /^(\d+)\.(\d+)/u.exec(version);
  return match === null ? 0 : Number(match[1]) * 100 + Number(match[2]);
}

/** Returns nothing when a server of this version can serve; throws `TRELLIS_STORE_UNSUPPORTED` otherwise. */
export function requireSupportedVersion(info: ServerInfo): void {
  if (ordinal(info.version) >= ordinal(MINIMUM_VERSION)) return;
  throw new TrellisError(
    'TRELLIS_STORE_UNSUPPORTED',
    `The server at ${info.address} is Neo4j ${info.version}; Trellis needs ${MINIMUM_VERSION} or newer ` +
      '(vector search with filters). Upgrade it, or leave NEO4J_URI empty to use the embedded server.',
    { details: { version: info.version, minimum: MINIMUM_VERSION, edition: info.edition } },
  );
}
