import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { TrellisError } from '../errors.ts';
import type { Database } from './driver.ts';
import { compareSchema, type SchemaItem, schemaItems, vectorOptions } from './schema.ts';

/** The embedding model that the vectors of the graph come from. */
export interface EmbeddingModel {
  readonly embeddingId: string;
  /** Length of a vector. */
  readonly dimensions: number;
}

/** How long one process may hold the lease between two statements, in ms; building one index takes less. */
const LEASE_MS = 60_000;
const POLL_MS = 1000;
/** How long to wait for another process's migration or for indexes to populate, in ms. */
const WAIT_MS = 600_000;

/** Throws `TRELLIS_STORE_SCHEMA_MISMATCH` when an applied file was edited or is unknown to this version. */
async function pendingItems(
  database: Database,
  items: readonly SchemaItem[],
): Promise<readonly SchemaItem[]> {
  const byFile = new Map<string, SchemaItem>(items.map((item) => [item.file, item]));
  const applied = new Set<unknown>();
  for (const { name, checksum } of await database.read('read/applied-migrations')) {
    const item = byFile.get(String(name));
    if (item?.checksum !== checksum) {
      const what =
        item === undefined ? 'is not known to this version of Trellis' : 'was edited after it was applied';
      throw new TrellisError(
        'TRELLIS_STORE_SCHEMA_MISMATCH',
        `cypher/${name}.cypher ${what}. Use the version that made this database, or another database.`,
        { details: { file: name } },
      );
    }
    applied.add(name);
  }
  return items.filter((item) => !applied.has(item.file));
}

/** Runs one schema file; a race with another process that made the same thing counts as done. */
async function create(database: Database, item: SchemaItem, dimensions: number): Promise<void> {
  const parameters = item.type === 'VECTOR' ? { options: vectorOptions(dimensions) } : {};
  try {
    await database.write(item.file, parameters);
  } catch (error) {
    const code = error instanceof TrellisError ? String(error.details['neo4jCode']) : '';
    if (!/Schema\.(?:EquivalentSchemaRule|Constraint|Index)AlreadyExists$/u.test(code)) throw error;
  }
}

async function takeLock(database: Database, owner: string): Promise<void> {
  const deadline = Date.now() + WAIT_MS;
  for (;;) {
    const [row] = await database.write('write/take-migration-lock', { owner, leaseMs: LEASE_MS });
    if (row?.['taken'] === true) return;
    if (Date.now() > deadline) {
      const message =
        'Another process has been changing the schema for ten minutes. End it, then start again.';
      throw new TrellisError('TRELLIS_STORE_INDEX_NOT_READY', message);
    }
    await sleep(POLL_MS);
  }
}

/**
 * Runs `work` while no other process changes the schema; `renew` keeps the lease during long work. The `Meta`
 * constraint is made first, since the lease rests on it.
 */
export async function withSchemaLock<T>(
  database: Database,
  work: (renew: () => Promise<void>) => Promise<T>,
): Promise<T> {
  const [first] = schemaItems(database.statements);
  if (first !== undefined) await create(database, first, 0);
  const owner = randomUUID();
  await takeLock(database, owner);
  try {
    return await work(() => takeLock(database, owner));
  } finally {
    await database.write('write/release-migration-lock', { owner });
  }
}

/**
 * Returns which indexes of ours are missing or still being filled; changes nothing. Errors as `compareSchema`.
 */
export async function inspectIndexes(
  database: Database,
  dimensions: number,
): Promise<{ missing: string[]; populating: string[] }> {
  const rows = await database.read('read/index-states');
  const { missing, populating } = compareSchema(schemaItems(database.statements), rows, dimensions);
  return { missing: missing.map(({ name }) => name), populating: [...populating] };
}

