import type { ParsedDocument } from '../../domain/document.ts';
import type { EntityRow, MentionRow, QaPairRow, RelationRow } from '../../domain/rows.ts';
import type { ChunkDraft, PageSpan, SectionDraft } from '../../domain/tree.ts';

/** A chunk that has got the id of the tree node it becomes. */
export interface IdentifiedChunk extends ChunkDraft {
  readonly id: string;
}

/** A section that has got the id of the section node it becomes; `draftId` is what chunks name. */
export interface IdentifiedSection extends Omit<SectionDraft, 'id' | 'parentId'> {
  readonly id: string;
  /** The segmenter's id (`s1` …), as in `ChunkDraft.sectionIds`. */
  readonly draftId: string;
  readonly parentId: string | null;
}

/** One document version, parsed and segmented, with the ids that its nodes will have. */
export interface EnrichInput {
  readonly tenant: string;
  readonly documentId: string;
  readonly version: number;
  readonly parsed: ParsedDocument;
  readonly sections: readonly IdentifiedSection[];
  /** In reading order. */
  readonly chunks: readonly IdentifiedChunk[];
  /** Tokens of a text by the embedding model's tokenizer, without special tokens. */
  readonly countTokens: (text: string) => number;
}

/** A summary node (layer ≥ 1) before it is embedded and written. */
export interface SummaryDraft {
  /** `<documentId>.v<version>.t<order>`. */
  readonly id: string;
  /** 1 over chunks; the document's own summary is the one of the highest layer. */
  readonly layer: number;
  /** From 0 over all summaries of the document, lower layers first. */
  readonly order: number;
  /** Null for the document's summary. */
  readonly sectionId: string | null;
  readonly kind: 'summary';
  readonly text: string;
  /** Index terms of section path and text, separated by single spaces. */
  readonly lexical: string;
  readonly tokens: number;
  readonly sectionPath: string;
  readonly pageStart: number;
  readonly pageEnd: number;
  /** Which characters of `text` come from which page; ascending and disjoint. */
  readonly pages: readonly PageSpan[];
  /** Chunks or summaries that it was made from, in reading order; at least one. */
  readonly childIds: readonly string[];
}

/** A QA pair before its question is embedded. */
export type QaPairDraft = Omit<QaPairRow, 'embedding'>;

/** What enrichment adds to a document. Equal input gives an equal value. */
export interface Enrichment {
  readonly summaries: readonly SummaryDraft[];
  /** By tree node id: every chunk and summary has an entry, best keyword first. */
  readonly keywords: ReadonlyMap<string, readonly string[]>;
  /** Distinct by id; every one is mentioned. */
  readonly entities: readonly EntityRow[];
  /** Of chunks only; distinct by node, entity and kind. */
  readonly mentions: readonly MentionRow[];
  /** Both ends are among `entities`. */
  readonly relations: readonly RelationRow[];
  /** The answer is `text.slice(start, end)` of its node. */
  readonly qaPairs: readonly QaPairDraft[];
}
