import { STAGED_ACL } from '../../domain/access.ts';
import { buildingId, versionPrefix } from '../../domain/version-ids.ts';
import { TrellisError } from '../../errors.ts';
import type { Database, RunStatement } from '../driver.ts';
import { readByIds } from './batches.ts';

/** Nodes that one transaction of a sweep removes. */
const SWEEP_LIMIT = 2000;

/** A document and the job that works on it. */
export interface Claim {
  readonly documentId: string;
  readonly jobId: string;
}

/**
 * Claims documents for a job and returns who holds each: this job, or another that was first. A claim is the
 * building node itself, unique by id, so two processes can never both hold one.
 */
export async function claimDocuments(
  database: Database,
  { tenant, jobId, documentIds }: { tenant: string; jobId: string; documentIds: readonly string[] },
): Promise<Claim[]> {
  const rows = [...new Set(documentIds)]
    .sort()
    .map((documentId) => ({ documentId, buildingId: buildingId(documentId) }));
  if (rows.length === 0) return [];
  const found = await database.write('write/document-claim', { rows, tenant, jobId, acl: STAGED_ACL });
  return found as unknown as Claim[];
}

/** Throws `TRELLIS_INGEST_DOCUMENT_BUSY` unless the job still holds every one of these documents. */
export async function requireClaims(
  run: RunStatement,
  jobId: string,
  documentIds: readonly string[],
): Promise<void> {
  const wanted = documentIds.map(buildingId);
  const held = await readByIds<{ id: string }>(run, 'read/document-claims', wanted, { jobId });
  if (held.length === new Set(wanted).size) return;
  throw new TrellisError(
    'TRELLIS_INGEST_DOCUMENT_BUSY',
    'This run was silent for so long that another took over its document. Ingest it again.',
    { details: { documentIds, jobId } },
  );
}

/**
 * Removes what a job has staged for a document, part by part, and then its claim. Harmless when the job no longer
 * holds the document: nothing of another job or of a visible version is touched.
 */
export async function abandonVersion(
  database: Database,
  { jobId, documentId, version }: { jobId: string; documentId: string; version: number },
): Promise<void> {
  await removeStaged(database, {
    jobId,
    buildingId: buildingId(documentId),
    prefix: versionPrefix(documentId, version),
  });
}

/** Gives documents back for which a job has staged nothing. */
export async function releaseDocuments(
  database: Database,
  jobId: string,
  documentIds: readonly string[],
): Promise<void> {
  if (documentIds.length === 0) return;
  await database.write('write/document-release', { ids: documentIds.map(buildingId), jobId });
}

/** As `abandonVersion`, for a building node found in the graph. `prefix` may cover several versions. */
export async function removeStaged(
  database: Database,
  staged: { jobId: string; buildingId: string; prefix: string },
): Promise<void> {
  const limit = SWEEP_LIMIT;
  for (let removed = limit; removed === limit; ) {
    const rows = await database.write('write/staged-remove', { ...staged, limit, acl: STAGED_ACL });
    removed = Number(rows[0]?.['removed'] ?? 0);
  }
  await database.write('write/document-release', { ids: [staged.buildingId], jobId: staged.jobId });
}
