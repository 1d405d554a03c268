import { accessKey, documentRights } from '../domain/access.ts';
import { isBodyKind, type ParsedDocument } from '../domain/document.ts';
import { TrellisError } from '../errors.ts';
import { releaseDocuments } from '../store/writers/claims.ts';
import type { BatchContext } from './batch-context.ts';
import { findTwin } from './decide.ts';
import { readFrontMatter, resolveFiling } from './metadata.ts';
import { problemsOf } from './outcomes.ts';
import type { ParsedVersion } from './pipeline.ts';
import { addDuplicate, type PlannedSource } from './plan-sources.ts';

interface ParseAttempt extends PlannedSource {
  readonly outcome: ParsedDocument | Error;
}

/** Parses all files of the batch in one call: engines that take seconds to start do so once. */
async function parseAll(
  { deps, signal }: BatchContext,
  builds: readonly PlannedSource[],
): Promise<readonly ParseAttempt[]> {
  const files = builds.flatMap(({ source: { name, content } }) =>
    content.bytes === undefined ? [] : [{ name, bytes: content.bytes }],
  );
  const outcomes = files.length === 0 ? [] : await deps.parse(files, signal === undefined ? {} : { signal });
  let next = 0;
  return builds.map((planned) => {
    const { parsed } = planned.source.content;
    const outcome = parsed ?? outcomes[next++];
    return { ...planned, outcome: outcome ?? new Error('the parser gave no answer for this file') };
  });
}

function hasText({ pages }: ParsedDocument): boolean {
  return pages.some(({ blocks }) =>
    blocks.some(
      ({ kind, text, table }) => isBodyKind(kind) && (text.trim() !== '' || (table?.rows.length ?? 0) > 0),
    ),
  );
}

function noText(name: string, parsed: ParsedDocument): TrellisError {
  const problems = problemsOf(parsed);
  const scanned = problems.some(({ code }) => code === 'scanned_page');
  const reason = scanned ? 'its pages are images, which need OCR to be read' : 'nothing in it can be read';
  return new TrellisError('TRELLIS_INGEST_NO_TEXT', `"${name}" holds no text: ${reason}.`, {
    details: { file: name, problems },
  });
}

function toVersion(context: BatchContext, { outcome, ...planned }: ParseAttempt): ParsedVersion {
  if (outcome instanceof Error) throw outcome;
  const { source, documentId, version, uris } = planned;
  if (!hasText(outcome)) throw noText(source.name, outcome);
  const frontMatter = readFrontMatter(outcome.metadata.frontMatter ?? {}, `Front matter of "${source.name}"`);
  const filing = resolveFiling(context.flags, frontMatter, source.content.rules);
  const { sha256 } = source.content;
  const { tenant } = context;
  const ingestedAt = context.deps.now().toISOString();
  const plan = {
    ...filing,
    tenant,
    documentId,
    version,
    uris,
    sha256,
    settings: source.settings,
    ingestedAt,
  };
  return { ...planned, parsed: outcome, plan };
}

/** Why a file in a folder is left out: it turns out to be of another kind than its name says. */
function whyLeftOut({ source, outcome }: ParseAttempt): string | undefined {
  const isUnsupported =
    outcome instanceof TrellisError && outcome.code === 'TRELLIS_INGEST_TYPE_UNSUPPORTED' && !source.named;
  return isUnsupported ? outcome.message : undefined;
}

/** Whether the document is in the graph under another address, with the same rights given in another way. */
async function settleTwin(context: BatchContext, version: ParsedVersion): Promise<boolean> {
  const { plan, parsed, known, source } = version;
  if (context.reprocess) return false;
  const acl = accessKey(plan.tenant, documentRights(plan));
  const twin = findTwin({ ...plan, uri: source.uri, mime: parsed.mime, acl }, known);
  if (twin === undefined) return false;
  await releaseDocuments(context.deps.database, context.jobId, [plan.documentId]);
  await addDuplicate(context, source.uri, twin);
  return true;
}

/**
 * Returns the documents of a batch that have text and a filing: flag before front matter before rule file before
 * default. Those that cannot be parsed or filed fail alone; duplicates that only the filing reveals are settled.
 */
export async function parseSources(
  context: BatchContext,
  builds: readonly PlannedSource[],
): Promise<readonly ParsedVersion[]> {
  const attempts = await parseAll(context, builds);
  const versions: ParsedVersion[] = [];
  await context.each(attempts, async (attempt) => {
    const leftOut = whyLeftOut(attempt);
    if (leftOut !== undefined) {
      await releaseDocuments(context.deps.database, context.jobId, [attempt.documentId]);
      context.skip(attempt.source, leftOut);
      return;
    }
    const version = toVersion(context, attempt);
    if (!(await settleTwin(context, version))) versions.push(version);
  });
  return versions;
}
