import { claimDocuments, releaseDocuments } from '../store/writers/claims.ts';
import { type KnownDocument, knownDocuments } from '../store/writers/known-documents.ts';
import { addAddress } from '../store/writers/remove-documents.ts';
import type { BatchContext, Held } from './batch-context.ts';
import { type Decision, decide, documentIdFor } from './decide.ts';
import { failedResult, knownResult, stopsRun } from './outcomes.ts';
import type { LoadedSource } from './sources.ts';

/** A source that becomes a version of a document that this run holds. */
export interface PlannedSource extends Held {
  readonly source: LoadedSource;
  readonly uris: readonly string[];
  readonly replaces: boolean;
  /** Visible documents that share address, bytes or id with it. */
  readonly known: readonly KnownDocument[];
}

/** What is to be built, and what another run is working on. */
export interface BatchPlan {
  readonly builds: readonly PlannedSource[];
  readonly busy: readonly LoadedSource[];
}

interface Decided {
  readonly source: LoadedSource;
  readonly decision: Decision;
  readonly known: readonly KnownDocument[];
}

async function decideAll(context: BatchContext, sources: readonly LoadedSource[]): Promise<Decided[]> {
  const { deps, tenant, reprocess } = context;
  if (sources.length === 0) return [];
  const known = await knownDocuments(deps.database.read, tenant, {
    uris: sources.map(({ uri }) => uri),
    hashes: sources.map(({ content }) => content.sha256),
    ids: sources.map(({ uri }) => documentIdFor(tenant, uri)),
  });
  return sources.map((source) => {
    const { uri, settings, content } = source;
    const { sha256 } = content;
    const own = known.filter(
      (document) =>
        document.sha256 === sha256 ||
        document.uris.includes(uri) ||
        document.id === documentIdFor(tenant, uri),
    );
    return { source, known: own, decision: decide({ tenant, uri, sha256, settings, reprocess }, own) };
  });
}

/** Two sources of a batch with one address or the same bytes: the later one waits for what becomes of the first. */
function splitTwins(sources: readonly LoadedSource[]): { first: LoadedSource[]; later: LoadedSource[] } {
  const seen = new Set<string>();
  const first: LoadedSource[] = [];
  const later: LoadedSource[] = [];
  for (const source of sources) {
    const keys = [source.uri, source.content.sha256];
    (keys.some((key) => seen.has(key)) ? later : first).push(source);
    for (const key of keys) seen.add(key);
  }
  return { first, later };
}

/** Gives a known document one more address; the result is that of the known document. */
export async function addDuplicate(
  context: BatchContext,
  uri: string,
  document: KnownDocument,
): Promise<void> {
  await addAddress(context.deps.database, context.tenant, { documentId: document.id, uri });
  context.settle(knownResult(uri, 'duplicate', document, context.elapsed()));
}

async function settleKnown(context: BatchContext, { source, decision }: Decided): Promise<void> {
  if (decision.kind === 'unchanged') {
    context.settle(knownResult(source.uri, 'unchanged', decision.document, context.elapsed()));
  } else if (decision.kind === 'duplicate') {
    try {
      await addDuplicate(context, source.uri, decision.document);
    } catch (error) {
      if (stopsRun(error)) throw error;
      context.settle(failedResult(source.uri, error, context.elapsed()));
    }
  }
}

function toPlanned({ source, decision, known }: Decided): PlannedSource[] {
  if (decision.kind !== 'build') return [];
  const { documentId, version, uris, replaces } = decision;
  return [{ source, known, documentId, version, uris, replaces }];
}

/** Claims what is to be built; of the claims that were got, looks again: another run may have just ended. */
async function claimBuilds(context: BatchContext, wanted: readonly PlannedSource[]): Promise<BatchPlan> {
  const { deps, tenant, jobId } = context;
  const documentIds = wanted.map(({ documentId }) => documentId);
  const claims = await claimDocuments(deps.database, { tenant, jobId, documentIds });
  const mine = new Set(claims.filter((claim) => claim.jobId === jobId).map(({ documentId }) => documentId));
  const held = wanted.filter(({ documentId }) => mine.has(documentId));
  const busy = wanted.filter(({ documentId }) => !mine.has(documentId)).map(({ source }) => source);
  const again = await decideAll(
    context,
    held.map(({ source }) => source),
  );
  const builds: PlannedSource[] = [];
  for (const [index, decided] of again.entries()) {
    const [planned] = toPlanned(decided);
    const before = held[index];
    if (planned !== undefined && planned.documentId === before?.documentId) builds.push(planned);
    else if (before !== undefined) {
      await releaseDocuments(deps.database, jobId, [before.documentId]);
      if (planned === undefined) await settleKnown(context, decided);
      else busy.push(before.source);
    }
  }
  return { builds, busy };
}

/**
 * Decides what is to be done with each source of a batch, settles those that are unchanged or duplicates, and claims
 * the documents of the others. Documents that another run holds, and later twins within the batch, are left for
 * another time.
 */
export async function planSources(
  context: BatchContext,
  sources: readonly LoadedSource[],
): Promise<BatchPlan> {
  const { first, later } = splitTwins(sources);
  const decided = await decideAll(context, first);
  for (const one of decided) await settleKnown(context, one);
  const { builds, busy } = await claimBuilds(context, decided.flatMap(toPlanned));
  return { builds, busy: [...later, ...busy] };
}
