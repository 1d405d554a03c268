import { type Block, type Box, isBodyKind, type ParsedDocument } from '../../domain/document.ts';
import type { ChunkKind } from '../../domain/tree.ts';
import type { CountTokens } from './measure.ts';
import type { NumberedSections } from './number-sections.ts';
import { splitLines, splitTable, tableText } from './split-rows.ts';
import { splitText } from './split-text.ts';

/** A block, or a part of one that was too large: the smallest thing that goes into a chunk whole. */
export interface Piece {
  readonly kind: ChunkKind | 'heading' | 'caption';
  readonly text: string;
  readonly size: number;
  readonly page: number;
  readonly box: Box | null;
  /** Index in the numbered sections. */
  readonly section: number;
  /** What stands between the piece before and this one when both are in one chunk. */
  readonly joiner: string;
}

/** Limits of pieces, in tokens. */
export interface PieceLimits {
  readonly targetTokens: number;
  readonly maxTokens: number;
}

function chunkKind(block: Block): Piece['kind'] {
  switch (block.kind) {
    case 'table':
    case 'figure':
    case 'faq':
    case 'clause':
    case 'list':
    case 'code':
    case 'key-value':
    case 'caption':
    case 'heading':
      return block.kind;
    case 'form-field':
      return 'key-value';
    default:
      return 'paragraph';
  }
}

function lines(text: string, limits: PieceLimits, lead: string, size: CountTokens): string[] {
  return size(text) <= limits.maxTokens ? [text] : splitLines(text, lead, limits.targetTokens, size);
}

/** Texts of a block's pieces: one when it fits, else parts with what a reader needs to understand each. */
function textsOf(block: Block, limits: PieceLimits, size: CountTokens): string[] {
  const text = block.text.trim();
  switch (block.kind) {
    case 'table': {
      if (block.table === undefined) return [text];
      const whole = tableText(block.table);
      return size(whole) <= limits.maxTokens ? [whole] : splitTable(block.table, limits.targetTokens, size);
    }
    case 'faq':
      return lines(text, limits, text.split('\n', 1)[0] ?? '', size);
    case 'clause':
      return lines(text, limits, block.number ?? '', size);
    case 'code':
    case 'key-value':
    case 'list':
      return lines(block.text.trimEnd(), limits, '', size);
    default:
      if (size(text) <= limits.targetTokens) return [text];
      return splitText(text, limits.targetTokens, size).map((span) => text.slice(span.start, span.end));
  }
}

function isLocated(box: Box): boolean {
  return box[2] > box[0] && box[3] > box[1];
}

/**
 * Returns the body of the document as pieces in reading order, none larger than `maxTokens`. Headings are pieces
 * only where nothing else would carry them: in sections without text of their own and without subsections.
 */
export function piecesOf(
  document: ParsedDocument,
  { sections, sectionOf, hasChildren }: NumberedSections,
  limits: PieceLimits,
  size: CountTokens,
): Piece[] {
  const pieces: Piece[] = [];
  const headings: Piece[] = [];
  let section = 0;
  for (const page of document.pages) {
    for (const block of page.blocks) {
      section = sectionOf.get(block.id) ?? section;
      if (!isBodyKind(block.kind)) continue;
      const base = { page: page.number, section, box: isLocated(block.box) ? block.box : null };
      const into = block.kind === 'heading' && sections[section]?.level !== 0 ? headings : pieces;
      for (const [index, text] of textsOf(block, limits, size).entries()) {
        if (text.trim() === '') continue;
        const joiner = index > 0 && chunkKind(block) === 'paragraph' ? ' ' : '\n\n';
        into.push({ ...base, kind: chunkKind(block), text, size: size(text), joiner });
      }
    }
  }
  return withLoneHeadings(pieces, headings, hasChildren);
}

function withLoneHeadings(pieces: Piece[], headings: Piece[], hasChildren: ReadonlySet<number>): Piece[] {
  const filled = new Set(pieces.map((piece) => piece.section));
  const lone = headings.filter(
    (heading) => !filled.has(heading.section) && !hasChildren.has(heading.section),
  );
  if (lone.length === 0) return pieces;
  return [...pieces, ...lone].sort((a, b) => a.section - b.section);
}
