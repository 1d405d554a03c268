import type { Scope } from '../../domain/access.ts';
import { TrellisError } from '../../errors.ts';
import type { Database, RunStatement } from '../driver.ts';
import { type AccessLedger, openAccessLedger } from './access-ledger.ts';
import { changeCounts } from './counts.ts';
import { lostAddress, type Removed } from './documents.ts';
import { type KnownDocument, knownDocuments } from './known-documents.ts';
import { type RetiredVersion, retireVersions } from './retire-versions.ts';
import { settleKnowledge } from './settle-knowledge.ts';
import { lockTenant } from './tenant-lock.ts';

/** Returns the error of a document that is not there, or not for this reader: the two look the same. */
export function documentNotFound(id: string): TrellisError {
  return new TrellisError(
    'TRELLIS_INGEST_DOCUMENT_NOT_FOUND',
    `There is no document "${id}". trellis docs list shows those there are.`,
    { details: { id } },
  );
}

/**
 * Deletes the visible version of a document with every fact that only it states, in one transaction; counts and keys
 * follow. Throws `TRELLIS_INGEST_DOCUMENT_NOT_FOUND` when the scope does not hold it.
 */
export async function deleteDocument(
  database: Database,
  { tenant, acls }: Scope,
  id: string,
): Promise<Removed & { readonly chunks: number; readonly summaries: number; readonly qaPairs: number }> {
  return database.writeTransaction(async (run) => {
    await lockTenant(run, tenant);
    const known = await knownDocuments(run, tenant, { uris: [], hashes: [], ids: [id] });
    const document = known.find(({ acl }) => acls.includes(acl));
    if (document === undefined) throw documentNotFound(id);
    const ledger = await openAccessLedger(run, tenant);
    const removed = await removeDocument(run, tenant, toRetired(document), ledger);
    await ledger.write(run);
    return removed;
  });
}

function toRetired({ id, version, acl }: KnownDocument): RetiredVersion {
  return { documentId: id, version, acl };
}

async function removeDocument(
  run: RunStatement,
  tenant: string,
  document: RetiredVersion,
  ledger: AccessLedger,
): Promise<Removed & { chunks: number; summaries: number; qaPairs: number }> {
  const touched = await retireVersions(run, [document], ledger);
  const settled = await settleKnowledge(run, tenant, { incoming: [], touched, ledger });
  await changeCounts(run, tenant, {
    added: settled.added,
    removed: [...touched.counted, ...settled.removed],
  });
  const count = (collection: string) =>
    touched.counted.filter((node) => node.collection === collection).length;
  return {
    chunks: count('chunk'),
    summaries: count('summary'),
    qaPairs: count('qa'),
    entities: settled.entitiesGone,
    relations: settled.relationsGone,
  };
}

/**
 * Gives a document one more address, in one transaction; documents that had it lose it, and go with their last.
 * Throws `TRELLIS_INGEST_DOCUMENT_BUSY` when the document is no longer there.
 */
export async function addAddress(
  database: Database,
  tenant: string,
  { documentId, uri }: { readonly documentId: string; readonly uri: string },
): Promise<void> {
  await database.writeTransaction(async (run) => {
    await lockTenant(run, tenant);
    const known = await knownDocuments(run, tenant, { uris: [uri], hashes: [], ids: [documentId] });
    const target = known.find(({ id }) => id === documentId);
    if (target === undefined) throw lostAddress(documentId, [uri]);
    const ledger = await openAccessLedger(run, tenant);
    const rows = [{ documentId, uris: [...new Set([...target.uris, uri])] }];
    for (const other of known.filter(({ id }) => id !== documentId)) {
      const left = other.uris.filter((address) => address !== uri);
      if (left.length > 0) rows.push({ documentId: other.id, uris: left });
      else await removeDocument(run, tenant, toRetired(other), ledger);
    }
    await run('write/document-uris', { rows });
    await ledger.write(run);
  });
}
