/**
 * What a parser makes of a file: pages of located blocks, and the sections they form. This is the contract
 * between the parse room and everything after it, and the JSON that `trellis parse --json` prints.
 */

/** [x0, y0, x1, y1] in page points (1/72 inch), origin top left, x0 ≤ x1 and y0 ≤ y1. */
export type Box = readonly [x0: number, y0: number, x1: number, y1: number];

/** Kinds that belong to the body: a reader of the document reads them. */
export const BODY_KINDS = [
  'heading',
  'paragraph',
  'list',
  'table',
  'figure',
  'caption',
  'faq',
  'clause',
  'code',
  'equation',
  'footnote',
  'form-field',
  'key-value',
] as const;

/** Kinds that stand outside the body: recognised, kept and named, and left out by readers. */
export const OUTSIDE_KINDS = [
  'header',
  'footer',
  'page-number',
  'print-mark',
  'navigation',
  'hidden',
] as const;

/** A kind that readers read. */
export type BodyKind = (typeof BODY_KINDS)[number];
/** A kind that readers leave out. */
export type OutsideKind = (typeof OUTSIDE_KINDS)[number];
/** Any kind of block. */
export type BlockKind = BodyKind | OutsideKind;

/** Returns whether blocks of this kind belong to the body. */
export function isBodyKind(kind: BlockKind): kind is BodyKind {
  return (BODY_KINDS as readonly string[]).includes(kind);
}

/** Rows of cell texts. `header` has zero or more rows; a merged header cell's text is repeated over its columns. */
export interface Table {
  readonly header: readonly (readonly string[])[];
  readonly rows: readonly (readonly string[])[];
  readonly caption?: string;
}

/** One entry of a list. Nested entries stand in `items` and also flat in the block's list, in reading order. */
export interface ListItem {
  readonly text: string;
  /** The label as printed, such as `3.`, `b)` or `iv`; absent for bullets. */
  readonly number?: string;
  /** 1 for the outermost level. */
  readonly level: number;
  readonly items?: readonly ListItem[];
}

/** A located piece of a page. */
export interface Block {
  /** Unique in its document and stable for equal bytes: `p<page>b<index>`, both from 1. */
  readonly id: string;
  readonly kind: BlockKind;
  /** Empty for a table; question and answer for a faq (a line each); entries a line each for a list. */
  readonly text: string;
  /** 1 to 6, headings only. */
  readonly level?: number;
  /** A clause's or heading's number as printed, such as `4.2`. */
  readonly number?: string;
  /** Where it stands; [0, 0, 0, 0] in formats without pages. */
  readonly box: Box;
  /** 0 to 1: how sure the reading is. 1 for text that the file itself holds. */
  readonly confidence: number;
  readonly table?: Table;
  readonly items?: readonly ListItem[];
}

/** Stable codes of what is wrong with a page or document; `docs/problems.md` explains each. */
export const PROBLEM_CODES = [
  'empty_page',
  'no_text',
  'scanned_page',
  'ocr_low_confidence',
  'garbled_text',
  'hidden_text',
  'encoding_suspect',
  'password_required',
  'wrong_password',
  'copy_not_allowed',
  'corrupt',
  'truncated',
  'empty_file',
  'not_what_it_says',
  'portfolio_cover',
  'table_uncertain',
  'rotated',
  'too_large',
  'attachment_skipped',
  'layout_fallback',
] as const;

/** One of the problem codes. */
export type ProblemCode = (typeof PROBLEM_CODES)[number];

/** Something that was not read as it should be, for people and for the citation that rests on it. */
export interface ParsedProblem {
  readonly code: ProblemCode;
  readonly message: string;
  /** From 1; absent when it concerns the whole document. */
  readonly page?: number;
  readonly box?: Box;
}

/** One page, or the whole of a document that has no pages (then number 1, width and height 0). */
export interface Page {
  /** From 1, without gaps. */
  readonly number: number;
  /** Page points, after rotation. */
  readonly width: number;
  readonly height: number;
  /** Clockwise degrees that the file asks for: 0, 90, 180 or 270. */
  readonly rotation: number;
  readonly source: 'text' | 'ocr' | 'vision';
  /** 0 to 1, when `source` is ocr; else null. */
  readonly ocrConfidence: number | null;
  readonly problems: readonly ParsedProblem[];
  /** In reading order. */
  readonly blocks: readonly Block[];
}

/** A heading with the blocks below it, up to the next heading. Text before the first heading has heading ''. */
export interface Section {
  readonly heading: string;
  /** 1 to 6; 0 for the text before the first heading. */
  readonly level: number;
  /** Headings from the outermost to this one, joined by ` / `. */
  readonly path: string;
  /** Page of the heading, from 1. */
  readonly page: number;
  /** The section's own blocks in reading order, its heading block first; not those of `children`. */
  readonly blockIds: readonly string[];
  readonly children: readonly Section[];
}

/** An entry of the file's own bookmarks. */
export interface OutlineEntry {
  readonly title: string;
  readonly level: number;
  readonly page?: number;
}

/** A file inside the file; its content is not kept. */
export interface Attachment {
  readonly name: string;
  readonly mime: string;
  readonly bytes: number;
}

/** What the file says about itself. Dates are ISO 8601. */
export interface DocumentMetadata {
  readonly author?: string;
  readonly subject?: string;
  readonly created?: string;
  readonly modified?: string;
  readonly attachments: readonly Attachment[];
  readonly outline: readonly OutlineEntry[];
  /** Front matter of Markdown, as it stands in the file; checked by the ingest room. */
  readonly frontMatter?: Readonly<Record<string, unknown>>;
}

/** A parsed file. Equal bytes, name and settings give an equal value. */
export interface ParsedDocument {
  /** File name without folders. */
  readonly file: string;
  /** Found by content, not by name. */
  readonly mime: string;
  /** The document's own title, else its first heading, else the file name without its ending. */
  readonly title: string;
  /** ISO 639-1 code, `und` when it cannot be told. */
  readonly language: string;
  readonly pageCount: number;
  readonly metadata: DocumentMetadata;
  /** Problems of the document as a whole; those of a page stand on the page. */
  readonly problems: readonly ParsedProblem[];
  readonly pages: readonly Page[];
  readonly sections: readonly Section[];
}
