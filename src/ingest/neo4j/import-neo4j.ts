import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Config } from '../../config.ts';
import type { ImportReport } from '../../domain/api/import.ts';
import { TrellisError } from '../../errors.ts';
import { openSource, type SourceGraph } from '../../store/source-graph.ts';
import type { ImportOptions, ImportSkb } from '../import-skb.ts';
import { type Mapping, mappingInvalid, parseMapping } from './mapping.ts';
import { type ResolvedMapping, resolveMapping } from './resolve-mapping.ts';
import { stageSource } from './stage-source.ts';

/** What reading a foreign graph needs. */
export interface SourceAccess {
  readonly config: Config;
  /** Where the variable that `password_env` names is looked up. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly signal?: AbortSignal;
}

/** How a foreign graph is imported. */
export interface Neo4jImportOptions extends Omit<ImportOptions, 'directory' | 'onProgress'> {
  readonly onProgress?: (
    phase: 'read nodes' | 'read edges' | 'check' | 'nodes' | 'edges' | 'activate',
    done: number,
    total: number,
  ) => void;
}

const ADDRESS = /^(?:bolt|neo4j)(?:\+s|\+ssc)?:\/\//u;

/**
 * Returns the mapping in a YAML file; for an address (`bolt://…`) the one that infers everything, with user `neo4j` and
 * the password in SOURCE_NEO4J_PASSWORD. Throws `TRELLIS_INGEST_FILE_NOT_FOUND` or `TRELLIS_IMPORT_MAPPING_INVALID`.
 */
export async function readMapping(path: string): Promise<Mapping> {
  if (ADDRESS.test(path))
    return { source: { uri: path, user: 'neo4j', password_env: 'SOURCE_NEO4J_PASSWORD' } };
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (cause) {
    throw new TrellisError(
      'TRELLIS_INGEST_FILE_NOT_FOUND',
      `There is no readable ${path}. --neo4j takes a YAML file or an address such as bolt://127.0.0.1:7687.`,
      { details: { path }, cause },
    );
  }
  return parseMapping(text);
}

/** Returns the mapping that an import would use. Reads the source's schema and some nodes; errors as `importNeo4j`. */
export async function planNeo4j(mapping: Mapping, access: SourceAccess): Promise<ResolvedMapping> {
  return await withSource(mapping, access, async (source) =>
    resolveMapping(mapping, await source.readSchema()),
  );
}

/**
 * Imports a foreign Neo4j graph, which is only read. It is copied into a temporary folder (disk: about its texts), then
 * goes the way of `ImportSkb`: visible at once or not at all, the same again changes nothing. Throws
 * `TRELLIS_IMPORT_MAPPING_INVALID`, `TRELLIS_IMPORT_SOURCE_UNAVAILABLE`, `TRELLIS_IMPORT_SOURCE_UNAUTHORIZED`,
 * `TRELLIS_IMPORT_SOURCE_FAILED` and what `importSkb` throws.
 */
export async function importNeo4j(
  mapping: Mapping,
  access: SourceAccess & { readonly importSkb: ImportSkb },
  { onProgress, ...options }: Neo4jImportOptions,
): Promise<ImportReport> {
  const directory = await mkdtemp(join(tmpdir(), 'trellis-import-'));
  try {
    await withSource(mapping, access, async (source) => {
      const resolved = resolveMapping(mapping, await source.readSchema());
      await stageSource(source, resolved, directory, (phase, done, total) =>
        onProgress?.(`read ${phase}`, done, total),
      );
    });
    return await access.importSkb({
      ...options,
      directory,
      ...(onProgress === undefined ? {} : { onProgress }),
    });
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

async function withSource<T>(
  { source }: Mapping,
  { config, environment, signal }: SourceAccess,
  work: (graph: SourceGraph) => Promise<T>,
): Promise<T> {
  const { uri, user, password_env: variable, database } = source;
  const password = variable === undefined ? undefined : environment[variable];
  if (variable !== undefined && password === undefined)
    throw mappingInvalid([`source.password_env names ${variable}, which is not set in the environment`]);
  const settings = {
    uri,
    ...(user === undefined ? {} : { user }),
    ...(password === undefined ? {} : { password }),
    ...(database === undefined ? {} : { database }),
  };
  const graph = await openSource(settings, config, signal);
  try {
    return await work(graph);
  } finally {
    await graph.close();
  }
}
