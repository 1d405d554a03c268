import { lexicalTerms } from '../../domain/text/terms.ts';
import type { PageSpan } from '../../domain/tree.ts';
import { versionPrefix } from '../../domain/version-ids.ts';
import type { ChunkReading } from './chunk-reading.ts';
import type { EnrichInput, IdentifiedSection, SummaryDraft } from './enrich.ts';
import { chooseSentences, type SummarySentence } from './summarise.ts';

/** Most tokens of a section's and of the document's summary: both fit one window of a 256-token model with its header. */
const SECTION_TOKENS = 160;
const DOCUMENT_TOKENS = 220;
const MIN_SENTENCE_LENGTH = 25;
const MAX_SENTENCE_LENGTH = 500;

/** A summary with the chunks below it, by their place among the readings. */
export interface SummaryNode {
  readonly draft: SummaryDraft;
  readonly leaves: readonly number[];
}

interface Branch {
  readonly layer: number;
  readonly leaves: readonly number[];
  readonly sentences: readonly SummarySentence[];
  /** The chunk that it is, or the place of the summary that it got. */
  readonly chunkId: string | null;
  readonly made: number;
}

interface Made extends Branch {
  readonly section: IdentifiedSection | null;
  readonly children: readonly Branch[];
}

function pageAt(pages: readonly PageSpan[], at: number, fallback: number): number {
  return pages.find(({ start, end }) => at >= start && at < end)?.page ?? fallback;
}

function leafOf({ chunk, text, sentences }: ChunkReading, place: number): Branch {
  const usable = sentences.filter(({ start, end, shape }) => {
    const length = end - start;
    return shape === 'prose' && length >= MIN_SENTENCE_LENGTH && length <= MAX_SENTENCE_LENGTH;
  });
  const taken = usable.length > 0 ? usable : sentences.slice(0, 1);
  return {
    layer: 0,
    leaves: [place],
    chunkId: chunk.id,
    made: -1,
    sentences: taken.map(({ start, end }) => ({
      text: text.slice(start, Math.min(end, start + MAX_SENTENCE_LENGTH)),
      page: pageAt(chunk.pages, start, chunk.pageStart),
    })),
  };
}

/** Makes summaries from the leaves up; what has one child only is that child. */
function createTreeMaker(input: EnrichInput) {
  const made: Made[] = [];
  const join = (section: IdentifiedSection | null, children: readonly Branch[]): Branch | null => {
    const [only] = children;
    if (only === undefined || children.length === 1) return only ?? null;
    const maxTokens = section === null ? DOCUMENT_TOKENS : SECTION_TOKENS;
    const limits = { maxTokens, countTokens: input.countTokens };
    const branch = {
      layer: 1 + Math.max(...children.map(({ layer }) => layer)),
      leaves: children.flatMap(({ leaves }) => leaves),
      sentences: chooseSentences(
        children.flatMap(({ sentences }) => sentences),
        limits,
      ),
      chunkId: null,
      made: made.length,
    };
    made.push({ ...branch, section, children });
    return branch;
  };
  return { join, made };
}

function groupSections(sections: readonly IdentifiedSection[]): Map<string | null, IdentifiedSection[]> {
  const children = new Map<string | null, IdentifiedSection[]>();
  for (const section of sections) {
    const siblings = children.get(section.parentId) ?? [];
    siblings.push(section);
    children.set(section.parentId, siblings);
  }
  return children;
}

function pagesOf(sentences: readonly SummarySentence[]): PageSpan[] {
  const spans: PageSpan[] = [];
  let at = 0;
  for (const { text, page } of sentences) {
    const last = spans.at(-1);
    const end = at + text.length;
    if (last?.page === page) spans[spans.length - 1] = { ...last, end };
    else spans.push({ page, start: at, end });
    at = end + 1;
  }
  return spans;
}

function toDraft(
  input: EnrichInput,
  node: Made,
  order: number,
  idOf: (branch: Branch) => string,
): SummaryDraft {
  const { section, children, sentences, layer } = node;
  const text = sentences.map((sentence) => sentence.text).join(' ');
  const sectionPath = section?.path ?? '';
  const pages = pagesOf(sentences);
  const chunkPages = node.leaves.flatMap((place) => {
    const chunk = input.chunks[place];
    return chunk === undefined ? [] : [chunk.pageStart, chunk.pageEnd];
  });
  return {
    id: idOf(node),
    layer,
    order,
    sectionId: section?.id ?? null,
    kind: 'summary',
    text,
    lexical: lexicalTerms(`${sectionPath}\n${text}`, input.parsed.language).join(' '),
    tokens: input.countTokens(text),
    sectionPath,
    pageStart: Math.min(...chunkPages),
    pageEnd: Math.max(...chunkPages),
    pages,
    childIds: children.map(idOf),
  };
}

/**
 * Returns the summaries over a document's chunks, lower layers first: one for each section with more than one part
 * below it, and one for the document; none for a document of one chunk. A summary is made of the most central
 * sentences of its children (see `chooseSentences`) and cites them by `childIds`. Where one section holds everything,
 * its summary is the document's.
 */
export function chunkTree(input: EnrichInput, readings: readonly ChunkReading[]): SummaryNode[] {
  const { join, made } = createTreeMaker(input);
  const bySection = new Map<string, Branch[]>();
  readings.forEach((reading, place) => {
    const own = reading.chunk.sectionIds[0] ?? '';
    bySection.set(own, [...(bySection.get(own) ?? []), leafOf(reading, place)]);
  });
  const below = groupSections(input.sections);
  const firstLeaf = ({ leaves }: Branch) => leaves[0] ?? 0;
  const branchesOf = (section: IdentifiedSection): Branch[] => {
    const own = bySection.get(section.draftId) ?? [];
    bySection.delete(section.draftId);
    const nested = (below.get(section.id) ?? []).flatMap((child) => join(child, branchesOf(child)) ?? []);
    return [...own, ...nested].sort((a, b) => firstLeaf(a) - firstLeaf(b));
  };
  const roots = below.get(null) ?? [];
  const [root] = roots;
  const parts =
    roots.length === 1 && root !== undefined
      ? branchesOf(root)
      : roots.flatMap((section) => join(section, branchesOf(section)) ?? []);
  const strays = [...bySection.values()].flat();
  join(
    null,
    [...parts, ...strays].sort((a, b) => firstLeaf(a) - firstLeaf(b)),
  );
  return numbered(input, made);
}

/** Gives summaries their ids: lower layers first, in reading order. */
function numbered(input: EnrichInput, made: readonly Made[]): SummaryNode[] {
  const sorted = [...made].sort(
    (a, b) => a.layer - b.layer || (a.leaves[0] ?? 0) - (b.leaves[0] ?? 0) || a.made - b.made,
  );
  const orderOf = new Map(sorted.map((node, order) => [node.made, order]));
  const prefix = versionPrefix(input.documentId, input.version);
  const idOf = ({ chunkId, made: place }: Branch) => chunkId ?? `${prefix}t${orderOf.get(place) ?? 0}`;
  return sorted.map((node, order) => ({ draft: toDraft(input, node, order, idOf), leaves: node.leaves }));
}
