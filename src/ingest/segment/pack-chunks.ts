import type { SegmentOptions } from './measure.ts';
import type { Piece } from './pieces.ts';

/** Pieces that make one chunk. `overlap` is repeated from the chunk before and stands in front. */
export interface PieceGroup {
  readonly pieces: readonly Piece[];
  readonly overlap: Piece | null;
  readonly size: number;
}

/** Limits derived from the target, all in tokens. */
export interface PackLimits {
  readonly target: number;
  readonly max: number;
  /** Below this a piece or a last chunk is too small to stand alone in its section: an eighth of the target, 63 of 500. */
  readonly small: number;
  /** Below this a clause, or a section's only chunk, joins its neighbour: a sixteenth of the target, 32 of 500. */
  readonly tiny: number;
  /** From this size a table or key-value block is a chunk of its own: a quarter of the target. */
  readonly standalone: number;
}

/** Returns the limits that follow from the options. */
export function packLimits(options: SegmentOptions): PackLimits {
  const target = options.targetTokens;
  return {
    target,
    max: options.maxTokens,
    small: Math.ceil(target / 8),
    tiny: Math.ceil(target / 16),
    standalone: Math.ceil(target / 4),
  };
}

/** Makes the text to repeat in front of the next chunk from the end of `piece`, or nothing. */
export type Tail = (piece: Piece) => Piece | null;

const isFlow = (piece: Piece): boolean =>
  piece.kind === 'paragraph' || piece.kind === 'list' || piece.kind === 'caption' || piece.kind === 'heading';

/** Whether a piece makes a chunk of its own: it must be found and quoted alone. */
function standsAlone(piece: Piece, limits: PackLimits): boolean {
  if (piece.kind === 'faq') return true;
  if (piece.kind === 'clause') return piece.size >= limits.tiny;
  return !isFlow(piece) && piece.kind !== 'figure' && piece.size >= limits.standalone;
}

const sizeOf = (pieces: readonly Piece[]): number => pieces.reduce((sum, piece) => sum + piece.size, 0);

/** A caption, or a short line that ends with a colon, belongs to what follows it. */
function introduces(piece: Piece | undefined, limits: PackLimits): piece is Piece {
  if (piece === undefined || piece.size >= limits.small) return false;
  return piece.kind === 'caption' || (piece.kind === 'paragraph' && /[:：]\s*$/u.test(piece.text));
}

/** Packs the pieces of one section in order. */
class SectionPacker {
  readonly groups: PieceGroup[] = [];
  #open: Piece[] = [];
  #overlap: Piece | null = null;
  readonly #limits: PackLimits;
  readonly #tail: Tail;

  constructor(limits: PackLimits, tail: Tail) {
    this.#limits = limits;
    this.#tail = tail;
  }

  add(piece: Piece): void {
    if (standsAlone(piece, this.#limits)) this.#addAlone(piece);
    else if (this.#fits(piece)) this.#open.push(piece);
    else {
      const last = this.#open.at(-1);
      this.close();
      const overlap = last !== undefined && isFlow(last) && isFlow(piece) ? this.#tail(last) : null;
      this.#overlap = overlap !== null && overlap.size + piece.size <= this.#limits.max ? overlap : null;
      this.#open.push(piece);
    }
  }

  close(): void {
    if (this.#open.length > 0) {
      const size = sizeOf(this.#open) + (this.#overlap?.size ?? 0);
      this.groups.push({ pieces: this.#open, overlap: this.#overlap, size });
    }
    this.#open = [];
    this.#overlap = null;
  }

  #addAlone(piece: Piece): void {
    const last = this.#open.at(-1);
    const lead = introduces(last, this.#limits) && last.size + piece.size <= this.#limits.max ? [last] : [];
    if (lead.length > 0) this.#open.pop();
    if (this.#open.length === 0) this.#overlap = null;
    this.close();
    this.#open = [...lead, piece];
    this.close();
  }

  #fits(piece: Piece): boolean {
    const { target, max, small } = this.#limits;
    const last = this.#open.at(-1);
    if (last === undefined) return true;
    if ((last.kind === 'clause') !== (piece.kind === 'clause')) return false;
    const size = sizeOf(this.#open) + (this.#overlap?.size ?? 0);
    if (piece.kind === 'clause') return size + piece.size <= target / 4;
    if (size < small) return size + piece.size <= max;
    const turnsPage = piece.page !== last.page && size >= target * 0.4;
    return size + piece.size <= target && !turnsPage;
  }
}

/** A last chunk that is too small joins the one before, if both are running text and fit together. */
function joinSmallLast(groups: PieceGroup[], limits: PackLimits): PieceGroup[] {
  const last = groups.at(-1);
  const before = groups.at(-2);
  if (last === undefined || before === undefined) return groups;
  const own = sizeOf(last.pieces);
  const joinable = own < limits.small && [...last.pieces, ...before.pieces].every(isFlow);
  if (!joinable || before.size + own > limits.max) return groups;
  const joined = { ...before, pieces: [...before.pieces, ...last.pieces], size: before.size + own };
  return [...groups.slice(0, -2), joined];
}

/**
 * Returns the pieces of one section grouped into chunks of about `target` and at most `max` tokens, in order, each
 * piece in exactly one. FAQ entries, clauses and sizeable tables stand alone; running text that was cut for size
 * repeats the end of the chunk before; a page's end closes a chunk that is 40 % full, so that it cites one page.
 */
export function packSection(pieces: readonly Piece[], limits: PackLimits, tail: Tail): PieceGroup[] {
  const packer = new SectionPacker(limits, tail);
  for (const piece of pieces) packer.add(piece);
  packer.close();
  return joinSmallLast(packer.groups, limits);
}
