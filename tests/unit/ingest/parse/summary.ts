import type { Block, ParsedDocument } from '../../../../src/domain/document.ts';

/** Returns every block as `kind level/number: text`, tables by their rows, for comparing structure at a glance. */
export function outline(document: ParsedDocument): string[] {
  return document.pages.flatMap((page) => page.blocks.map(line));
}

function line(block: Block): string {
  const mark =
    block.kind === 'clause' ? ` ${block.number}` : block.kind === 'heading' ? ` ${block.level}` : '';
  const cells = [...(block.table?.header ?? []), ...(block.table?.rows ?? [])].map((row) => row.join('|'));
  return `${block.kind}${mark}: ${block.table === undefined ? block.text : cells.join(' / ')}`;
}

/** Returns the UTF-8 bytes of a text. */
export const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
