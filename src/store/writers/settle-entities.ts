import { isUsableName, LABELS } from '../../domain/graph-names.ts';
import type { EntityRow } from '../../domain/rows.ts';
import type { RunStatement } from '../driver.ts';
import type { AccessLedger } from './access-ledger.ts';
import { readByIds, writeRows } from './batches.ts';
import { preferredName } from './entity-name.ts';
import { sortedKeys } from './sorted-keys.ts';

/** An entity that a document mentions. */
export interface MentionedEntity {
  readonly acl: string;
  readonly entity: EntityRow;
}

interface EntityState {
  readonly id: string;
  readonly acl: string | null;
  readonly name: string;
  readonly normal: string;
}

/** Type labels for Neo4j Browser; a type named like one of our own labels gets none. */
function labelsOf(type: string): string[] {
  return isUsableName(type) && !(LABELS as readonly string[]).includes(type) ? [type] : [];
}

/** Creates the entities that the graph lacks and returns what it knew of all `ids` before. */
export async function mergeEntities(
  run: RunStatement,
  tenant: string,
  mentioned: readonly MentionedEntity[],
  touched: ReadonlySet<string>,
): Promise<ReadonlyMap<string, EntityState>> {
  const byId = new Map(mentioned.map(({ entity }) => [entity.id, entity]));
  const ids = [...new Set([...byId.keys(), ...touched])].sort();
  const states = await readByIds<EntityState>(run, 'read/entities-state', ids);
  const before = new Map(states.map((state) => [state.id, state]));
  const rows = sortedKeys(byId)
    .filter(([id]) => !before.has(id))
    .map(([id, { type, name, normal }]) => ({
      id,
      labels: labelsOf(type),
      properties: { tenant, type, name, normal },
    }));
  await writeRows(run, 'write/entities-merge', rows);
  return before;
}

interface EntityChange {
  readonly mentioned: readonly MentionedEntity[];
  readonly touched: ReadonlySet<string>;
  readonly before: ReadonlyMap<string, EntityState>;
  readonly ledger: AccessLedger;
}

interface Support {
  readonly acls: readonly string[];
  readonly names: readonly string[];
  readonly imported: boolean;
}

/** Keys and spellings behind each entity: asked of the graph where a document went, added up elsewhere. */
async function supportOf(run: RunStatement, change: EntityChange): Promise<Map<string, Support>> {
  const support = new Map<string, Support>();
  for (const { entity, acl } of change.mentioned) {
    const known = change.before.get(entity.id);
    const first =
      known === undefined ? { acls: [], names: [] } : { acls: [known.acl ?? acl], names: [known.name] };
    const { acls, names } = support.get(entity.id) ?? first;
    support.set(entity.id, { acls: [...acls, acl], names: [...names, entity.name], imported: false });
  }
  const ids = [...change.touched].sort();
  const mentions = await readByIds<{ id: string; acls: string[]; imported: boolean }>(
    run,
    'read/entity-support',
    ids,
  );
  const spellings = await readByIds<{ id: string; texts: string[] }>(run, 'read/entity-names', ids);
  const texts = new Map(spellings.map((row) => [row.id, row.texts]));
  for (const { id, acls, imported } of mentions) {
    support.set(id, { acls, names: texts.get(id) ?? [], imported });
  }
  return support;
}

/**
 * Gives every entity that gained or lost a mention the union of its mentions' access keys and its preferred
 * spelling, and deletes those that nothing mentions any more (imported ones stay). Runs under the tenant's lock,
 * after names and mentions are written. Returns how many entities are gone.
 */
export async function settleEntities(run: RunStatement, change: EntityChange): Promise<number> {
  const { before, ledger } = change;
  const updates: { id: string; acl: string; name: string }[] = [];
  const dead: string[] = [];
  for (const [id, { acls, names, imported }] of sortedKeys(await supportOf(run, change))) {
    const known = before.get(id);
    if (acls.length === 0) {
      if (!imported) dead.push(id);
      continue;
    }
    const acl = ledger.union(acls);
    const name = preferredName(names) ?? known?.name ?? '';
    if (acl === known?.acl && name === known.name) continue;
    updates.push({ id, acl, name });
    if (acl === known?.acl) continue;
    if (known !== undefined && known.acl !== null) ledger.use(known.acl, -1);
    ledger.use(acl, 1);
  }
  for (const id of dead) {
    const acl = before.get(id)?.acl;
    if (acl !== undefined && acl !== null) ledger.use(acl, -1);
  }
  await writeRows(run, 'write/entities-update', updates);
  await readByIds(run, 'write/entities-delete', dead);
  return dead.length;
}
