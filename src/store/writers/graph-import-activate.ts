import { TrellisError } from '../../errors.ts';
import type { RunStatement } from '../driver.ts';
import { partsOf, writeRows } from './batches.ts';
import { type CountedNode, changeCounts } from './counts.ts';
import { importStateId, readCountedTexts, removeTexts, writeEntityProperties } from './graph-import.ts';
import type { ImportedEntity, ImportTarget, RelationKey } from './graph-import-rows.ts';
import { lockTenant } from './tenant-lock.ts';

/** What the last transaction of an import does besides making the new rows visible. */
export interface Activation {
  readonly target: ImportTarget;
  /** Generation that the run started from. */
  readonly generation: number;
  /** Key of the run, noted by `write/import-begin`. */
  readonly key: string;
  /** Keys before. */
  readonly keys: readonly string[];
  readonly newKeys: readonly string[];
  readonly rights: readonly string[];
  readonly digest: string;
  /** JSON of the graph's schema. */
  readonly json: string;
  /** Entities whose properties change; their new texts are written already, or are by `write`. */
  readonly changed: readonly ImportedEntity[];
  readonly removedIds: readonly string[];
  readonly removedRelations: readonly RelationKey[];
  /** Entities that change in their outgoing relations only. */
  readonly edgesDigests: readonly { readonly id: string; readonly edgesDigest: string }[];
  /** Texts that become visible and are not counted yet. */
  readonly added: readonly CountedNode[];
}

async function removeOld(run: RunStatement, activation: Activation): Promise<readonly CountedNode[]> {
  const { target, keys, changed, removedIds, removedRelations } = activation;
  const replaced = [...changed.map(({ id }) => id), ...removedIds];
  const counted = await readCountedTexts(run, keys, replaced);
  await removeTexts(run, keys, replaced);
  const { source } = target;
  await writeRows(run, 'write/import-remove-relations', removedRelations, { source, keys });
  for (const ids of partsOf(removedIds)) await run('write/import-remove-entities', { ids });
  return counted;
}

/**
 * Makes a run's rows visible and takes the replaced ones away, inside the transaction of `run`. The keys that come
 * to be known here are what readers resolve, so one transaction shows any number of rows.
 * Throws `TRELLIS_INGEST_DOCUMENT_BUSY` when another run of the same graph came between.
 */
export async function activateImport(run: RunStatement, activation: Activation): Promise<void> {
  const { target, key, newKeys, generation, rights, digest, json } = activation;
  await lockTenant(run, target.tenant);
  const rows = await run('write/import-activate', {
    id: importStateId(target),
    schemaId: `${target.tenant}|${target.source}`,
    ...target,
    acl: newKeys.at(-1) ?? key,
    key,
    keys: newKeys,
    generation,
    rights,
    digest,
    json,
  });
  if (rows[0]?.['activated'] !== 1) {
    throw new TrellisError(
      'TRELLIS_INGEST_DOCUMENT_BUSY',
      `Another run imports the graph "${target.source}" into this tenant. Wait for it, then import again.`,
      { details: { ...target } },
    );
  }
  const removed = await removeOld(run, activation);
  await writeEntityProperties(run, target, activation.changed, newKeys.at(-1) ?? key);
  await writeRows(run, 'write/import-edges-digests', activation.edgesDigests, { keys: activation.keys });
  await changeCounts(run, target.tenant, { added: activation.added, removed });
}
