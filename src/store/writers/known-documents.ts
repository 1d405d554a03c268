import type { RunStatement } from '../driver.ts';

/** What the graph knows of a visible document. */
export interface KnownDocument {
  readonly id: string;
  readonly version: number;
  readonly uris: readonly string[];
  readonly sha256: string;
  readonly settings: string;
  readonly acl: string;
  readonly mime: string;
  readonly tags: readonly string[];
  /** The run that made this version. */
  readonly jobId: string;
  readonly chunkCount: number;
  readonly entityCount: number;
  readonly relationCount: number;
  readonly qaPairCount: number;
  /** JSON of each problem of the document. */
  readonly problems: readonly string[];
}

/** Returns the visible documents of a tenant that have any of these addresses, hashes or ids, by id. */
export async function knownDocuments(
  run: RunStatement,
  tenant: string,
  wanted: {
    readonly uris: readonly string[];
    readonly hashes: readonly string[];
    readonly ids: readonly string[];
  },
): Promise<readonly KnownDocument[]> {
  return (await run('read/documents-known', { tenant, ...wanted })) as unknown as KnownDocument[];
}
