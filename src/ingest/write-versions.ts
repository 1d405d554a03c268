import { STAGED_ACL } from '../domain/access.ts';
import type { DocumentRows } from '../domain/rows.ts';
import { activateDocuments, ROWS_PER_TRANSACTION, stageDocuments } from '../store/writers/documents.ts';
import type { BatchContext } from './batch-context.ts';
import { requireGoing, stopsRun, writtenResult } from './outcomes.ts';
import type { ReadyVersion } from './pipeline.ts';

function sizeOf({ pages, sections, nodes, windows, qaPairs, mentions, relations }: DocumentRows): number {
  return [pages, sections, nodes, windows, qaPairs, mentions, relations].reduce(
    (sum, rows) => sum + rows.length,
    0,
  );
}

/** Returns neighbours in groups of at most `limit` rows; one that is larger stands alone. */
function groupBySize(versions: readonly ReadyVersion[], limit: number): ReadyVersion[][] {
  const groups: ReadyVersion[][] = [];
  let filled = limit;
  for (const version of versions) {
    const size = sizeOf(version.rows);
    if (filled + size > limit) {
      groups.push([]);
      filled = 0;
    }
    groups.at(-1)?.push(version);
    filled += size;
  }
  return groups;
}

async function writeGroup(context: BatchContext, group: readonly ReadyVersion[]): Promise<void> {
  const { deps, jobId, tenant } = context;
  const rows = group.map((version) => version.rows);
  const size = rows.reduce((sum, one) => sum + sizeOf(one), 0);
  const staged = size > (deps.rowsPerTransaction ?? ROWS_PER_TRANSACTION);
  if (staged) await stageDocuments(deps.database, jobId, rows, STAGED_ACL);
  await activateDocuments(deps.database, { tenant, jobId }, rows, staged);
  for (const { source, replaces, rows: written, parsed } of group) {
    const status = replaces ? 'updated' : 'created';
    context.settle(writtenResult(source.uri, status, { rows: written, parsed }, context.elapsed()));
  }
}

/**
 * Makes versions visible: small ones several in one transaction, large ones staged beside and then switched on in
 * one. When a group fails, its documents are written one by one, so that only the bad one fails.
 */
export async function writeVersions(context: BatchContext, versions: readonly ReadyVersion[]): Promise<void> {
  const limit = context.deps.rowsPerTransaction ?? ROWS_PER_TRANSACTION;
  for (const group of groupBySize(versions, limit)) {
    requireGoing(context.signal);
    try {
      await writeGroup(context, group);
    } catch (error) {
      if (stopsRun(error)) throw error;
      await context.each(group, (version) => writeGroup(context, [version]));
    }
  }
}
