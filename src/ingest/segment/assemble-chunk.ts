import { lexicalTerms } from '../../domain/text/terms.ts';
import type { ChunkDraft, ChunkKind, PageSpan, SectionDraft } from '../../domain/tree.ts';
import type { CountTokens } from './measure.ts';
import type { PieceGroup } from './pack-chunks.ts';
import type { Piece } from './pieces.ts';
import { makeWindows } from './windows.ts';

/** What every chunk of a document is made with. */
export interface AssembleContext {
  /** The document's own title; '' when it has none but the file's name. */
  readonly title: string;
  readonly language: string;
  readonly sections: readonly SectionDraft[];
  readonly windowTokens: number;
  readonly count: CountTokens;
  readonly size: CountTokens;
}

interface Joined {
  readonly text: string;
  readonly pages: readonly PageSpan[];
}

function joinPieces(pieces: readonly Piece[]): Joined {
  let text = '';
  const pages: { page: number; start: number; end: number }[] = [];
  for (const [index, piece] of pieces.entries()) {
    if (index > 0) text += piece.joiner;
    const start = text.length;
    text += piece.text;
    const last = pages.at(-1);
    if (last !== undefined && last.page === piece.page) last.end = text.length;
    else pages.push({ page: piece.page, start, end: text.length });
  }
  return { text, pages };
}

/** The kind that most of the chunk is; captions and headings count as paragraphs, the first wins a tie. */
function mainKind(pieces: readonly Piece[]): ChunkKind {
  const sizes = new Map<ChunkKind, number>();
  for (const { kind, size } of pieces) {
    const counted = kind === 'heading' || kind === 'caption' ? 'paragraph' : kind;
    sizes.set(counted, (sizes.get(counted) ?? 0) + size);
  }
  let [best, most]: [ChunkKind, number] = ['paragraph', -1];
  for (const [kind, size] of sizes) if (size > most) [best, most] = [kind, size];
  return best;
}

function sameText(a: string, b: string): boolean {
  return a.toLowerCase().trim() === b.toLowerCase().trim();
}

/** Title and headings over the chunk, outermost first, without what its text begins with. */
function headerOf(section: SectionDraft | undefined, text: string, context: AssembleContext): string {
  const path: string[] = [];
  let current = section;
  while (current !== undefined) {
    if (current.heading !== '') path.unshift(current.heading);
    const parent: string | null = current.parentId;
    current = parent === null ? undefined : context.sections[Number(parent.slice(1)) - 1];
  }
  const parts =
    context.title === '' || sameText(context.title, path[0] ?? '') ? path : [context.title, ...path];
  const opening = text.split('\n', 1)[0] ?? '';
  return parts.filter((part) => !sameText(part, opening)).join(' / ');
}

function boxesOf(pieces: readonly Piece[]): ChunkDraft['boxes'] {
  return pieces.flatMap(({ page, box }) => (box === null ? [] : [{ page, box }]));
}

/** Returns the chunk that a group of pieces makes; `order` counts from 0 over the document. */
export function assembleChunk(group: PieceGroup, order: number, context: AssembleContext): ChunkDraft {
  const pieces = group.overlap === null ? group.pieces : [group.overlap, ...group.pieces];
  const { text, pages } = joinPieces(pieces);
  const section = context.sections[group.pieces[0]?.section ?? 0];
  const header = headerOf(section, text, context);
  const sectionIds = [...new Set(pieces.map((piece) => context.sections[piece.section]?.id ?? 's1'))];
  const pageNumbers = pages.map((span) => span.page);
  const { count, size, windowTokens } = context;
  return {
    order,
    kind: mainKind(group.pieces),
    text,
    contextText: header === '' ? text : `${header}\n\n${text}`,
    lexical: lexicalTerms(`${header}\n${text}`, context.language).join(' '),
    tokens: count(text),
    sectionPath: section?.path ?? '',
    sectionIds,
    pageStart: Math.min(...pageNumbers),
    pageEnd: Math.max(...pageNumbers),
    pages,
    boxes: boxesOf(pieces),
    windows: makeWindows({ text, header, pages, windowTokens }, count, size),
  };
}
