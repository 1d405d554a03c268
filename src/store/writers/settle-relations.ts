import type { RelationRow } from '../../domain/rows.ts';
import type { RunStatement } from '../driver.ts';
import type { AccessLedger } from './access-ledger.ts';
import { partsOf, writeRows } from './batches.ts';
import {
  type Evidence,
  evidenceOf,
  type RelationKey,
  relationId,
  relationProperties,
  withoutSources,
} from './relation-evidence.ts';
import { requireUsableName } from './require-usable-name.ts';
import type { StoredRelation, Touched } from './retire-versions.ts';

/** A relation that a document states. */
export interface StatedRelation {
  readonly acl: string;
  readonly relation: RelationRow;
}

interface PendingRelation {
  readonly key: RelationKey;
  /** Access key before; undefined when the relation is new. */
  readonly before: string | undefined;
  readonly evidence: Evidence[];
}

async function readStored(run: RunStatement, keys: readonly RelationKey[]): Promise<StoredRelation[]> {
  const found: StoredRelation[] = [];
  for (const part of partsOf(keys)) {
    found.push(...((await run('read/relations-state', { rows: part })) as unknown as StoredRelation[]));
  }
  return found;
}

const keyOf = ({ sourceId, type, targetId }: RelationKey): RelationKey => ({ sourceId, type, targetId });

async function gather(
  run: RunStatement,
  stated: readonly StatedRelation[],
  touched: Touched,
): Promise<Map<string, PendingRelation>> {
  const pending = new Map<string, PendingRelation>();
  const addStored = ({ properties, ...key }: StoredRelation): void => {
    const evidence = withoutSources(evidenceOf(properties), touched.prefixes);
    pending.set(relationId(key), { key: keyOf(key), before: properties.acl, evidence });
  };
  for (const relation of touched.relations.values()) addStored(relation);
  const fresh = new Map(stated.map(({ relation }) => [relationId(relation), keyOf(relation)]));
  for (const id of pending.keys()) fresh.delete(id);
  for (const relation of await readStored(run, [...fresh.values()])) addStored(relation);
  for (const { acl, relation } of stated) {
    const id = relationId(relation);
    const known = pending.get(id) ?? { key: keyOf(relation), before: undefined, evidence: [] };
    const { nodeId: source, confidence, origin, sentence } = relation;
    known.evidence.push({ source, acl, confidence, origin, sentence });
    pending.set(id, known);
  }
  return pending;
}

/**
 * Gives every relation that gained or lost a source the properties that its evidence makes, and deletes those
 * without any. Runs under the tenant's lock, after entities are merged. Returns how many relations are gone.
 */
export async function settleRelations(
  run: RunStatement,
  tenant: string,
  change: { stated: readonly StatedRelation[]; touched: Touched; ledger: AccessLedger },
): Promise<number> {
  const { stated, touched, ledger } = change;
  const pending = await gather(run, stated, touched);
  const rows: object[] = [];
  const dead: RelationKey[] = [];
  for (const { key, before, evidence } of [...pending.values()].sort((a, b) =>
    relationId(a.key) < relationId(b.key) ? -1 : 1,
  )) {
    if (before !== undefined) ledger.use(before, -1);
    const acl = evidence.length === 0 ? '' : ledger.union(evidence.map((item) => item.acl));
    const properties = relationProperties(tenant, acl, evidence);
    if (properties === undefined) dead.push(key);
    else {
      rows.push({ ...key, type: requireUsableName(key.type), properties });
      ledger.use(acl, 1);
    }
  }
  await writeRows(run, 'write/relations-delete', dead);
  await writeRows(run, 'write/relations-merge', rows);
  return dead.length;
}
