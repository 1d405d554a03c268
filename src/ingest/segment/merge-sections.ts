import type { SectionDraft } from '../../domain/tree.ts';
import type { CountTokens } from './measure.ts';
import type { PackLimits, PieceGroup } from './pack-chunks.ts';
import type { Piece } from './pieces.ts';

function parentOf(section: SectionDraft): number | null {
  return section.parentId === null ? null : Number(section.parentId.slice(1)) - 1;
}

/** Index of the section and of all that hold it, innermost first. */
function chain(index: number, sections: readonly SectionDraft[]): number[] {
  const found: number[] = [];
  let current: number | null = index;
  while (current !== null) {
    found.push(current);
    const section: SectionDraft | undefined = sections[current];
    current = section === undefined ? null : parentOf(section);
  }
  return found;
}

/** Sections may share a chunk when one holds the other or both have the same parent. */
function areRelated(a: number, b: number, sections: readonly SectionDraft[]): boolean {
  const [first, second] = [sections[a], sections[b]];
  if (first === undefined || second === undefined) return false;
  if (chain(b, sections).includes(a)) return true;
  return first.level > 0 && second.level > 0 && first.parentId === second.parentId;
}

/** Headings that a reader of the joined chunk would miss: those between the two sections, outermost first. */
function missingHeadings(
  before: PieceGroup,
  next: Piece,
  sections: readonly SectionDraft[],
  size: CountTokens,
): Piece[] {
  const known = new Set(before.pieces.flatMap((piece) => chain(piece.section, sections)));
  return chain(next.section, sections)
    .filter((index) => !known.has(index))
    .reverse()
    .map((index) => sections[index])
    .filter((section) => section !== undefined && section.heading !== '' && section.heading !== next.text)
    .map((section) => ({
      kind: 'heading',
      text: section?.heading ?? '',
      size: size(section?.heading ?? ''),
      page: section?.pageStart ?? next.page,
      box: null,
      section: section?.order ?? next.section,
      joiner: '\n\n',
    }));
}

const mayShare = (group: PieceGroup): boolean =>
  group.overlap === null && group.pieces.every((piece) => piece.kind !== 'faq' && piece.kind !== 'clause');

function join(
  before: PieceGroup,
  next: PieceGroup,
  sections: readonly SectionDraft[],
  limits: PackLimits,
  size: CountTokens,
): PieceGroup | null {
  const [last, first] = [before.pieces.at(-1), next.pieces[0]];
  if (last === undefined || first === undefined || !mayShare(before) || !mayShare(next)) return null;
  if (before.size >= limits.tiny && next.size >= limits.tiny) return null;
  const home = before.pieces[0]?.section ?? 0;
  if (last.section === first.section || !areRelated(home, first.section, sections)) return null;
  const headings = missingHeadings(before, first, sections, size);
  const total = before.size + next.size + headings.reduce((sum, piece) => sum + piece.size, 0);
  if (total > limits.target / 2) return null;
  return { pieces: [...before.pieces, ...headings, ...next.pieces], overlap: null, size: total };
}

/**
 * Returns the groups with those that are too small joined to their neighbour in a related section, up to half of the
 * target (a full chunk keeps its own section), headings of the later sections put between. FAQ entries and clauses
 * are never joined over sections.
 */
export function mergeSmallSections(
  groups: readonly PieceGroup[],
  sections: readonly SectionDraft[],
  limits: PackLimits,
  size: CountTokens,
): PieceGroup[] {
  const merged: PieceGroup[] = [];
  for (const group of groups) {
    const before = merged.at(-1);
    const joined = before === undefined ? null : join(before, group, sections, limits, size);
    if (joined === null) merged.push(group);
    else merged[merged.length - 1] = joined;
  }
  return merged;
}
