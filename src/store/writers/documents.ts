import { documentRights } from '../../domain/access.ts';
import type { DocumentRows } from '../../domain/rows.ts';
import { buildingId, versionPrefix } from '../../domain/version-ids.ts';
import { TrellisError } from '../../errors.ts';
import type { Database, RunStatement } from '../driver.ts';
import { openAccessLedger } from './access-ledger.ts';
import { partsOf } from './batches.ts';
import { requireClaims } from './claims.ts';
import { type CountedNode, changeCounts } from './counts.ts';
import { type KnownDocument, knownDocuments } from './known-documents.ts';
import { type RetiredVersion, retireVersions } from './retire-versions.ts';
import { type IncomingVersion, settleKnowledge } from './settle-knowledge.ts';
import { joinRows, type StatementRows, stageRows } from './stage-rows.ts';
import { lockTenant } from './tenant-lock.ts';

/** Rows that a group of versions may have to be written in one transaction; more are staged part by part before. */
export const ROWS_PER_TRANSACTION = 2000;

/** What a change took away. */
export interface Removed {
  readonly entities: number;
  readonly relations: number;
}

function countedNodes({ rows, acl }: IncomingVersion): CountedNode[] {
  const nodes = rows.nodes.map(({ layer, lexical }) => ({
    acl,
    collection: layer === 0 ? ('chunk' as const) : ('summary' as const),
    lexical,
  }));
  return [...nodes, ...rows.qaPairs.map(({ lexical }) => ({ acl, collection: 'qa' as const, lexical }))];
}

async function writeStatementRows(run: RunStatement, all: readonly StatementRows[]): Promise<void> {
  for (const { statement, rows } of all)
    for (const part of partsOf(rows)) await run(statement, { rows: part });
}

/** Adds `$jobId` to the one statement that checks the claim. */
function withJob(run: RunStatement, jobId: string): RunStatement {
  return (statement, parameters = {}) =>
    run(statement, statement === 'write/document-stage' ? { ...parameters, jobId } : parameters);
}

/**
 * Writes versions below their building nodes, invisible to every reader, part by part. Throws
 * `TRELLIS_INGEST_DOCUMENT_BUSY` when the job has lost a claim meanwhile.
 */
export async function stageDocuments(
  database: Database,
  jobId: string,
  versions: readonly DocumentRows[],
  stagedAcl: string,
): Promise<void> {
  const ids = versions.map(({ document }) => document.id);
  for (const { statement, rows } of joinRows(versions.map((version) => stageRows(version, stagedAcl)))) {
    for (const part of partsOf(rows)) {
      await database.writeTransaction(async (run) => {
        await requireClaims(run, jobId, ids);
        await withJob(run, jobId)(statement, { rows: part });
      });
    }
  }
}

/** What of the visible documents gives way: earlier versions, and documents whose last address moves here. */
function retiredBy(
  incoming: readonly DocumentRows[],
  known: readonly KnownDocument[],
): {
  retired: RetiredVersion[];
  remaining: { documentId: string; uris: readonly string[] }[];
} {
  const ids = new Set(incoming.map(({ document }) => document.id));
  const taken = new Set(incoming.flatMap(({ document }) => document.uris));
  const retired: RetiredVersion[] = [];
  const remaining: { documentId: string; uris: readonly string[] }[] = [];
  for (const { id, version, acl, uris } of known) {
    const left = uris.filter((uri) => !taken.has(uri));
    if (ids.has(id) || left.length === 0) retired.push({ documentId: id, version, acl });
    else if (left.length < uris.length) remaining.push({ documentId: id, uris: left });
    if (ids.has(id) && left.length > 0) throw lostAddress(id, left);
  }
  return { retired, remaining };
}

/** The error of a document whose addresses changed while a run worked on it. */
export function lostAddress(documentId: string, uris: readonly string[]): TrellisError {
  return new TrellisError(
    'TRELLIS_INGEST_DOCUMENT_BUSY',
    'The document got another address while it was worked on. Ingest it again.',
    { details: { documentId, uris } },
  );
}

async function switchOn(
  run: RunStatement,
  jobId: string,
  incoming: readonly IncomingVersion[],
): Promise<void> {
  const rows = incoming.map(({ rows: { document }, acl }) => ({
    documentId: document.id,
    buildingId: buildingId(document.id),
    acl,
  }));
  await run('write/document-activate', { rows, jobId });
}

/**
 * Makes versions visible in one transaction: they get their access keys, what they replace goes, shared facts,
 * counts and access keys follow. `staged` versions are in the graph already; others are written in the same
 * transaction. Throws `TRELLIS_INGEST_DOCUMENT_BUSY` when the job has lost a claim; then nothing has changed.
 */
export async function activateDocuments(
  database: Database,
  job: { readonly tenant: string; readonly jobId: string },
  versions: readonly DocumentRows[],
  staged: boolean,
): Promise<Removed> {
  const { tenant, jobId } = job;
  return database.writeTransaction(async (run) => {
    await lockTenant(run, tenant);
    const known = await knownFor(run, tenant, versions);
    if (isDone(jobId, versions, known)) return { entities: 0, relations: 0 };
    await requireClaims(
      run,
      jobId,
      versions.map(({ document }) => document.id),
    );
    const ledger = await openAccessLedger(run, tenant);
    const incoming = versions.map((rows) => ({ rows, acl: ledger.intern(documentRights(rows.document)) }));
    const { retired, remaining } = retiredBy(versions, known);
    const touched = await retireVersions(run, retired, ledger);
    await run('write/document-uris', { rows: remaining });
    await makeVisible(run, jobId, incoming, staged);
    for (const { acl } of incoming) ledger.use(acl, 1);
    const settled = await settleKnowledge(run, tenant, { incoming, touched, ledger });
    await changeCounts(run, tenant, {
      added: [...incoming.flatMap(countedNodes), ...settled.added],
      removed: [...touched.counted, ...settled.removed],
    });
    await ledger.write(run);
    return { entities: settled.entitiesGone, relations: settled.relationsGone };
  });
}

async function makeVisible(
  run: RunStatement,
  jobId: string,
  incoming: readonly IncomingVersion[],
  staged: boolean,
): Promise<void> {
  if (staged) {
    const rows = incoming.map(({ rows: { document }, acl }) => ({
      prefix: versionPrefix(document.id, document.version),
      acl,
    }));
    await run('write/document-activate-nodes', { rows });
  } else {
    await writeStatementRows(
      withJob(run, jobId),
      joinRows(incoming.map(({ rows, acl }) => stageRows(rows, acl))),
    );
  }
  await switchOn(run, jobId, incoming);
}

function knownFor(
  run: RunStatement,
  tenant: string,
  versions: readonly DocumentRows[],
): Promise<readonly KnownDocument[]> {
  return knownDocuments(run, tenant, {
    uris: versions.flatMap(({ document }) => document.uris),
    hashes: [],
    ids: versions.map(({ document }) => document.id),
  });
}

/** A transaction that is run again because its answer got lost finds its own work done. */
function isDone(jobId: string, versions: readonly DocumentRows[], known: readonly KnownDocument[]): boolean {
  const byId = new Map(known.map((document) => [document.id, document]));
  return versions.every(({ document }) => {
    const found = byId.get(document.id);
    return found?.version === document.version && found.jobId === jobId;
  });
}