/** Waits until every index of ours is ONLINE. Errors as `compareSchema`, or `TRELLIS_STORE_INDEX_NOT_READY`. */
export async function awaitIndexes(database: Database, dimensions: number): Promise<void> {
  const items = schemaItems(database.statements);
  const deadline = Date.now() + WAIT_MS;
  for (;;) {
    const { missing, populating } = compareSchema(
      items,
      await database.read('read/index-states'),
      dimensions,
    );
    const open = [...missing.map(({ name }) => name), ...populating];
    if (open.length === 0) return;
    if (missing.length > 0 || Date.now() > deadline) {
      const message = `These indexes are not ready: ${open.join(', ')}. Start Trellis again to build them.`;
      throw new TrellisError('TRELLIS_STORE_INDEX_NOT_READY', message, { details: { indexes: open } });
    }
    await sleep(POLL_MS);
  }
}

/** Drops and makes the vector indexes anew, for vectors of another length. Hold the schema lock. */
export async function rebuildVectorIndexes(database: Database, dimensions: number): Promise<void> {
  for (const item of schemaItems(database.statements).filter(({ type }) => type === 'VECTOR')) {
    await database.write('write/drop-index', { name: item.name });
    await create(database, item, dimensions);
  }
}

/** Records the model on a graph without vectors; refuses another model on one that has some. */
async function settleEmbedding(
  database: Database,
  { embeddingId, dimensions }: EmbeddingModel,
): Promise<void> {
  const [known] = await database.read('read/embedding-model');
  const same = known?.['model'] === embeddingId && known['dimensions'] === dimensions;
  if (same && known['pendingModel'] === null) return;
  const [content] = await database.read('read/has-embeddings');
  if (known !== undefined && content?.['embedded'] === true) {
    const state = known['pendingModel'] === null ? '' : ` and half changed to ${known['pendingModel']}`;
    throw new TrellisError(
      'TRELLIS_MODEL_EMBEDDING_CHANGED',
      `The graph is embedded with ${known['model']} (${known['dimensions']} dimensions)${state}; the settings name ` +
        `${embeddingId} (${dimensions}). Run "trellis models reembed", or set EMBEDDING_MODEL back.`,
      { details: { graph: known['model'], settings: embeddingId, dimensions } },
    );
  }
  const changed = known !== undefined && known['dimensions'] !== dimensions;
  if (changed) await rebuildVectorIndexes(database, dimensions);
  await database.write('write/set-embedding-model', { model: embeddingId, dimensions });
}

async function isCurrent(database: Database, model: EmbeddingModel): Promise<boolean> {
  const items = schemaItems(database.statements);
  if ((await pendingItems(database, items)).length > 0) return false;
  const [known] = await database.read('read/embedding-model');
  if (known?.['model'] !== model.embeddingId || known['dimensions'] !== model.dimensions) return false;
  if (known['pendingModel'] !== null) return false;
  const { missing, populating } = compareSchema(
    items,
    await database.read('read/index-states'),
    model.dimensions,
  );
  return missing.length + populating.length === 0;
}

/**
 * Brings the database's schema to this version: applies the schema files that were not applied, makes indexes that are
 * gone, waits until all are ONLINE and of the right kind. Safe when several processes start at once. Throws
 * `TRELLIS_STORE_SCHEMA_MISMATCH` (an edited or unknown file, an index of another shape),
 * `TRELLIS_STORE_INDEX_NOT_READY`, or `TRELLIS_MODEL_EMBEDDING_CHANGED` when the graph has vectors of another model.
 */
export async function migrate(database: Database, model: EmbeddingModel): Promise<void> {
  const items = schemaItems(database.statements);
  if (await isCurrent(database, model)) return;
  await withSchemaLock(database, async (renew) => {
    const pending = await pendingItems(database, items);
    await settleEmbedding(database, model);
    const states = await database.read('read/index-states');
    const { missing } = compareSchema(items, states, model.dimensions);
    // Each schema change makes the server plan every statement anew: record all of them once, at the end.
    const todo = [...new Set([...pending, ...missing])];
    let renewedAt = Date.now();
    for (const item of todo) {
      await create(database, item, model.dimensions);
      if (Date.now() - renewedAt < LEASE_MS / 4) continue;
      await renew();
      renewedAt = Date.now();
    }
    const rows = todo.map(({ file, checksum }) => ({ name: file, checksum }));
    await database.write('write/record-migrations', { rows });
  });
  await awaitIndexes(database, model.dimensions);
}
