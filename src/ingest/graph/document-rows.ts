import type { DocumentAccess } from '../../domain/access.ts';
import type { Page, ParsedDocument, ParsedProblem } from '../../domain/document.ts';
import type { DocumentRow, DocumentRows, PageRow, SectionRow, TreeNodeRow } from '../../domain/rows.ts';
import { versionPrefix } from '../../domain/version-ids.ts';
import type { Enrichment, IdentifiedChunk, QaPairDraft, SummaryDraft } from '../enrich/enrich.ts';
import { type IdentifiedNodes, sectionNodeId } from './identify-nodes.ts';
import { knowledgeRows } from './knowledge-rows.ts';
import type { WindowDraft } from './window-drafts.ts';

/** Which version of which document is made, from where, and how it is filed. */
export interface VersionPlan extends DocumentAccess {
  readonly tenant: string;
  readonly documentId: string;
  readonly version: number;
  readonly uris: readonly string[];
  readonly sha256: string;
  readonly settings: string;
  readonly tags: readonly string[];
  /** ISO 8601. */
  readonly ingestedAt: string;
}

/** Everything that was made of a document, before it becomes rows. */
export interface DocumentDraft {
  readonly plan: VersionPlan;
  readonly parsed: ParsedDocument;
  readonly nodes: IdentifiedNodes;
  readonly enrichment: Enrichment;
  readonly windows: readonly WindowDraft[];
}

/** Returns a problem as the graph keeps it: JSON of code, message and page. */
function problemJson({ code, message, page }: ParsedProblem): string {
  return JSON.stringify({ code, message, ...(page === undefined ? {} : { page }) });
}

function documentRow({ plan, parsed }: DocumentDraft): DocumentRow {
  const { tenant: _tenant, documentId, ...filed } = plan;
  return {
    ...filed,
    id: documentId,
    title: parsed.title,
    mime: parsed.mime,
    language: parsed.language,
    pageCount: parsed.pageCount,
    problems: parsed.problems.map(problemJson),
  };
}

function pageRow(page: Page, prefix: string): PageRow {
  const { number, width, height, source, ocrConfidence } = page;
  const problems = page.problems.map((problem) => problemJson({ ...problem, page: number }));
  return { id: `${prefix}p${number}`, number, width, height, source, ocrConfidence, problems };
}

function sectionRow({
  id,
  parentId,
  heading,
  level,
  order,
  path,
}: IdentifiedNodes['sections'][number]): SectionRow {
  return { id, parentId, heading, level, order, path };
}

/** As sure as the least sure page that the node stands on. */
function confidenceOf(start: number, end: number, pages: readonly Page[]): number {
  return pages
    .filter(({ number }) => number >= start && number <= end)
    .reduce((least, page) => Math.min(least, page.ocrConfidence ?? 1), 1);
}

function chunkRow(chunk: IdentifiedChunk, { plan, parsed, enrichment }: DocumentDraft): TreeNodeRow {
  const { id, order, kind, text, lexical, tokens, sectionPath, pageStart, pageEnd, boxes, pages } = chunk;
  return {
    id,
    layer: 0,
    order,
    sectionId: sectionNodeId(plan.documentId, plan.version, chunk.sectionIds[0] ?? 's1'),
    kind,
    text,
    lexical,
    tokens,
    sectionPath,
    pageStart,
    pageEnd,
    pageSpans: JSON.stringify(pages),
    boxes: JSON.stringify(boxes),
    keywords: enrichment.keywords.get(id) ?? [],
    confidence: confidenceOf(pageStart, pageEnd, parsed.pages),
    childIds: [],
  };
}

function summaryRow({ pages, ...summary }: SummaryDraft, { parsed, enrichment }: DocumentDraft): TreeNodeRow {
  return {
    ...summary,
    pageSpans: JSON.stringify(pages),
    boxes: '[]',
    keywords: enrichment.keywords.get(summary.id) ?? [],
    confidence: confidenceOf(summary.pageStart, summary.pageEnd, parsed.pages),
  };
}

/** Returns every text of a draft that needs a vector: its windows, then the questions of its QA pairs. */
export function textsToEmbed({ windows, enrichment }: DocumentDraft): string[] {
  return [...windows.map((window) => window.text), ...enrichment.qaPairs.map((pair) => pair.question)];
}

/**
 * Returns the rows of a document version. `vectors` are those of `textsToEmbed(draft)`, in its order.
 * Pure: equal input gives equal rows.
 */
export function documentRows(draft: DocumentDraft, vectors: readonly (readonly number[])[]): DocumentRows {
  const { plan, parsed, nodes, enrichment, windows } = draft;
  const prefix = versionPrefix(plan.documentId, plan.version);
  const treeNodes = [
    ...nodes.chunks.map((chunk) => chunkRow(chunk, draft)),
    ...enrichment.summaries.map((summary) => summaryRow(summary, draft)),
  ];
  const vectorOf = (index: number): readonly number[] => vectors[index] ?? [];
  return {
    tenant: plan.tenant,
    document: documentRow(draft),
    pages: parsed.pages.map((page) => pageRow(page, prefix)),
    sections: nodes.sections.map(sectionRow),
    nodes: treeNodes,
    windows: windows.map(({ text: _text, ...window }, index) => ({ ...window, embedding: vectorOf(index) })),
    qaPairs: enrichment.qaPairs.map((pair: QaPairDraft, index) => ({
      ...pair,
      embedding: vectorOf(windows.length + index),
    })),
    ...knowledgeRows(enrichment, new Set(treeNodes.map((node) => node.id))),
  };
}
