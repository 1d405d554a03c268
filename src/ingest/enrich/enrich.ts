import type { ParsedDocument } from '../../domain/document.ts';
import type { EntityRow, MentionRow, QaPairRow, RelationRow } from '../../domain/rows.ts';
import type { ChunkDraft, PageSpan, SectionDraft } from '../../domain/tree.ts';
import { readChunk } from './chunk-reading.ts';
import { chunkTree } from './chunk-tree.ts';
import { findEntities } from './entities.ts';
import { countPhrases, keywordLimit, keywords, wordWeights } from './keywords.ts';
import { makeQaPairs } from './qa-pairs.ts';
import { findRelations } from './relations.ts';
import { headerLines } from './table-cells.ts';

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

/**
 * Returns what rules find in a document: the chunk tree's summaries, keywords, entities with their mentions, relations
 * with the sentence that states them, and QA pairs. Pure and deterministic; a hundred chunks take well under a second.
 */
export function enrichDocument(input: EnrichInput): Enrichment {
  const readings = input.chunks.map(readChunk);
  const tree = chunkTree(input, readings);
  const document = findEntities(input, readings);
  const headers = headerLines(input.parsed);
  const found = findRelations(document, headers);
  const qaPairs = makeQaPairs(document, found, headers, input.parsed);
  const phrases = readings.map(countPhrases);
  const weights = wordWeights(phrases);
  const keywordsOf = (places: readonly number[], layer: number) =>
    keywords(
      places.flatMap((place) => phrases[place] ?? []),
      weights,
      keywordLimit(layer),
    );
  return {
    summaries: tree.map(({ draft }) => draft),
    keywords: new Map([
      ...input.chunks.map(({ id }, place) => [id, keywordsOf([place], 0)] as const),
      ...tree.map(({ draft, leaves }) => [draft.id, keywordsOf(leaves, draft.layer)] as const),
    ]),
    ...document.registry.rows(),
    relations: found.map(({ sourceId, type, targetId, nodeId, sentence, confidence }) => {
      return { sourceId, type, targetId, nodeId, sentence, confidence, origin: 'rule' as const };
    }),
    qaPairs,
  };
}
