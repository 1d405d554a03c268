import type { Box } from './document.ts';

/** Kinds of chunk: what its text mainly is. */
export const CHUNK_KINDS = [
  'paragraph',
  'table',
  'figure',
  'faq',
  'clause',
  'list',
  'code',
  'key-value',
] as const;

export type ChunkKind = (typeof CHUNK_KINDS)[number];

/** A stretch of a chunk's `text` that stands on one page: `text.slice(start, end)`. */
export interface PageSpan {
  /** From 1. */
  readonly page: number;
  readonly start: number;
  readonly end: number;
}

/** A piece of a chunk that the embedding model can read at once. */
export interface ChunkWindow {
  /** Offsets of the window in the chunk's `text`. */
  readonly start: number;
  readonly end: number;
  /** What is embedded: context header, then `chunk.text.slice(start, end)` without white space at its ends. */
  readonly text: string;
  /** Page on which most of the window stands, from 1. */
  readonly page: number;
  /** Tokens of `text`, without the model's special tokens. */
  readonly tokens: number;
}

/** A section as the segmenter gives it: flat, parents before children. */
export interface SectionDraft {
  /** Unique in the document and stable for equal structure: `s1`, `s2` … in reading order. */
  readonly id: string;
  readonly parentId: string | null;
  readonly heading: string;
  /** 0 for text before the first heading, else 1 to 6. */
  readonly level: number;
  /** From 0 in reading order over the whole document. */
  readonly order: number;
  /** Headings from the outermost to this one, joined by ` / `. */
  readonly path: string;
  readonly pageStart: number;
  readonly pageEnd: number;
}

/** A leaf of the chunk tree (layer 0) before it is embedded and written. */
export interface ChunkDraft {
  /** From 0 in reading order over the whole document. */
  readonly order: number;
  readonly kind: ChunkKind;
  /** The original text: what is quoted and cited. Tables as lines of cells joined by ` | `, header first. */
  readonly text: string;
  /** Title and section path in front of `text`: for a model that reads the chunk alone. */
  readonly contextText: string;
  /** Index terms of title, heading path and text in order, separated by single spaces; see `lexicalTerms`. */
  readonly lexical: string;
  /** Tokens of `text`, without the model's special tokens. */
  readonly tokens: number;
  /** Path of the chunk's first section; headings of later ones stand in `text`. '' before the first heading. */
  readonly sectionPath: string;
  /** Sections that the chunk draws from, in reading order; the first one's path is `sectionPath`. */
  readonly sectionIds: readonly string[];
  readonly pageStart: number;
  readonly pageEnd: number;
  /** Ascending, disjoint spans that cover `text` except separators between blocks. */
  readonly pages: readonly PageSpan[];
  readonly boxes: readonly { readonly page: number; readonly box: Box }[];
  /** At least one; together they cover every non-blank character of `text`. */
  readonly windows: readonly ChunkWindow[];
}

/** What the segmenter makes of one document. */
export interface SegmentedDocument {
  readonly sections: readonly SectionDraft[];
  readonly chunks: readonly ChunkDraft[];
}
