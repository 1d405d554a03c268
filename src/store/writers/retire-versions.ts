import type { Collection } from '../../domain/graph-names.ts';
import { versionPrefix } from '../../domain/version-ids.ts';
import type { RunStatement } from '../driver.ts';
import type { AccessLedger } from './access-ledger.ts';
import { partsOf } from './batches.ts';
import type { CountedNode } from './counts.ts';
import { type RelationKey, type RelationProperties, relationId } from './relation-evidence.ts';

/** A visible version that is to go. */
export interface RetiredVersion {
  readonly documentId: string;
  readonly version: number;
  readonly acl: string;
}

/** A relation as it stands in the graph. */
export interface StoredRelation extends RelationKey {
  readonly properties: RelationProperties;
}

/** Shared facts that have lost a source and must be looked at again. */
export interface Touched {
  readonly prefixes: readonly string[];
  readonly entityIds: ReadonlySet<string>;
  readonly nameIds: ReadonlySet<string>;
  /** By `relationId`, with the evidence of the retired versions still in. */
  readonly relations: ReadonlyMap<string, StoredRelation>;
  /** What the counts lose. */
  readonly counted: readonly CountedNode[];
}

/** Nothing is retired, nothing touched. */
export const UNTOUCHED: Touched = {
  prefixes: [],
  entityIds: new Set(),
  nameIds: new Set(),
  relations: new Map(),
  counted: [],
};

async function readTouched(run: RunStatement, retired: readonly RetiredVersion[]): Promise<Touched> {
  const prefixes = retired.map(({ documentId, version }) => versionPrefix(documentId, version));
  const ids = retired.map(({ documentId }) => documentId);
  const entities = await run('read/version-entities', { prefixes });
  const names = await run('read/version-names', { ids });
  const entityIds = entities.map((row) => String(row['id']));
  const relations: StoredRelation[] = [];
  for (const part of partsOf(entityIds)) {
    const rows = await run('read/version-relations', { entityIds: part, prefixes });
    relations.push(...(rows as unknown as StoredRelation[]));
  }
  const terms = await run('read/version-terms', { prefixes });
  return {
    prefixes,
    entityIds: new Set(entityIds),
    nameIds: new Set(names.map((row) => String(row['id']))),
    relations: new Map(relations.map((relation) => [relationId(relation), relation])),
    counted: terms.map((row) => ({
      acl: String(row['acl']),
      collection: row['collection'] as Collection,
      lexical: String(row['lexical']),
    })),
  };
}

/**
 * Deletes visible versions with all nodes that are theirs alone, and returns the shared facts that have lost a
 * source. Those are settled by `settleKnowledge` in the same transaction.
 */
export async function retireVersions(
  run: RunStatement,
  retired: readonly RetiredVersion[],
  ledger: AccessLedger,
): Promise<Touched> {
  if (retired.length === 0) return UNTOUCHED;
  const touched = await readTouched(run, retired);
  const rows = retired.map(({ documentId, version }) => ({
    documentId,
    prefix: versionPrefix(documentId, version),
  }));
  await run('write/version-delete', { rows });
  for (const { acl } of retired) ledger.use(acl, -1);
  return touched;
}
