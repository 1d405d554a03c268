import { neo4jConfig } from '../../setup/neo4j-context.ts';
import { type IngestContext, openIngest } from './open-ingest.ts';

export type { IngestContext };

/** Settings under which a few lines make a chunk. */
export const SMALL_CHUNKS = {
  CHUNK_TARGET_TOKENS: '60',
  CHUNK_MAX_TOKENS: '120',
  CHUNK_OVERLAP_TOKENS: '0',
} as const;

/** Opens it on the run's Neo4j. PDFs are not to be parsed with it: it has no Java. */
export function openIngestContext(overrides: Record<string, string> = {}): Promise<IngestContext> {
  return openIngest(neo4jConfig({ ...SMALL_CHUNKS, ...overrides }));
}

/** A Markdown file as an upload. */
export function upload(name: string, text: string): { name: string; bytes: Uint8Array } {
  return { name, bytes: new TextEncoder().encode(text) };
}
