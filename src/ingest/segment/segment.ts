import type { ParsedDocument } from '../../domain/document.ts';
import type { SegmentedDocument } from '../../domain/tree.ts';
import { assembleChunk } from './assemble-chunk.ts';
import { type CountTokens, plainCounter, type SegmentOptions, sizeCounter } from './measure.ts';
import { mergeSmallSections } from './merge-sections.ts';
import { numberSections } from './number-sections.ts';
import { type PieceGroup, packLimits, packSection, type Tail } from './pack-chunks.ts';
import { type Piece, piecesOf } from './pieces.ts';
import { sentenceSpans } from './split-text.ts';

/** Returns the last sentences of a piece that fit `limit` together, as a piece; nothing when not one fits. */
function createTail(limit: number, size: CountTokens): Tail {
  return (piece) => {
    const spans = sentenceSpans(piece.text, Math.max(1, limit), size);
    let start = piece.text.length;
    let filled = 0;
    for (const span of spans.reverse()) {
      if (filled + span.size > limit || span.start === 0) break;
      start = span.start;
      filled += span.size;
    }
    const text = piece.text.slice(start).trimEnd();
    return text === '' ? null : { ...piece, text, size: filled };
  };
}

function bySection(pieces: readonly Piece[]): Piece[][] {
  const runs: Piece[][] = [];
  for (const piece of pieces) {
    const last = runs.at(-1);
    if (last !== undefined && last[0]?.section === piece.section) last.push(piece);
    else runs.push([piece]);
  }
  return runs;
}

/** A title that is only the file's name says nothing about the text, and in a chunk's context it costs recall. */
function ownTitle(document: ParsedDocument): string {
  const name = document.file.replace(/\.[^.]*$/u, '');
  return document.title === name || document.title === document.file ? '' : document.title;
}

/**
 * Returns the sections of a document, flat, and its chunks in reading order. Chunks aim at `targetTokens` and have at
 * most `maxTokens`; tables, FAQ entries, clauses, code and key-value blocks stay whole where they fit, and repeat
 * header, question or number where they don't. Nothing of the body is lost (headings stand in `sectionPath` or in
 * `text`), nothing stands twice but overlaps and repeated headers. A document without body text gives no chunks.
 * Pure: equal input gives an equal result. Linear in the length of the text.
 */
export function segmentDocument(document: ParsedDocument, options: SegmentOptions): SegmentedDocument {
  const count = plainCounter(options.countTokens);
  const size = sizeCounter(count);
  const limits = packLimits(options);
  const numbered = numberSections(document);
  const pieces = piecesOf(document, numbered, options, size);
  const tail = createTail(options.overlapTokens, size);
  const groups: PieceGroup[] = bySection(pieces).flatMap((run) => packSection(run, limits, tail));
  const { sections } = numbered;
  const context = {
    title: ownTitle(document),
    language: document.language,
    sections,
    windowTokens: options.windowTokens,
    count,
    size,
  };
  const chunks = mergeSmallSections(groups, sections, limits, size).map((group, order) =>
    assembleChunk(group, order, context),
  );
  return { sections, chunks };
}
