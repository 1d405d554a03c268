import type { IngestResult } from '../domain/api/documents.ts';
import type { ParsedDocument } from '../domain/document.ts';
import type { DocumentRows } from '../domain/rows.ts';
import type { BatchContext } from './batch-context.ts';
import { type DocumentDraft, documentRows, textsToEmbed } from './graph/document-rows.ts';
import { identifyNodes } from './graph/identify-nodes.ts';
import { windowDrafts } from './graph/window-drafts.ts';
import { parseSources } from './parse-sources.ts';
import { type PlannedSource, planSources } from './plan-sources.ts';
import { segmentDocument } from './segment/segment.ts';
import type { LoadedSource } from './sources.ts';
import { writeVersions } from './write-versions.ts';

/** A document whose text was read and whose filing is known. */
export interface ParsedVersion extends PlannedSource {
  readonly parsed: ParsedDocument;
  readonly plan: DocumentDraft['plan'];
}

/** A document ready to be written. */
export interface ReadyVersion extends ParsedVersion {
  readonly rows: DocumentRows;
}

/** What came of a batch: a result a source, but for those that another run is working on. */
export interface BatchOutcome {
  readonly results: readonly IngestResult[];
  readonly busy: readonly LoadedSource[];
}

/**
 * Takes one batch of documents through all steps: plan → parse → segment → enrich → embed → write. A document that
 * fails in a step fails alone, its claim is given back and nothing of it stays. Throws only what stops the whole run
 * (`stopsRun`); what is unfinished then is removed by the next sweep.
 */
export async function ingestBatch(
  context: BatchContext,
  sources: readonly LoadedSource[],
): Promise<BatchOutcome> {
  const { builds, busy } = await planSources(context, sources);
  const parsed = await parseSources(context, builds);
  const drafts = await context.each(parsed, async (version) => ({
    version,
    draft: draftDocument(context, version),
  }));
  const ready = await embedDrafts(context, drafts);
  await writeVersions(context, ready);
  return { results: context.results(), busy };
}

function draftDocument({ deps }: BatchContext, { parsed, plan }: ParsedVersion): DocumentDraft {
  const { config, embeddings } = deps;
  const countTokens = (text: string) => embeddings.countTokens(text);
  const segmented = segmentDocument(parsed, {
    countTokens,
    targetTokens: config.CHUNK_TARGET_TOKENS,
    maxTokens: config.CHUNK_MAX_TOKENS,
    overlapTokens: config.CHUNK_OVERLAP_TOKENS,
    windowTokens: embeddings.windowTokens,
  });
  const { tenant, documentId, version } = plan;
  const nodes = identifyNodes(segmented, documentId, version);
  const enrichment = deps.enrich({ tenant, documentId, version, parsed, ...nodes, countTokens });
  const windows = windowDrafts(nodes.chunks, enrichment.summaries, {
    title: parsed.title,
    windowTokens: embeddings.windowTokens,
    countTokens,
  });
  return { plan, parsed, nodes, enrichment, windows };
}

/** All texts of the batch go to the model together: short ones fill its batches. */
async function embedDrafts(
  context: BatchContext,
  drafts: readonly { readonly version: ParsedVersion; readonly draft: DocumentDraft }[],
): Promise<ReadyVersion[]> {
  const texts = drafts.map(({ draft }) => textsToEmbed(draft));
  const vectors = await embedAll(context, texts.flat(), drafts);
  if (vectors === undefined) return [];
  let start = 0;
  return drafts.map(({ version, draft }, index) => {
    const end = start + (texts[index]?.length ?? 0);
    const rows = documentRows(draft, vectors.slice(start, end));
    start = end;
    return { ...version, rows };
  });
}

/** The vectors, or undefined when the documents of the batch have failed for want of them. */
async function embedAll(
  context: BatchContext,
  texts: string[],
  drafts: readonly { readonly version: ParsedVersion }[],
): Promise<number[][] | undefined> {
  const { signal, deps } = context;
  try {
    return await deps.embeddings.embedDocuments(texts, signal === undefined ? {} : { signal });
  } catch (error) {
    for (const { version } of drafts) await context.fail(version, error);
    return undefined;
  }
}
