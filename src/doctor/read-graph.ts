import { toTrellisError } from '../errors.ts';
import { resolveScope } from '../store/access.ts';
import type { Database } from '../store/driver.ts';
import { inspectIndexes } from '../store/migrate.ts';
import type { GraphFacts, Outcome } from './facts.ts';

/** Returns what `work` gives, or its fault as data. */
export async function attempt<T>(work: () => Promise<T>): Promise<Outcome<T>> {
  try {
    return { ok: true, value: await work() };
  } catch (error) {
    const { code, message } = toTrellisError(error);
    return { ok: false, problem: { code, message } };
  }
}

/**
 * Returns what the graph holds, as its owner sees a tenant; nothing is written. `dimensions` are those of the embedding
 * model, or of the graph's own vectors when they are not known.
 */
export async function readGraph(
  database: Database,
  tenant: string,
  dimensions: number | undefined,
): Promise<GraphFacts> {
  const [known] = await database.read('read/embedding-model');
  const [content] = await database.read('read/has-embeddings');
  const { acls } = await resolveScope(database, { tenant, groups: 'all' });
  const rows = await database.read('read/document-languages', { tenant, acls });
  const length = Number(known?.['dimensions'] ?? dimensions ?? 0);
  return {
    indexes: await attempt(() => inspectIndexes(database, length)),
    ...(known === undefined ? {} : { model: modelOf(known) }),
    hasVectors: content?.['embedded'] === true,
    languages: Object.fromEntries(rows.map((row) => [String(row['language']), Number(row['documents'])])),
  };
}

function modelOf(row: Readonly<Record<string, unknown>>): NonNullable<GraphFacts['model']> {
  const pending = row['pendingModel'];
  return {
    id: String(row['model']),
    dimensions: Number(row['dimensions']),
    ...(typeof pending === 'string' ? { pending } : {}),
  };
}
