import type { NameRow } from '../../domain/rows.ts';
import type { RunStatement } from '../driver.ts';
import type { AccessLedger } from './access-ledger.ts';
import { readByIds, writeRows } from './batches.ts';
import type { CountedNode } from './counts.ts';
import { sortedKeys } from './sorted-keys.ts';

/** A name that a document uses for an entity. */
export interface UsedName {
  readonly documentId: string;
  readonly acl: string;
  readonly entityId: string;
  readonly entityType: string;
  readonly name: NameRow;
}

interface NameState {
  readonly id: string;
  readonly acl: string;
  readonly lexical: string;
}

/** What the counts lose and gain by names. */
export interface SettledNames {
  readonly added: readonly CountedNode[];
  readonly removed: readonly CountedNode[];
}

async function mergeNames(run: RunStatement, tenant: string, used: readonly UsedName[]): Promise<void> {
  const byId = new Map(used.map((use) => [use.name.id, use]));
  const rows = sortedKeys(byId).map(([id, { entityId, entityType, name }]) => ({
    id,
    entityId,
    properties: { tenant, entityId, entityType, text: name.text, normal: name.normal, lexical: name.lexical },
  }));
  await writeRows(run, 'write/names-merge', rows);
  const uses = used.map(({ documentId, acl, name }) => ({ documentId, acl, nameId: name.id }));
  await writeRows(run, 'write/names-use', uses, { tenant });
}

/** Access keys of the documents behind each name: asked of the graph where a document went, added up elsewhere. */
async function supportOf(
  run: RunStatement,
  used: readonly UsedName[],
  touched: ReadonlySet<string>,
  before: ReadonlyMap<string, NameState>,
): Promise<Map<string, readonly string[]>> {
  const support = new Map<string, string[]>();
  for (const { name, acl } of used) {
    const known = before.get(name.id);
    const acls = support.get(name.id) ?? (known === undefined ? [] : [known.acl]);
    support.set(name.id, [...acls, acl]);
  }
  const asked = await readByIds<{ id: string; acls: string[] }>(
    run,
    'read/name-support',
    [...touched].sort(),
  );
  for (const { id, acls } of asked) support.set(id, acls);
  return support;
}

/**
 * Writes the names that documents use, gives every name that gained or lost a document the union of its documents'
 * access keys, and deletes those that no document uses any more. Runs under the tenant's lock.
 */
export async function settleNames(
  run: RunStatement,
  tenant: string,
  change: { used: readonly UsedName[]; touched: ReadonlySet<string>; ledger: AccessLedger },
): Promise<SettledNames> {
  const { used, touched, ledger } = change;
  const ids = [...new Set([...used.map((use) => use.name.id), ...touched])].sort();
  const states = await readByIds<NameState>(run, 'read/names-state', ids);
  const before = new Map(states.map((state) => [state.id, state]));
  await mergeNames(run, tenant, used);
  const support = await supportOf(run, used, touched, before);
  const lexicals = new Map(used.map(({ name }) => [name.id, name.lexical]));
  const updates: { id: string; acl: string }[] = [];
  const dead: string[] = [];
  const added: CountedNode[] = [];
  const removed: CountedNode[] = [];
  for (const id of ids) {
    const known = before.get(id);
    const acls = support.get(id) ?? [];
    const acl = acls.length === 0 ? undefined : ledger.union(acls);
    if (acl === known?.acl) continue;
    if (known !== undefined) {
      ledger.use(known.acl, -1);
      removed.push({ acl: known.acl, collection: 'name', lexical: known.lexical });
    }
    if (acl === undefined) dead.push(id);
    else {
      updates.push({ id, acl });
      ledger.use(acl, 1);
      added.push({ acl, collection: 'name', lexical: known?.lexical ?? lexicals.get(id) ?? '' });
    }
  }
  await writeRows(run, 'write/names-update', updates);
  await readByIds(run, 'write/names-delete', dead);
  return { added, removed };
}
