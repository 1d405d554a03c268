import { accessKey, documentRights } from '../domain/access.ts';
import type { ParsedDocument } from '../domain/document.ts';
import { TrellisError } from '../errors.ts';
import { releaseDocuments } from '../store/writers/claims.ts';
import type { BatchContext } from './batch-context.ts';
import { findTwin } from './decide.ts';
import { readFrontMatter, resolveFiling } from './metadata.ts';
import { problemsOf } from './outcomes.ts';
import { hasText } from './parse/build-document.ts';
import type { FileToParse } from './parse/file-to-parse.ts';
import type { ParsedVersion } from './pipeline.ts';
import { addDuplicate, type PlannedSource } from './plan-sources.ts';

interface ParseAttempt extends PlannedSource {
  readonly outcome: ParsedDocument | TrellisError;
}

/** Parses all files of the batch in one call: engines that take seconds to start do so once. */
async function parseAll(
  { deps, signal }: BatchContext,
  builds: readonly PlannedSource[],
): Promise<readonly ParseAttempt[]> {
  const files = new Map<FileToParse, PlannedSource>();
  const attempts: ParseAttempt[] = [];
  for (const planned of builds) {
    const { source } = planned;
    const { bytes, parsed, sha256 } = source.content;
    if (parsed !== undefined) attempts.push({ ...planned, outcome: parsed });
    else if (bytes !== undefined) files.set({ path: source.uri, name: source.name, bytes, sha256 }, planned);
  }
  if (files.size === 0) return attempts;
  for await (const one of deps.parser.parseMany([...files.keys()], { signal })) {
    const planned = files.get(one.file);
    if (planned === undefined) continue;
    attempts.push({ ...planned, outcome: 'error' in one ? one.error : one.result });
  }
  return attempts;
}

function noText(name: string, parsed: ParsedDocument): TrellisError {
  return new TrellisError('TRELLIS_INGEST_NO_TEXT', `"${name}" holds no text that can be read.`, {
    details: { file: name, problems: problemsOf(parsed) },
  });
}

function toVersion(context: BatchContext, { outcome, ...planned }: ParseAttempt): ParsedVersion {
  if (outcome instanceof TrellisError) throw outcome;
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
