import type { DocumentRows } from '../../domain/rows.ts';
import type { RunStatement } from '../driver.ts';
import type { AccessLedger } from './access-ledger.ts';
import { writeRows } from './batches.ts';
import type { CountedNode } from './counts.ts';
import type { Touched } from './retire-versions.ts';
import { mergeEntities, settleEntities } from './settle-entities.ts';
import { settleNames } from './settle-names.ts';
import { settleRelations } from './settle-relations.ts';

/** A version that becomes visible, with its access key. */
export interface IncomingVersion {
  readonly rows: DocumentRows;
  readonly acl: string;
}

/** What settling came to. */
export interface SettledKnowledge {
  readonly added: readonly CountedNode[];
  readonly removed: readonly CountedNode[];
  readonly entitiesGone: number;
  readonly relationsGone: number;
}

/**
 * Brings the facts that documents share (entities, names, mentions, relations) to what all visible documents state,
 * after `incoming` came and those behind `touched` went. Every fact ends with the union of the access keys of its
 * sources and dies with the last of them. The result depends on the visible documents only, not on their order.
 * Runs under the tenant's lock.
 */
export async function settleKnowledge(
  run: RunStatement,
  tenant: string,
  change: { incoming: readonly IncomingVersion[]; touched: Touched; ledger: AccessLedger },
): Promise<SettledKnowledge> {
  const { incoming, touched, ledger } = change;
  const mentioned = incoming.flatMap(({ acl, rows }) => rows.entities.map((entity) => ({ acl, entity })));
  const before = await mergeEntities(run, tenant, mentioned, touched.entityIds);
  const used = incoming.flatMap(({ acl, rows }) =>
    rows.entities.flatMap((entity) =>
      entity.names.map((name) => ({
        documentId: rows.document.id,
        acl,
        entityId: entity.id,
        entityType: entity.type,
        name,
      })),
    ),
  );
  const names = await settleNames(run, tenant, { used, touched: touched.nameIds, ledger });
  const mentions = incoming.flatMap(({ acl, rows }) => rows.mentions.map((mention) => ({ ...mention, acl })));
  await writeRows(run, 'write/mentions-merge', mentions, { tenant });
  const stated = incoming.flatMap(({ acl, rows }) => rows.relations.map((relation) => ({ acl, relation })));
  const relationsGone = await settleRelations(run, tenant, { stated, touched, ledger });
  const entitiesGone = await settleEntities(run, { mentioned, touched: touched.entityIds, before, ledger });
  return { ...names, entitiesGone, relationsGone };
}
