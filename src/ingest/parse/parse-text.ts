import type { ParsedDocument } from '../../domain/document.ts';
import { buildDocument } from './build-document.ts';
import { decodeText } from './decode-text.ts';
import { type RawBlock, rawHeading, singlePage } from './raw-block.ts';
import { textBlocks } from './text-blocks.ts';

/** The line that a text file opens with is its title, unless it is a sentence or stands alone. */
function withTitle(blocks: readonly RawBlock[]): readonly RawBlock[] {
  const [first, ...rest] = blocks;
  if (first === undefined || rest.length === 0) return blocks;
  const mayBe = first.kind === 'heading' || first.kind === 'paragraph';
  if (!mayBe || first.text.length > 100 || /[.,;:!?…]$/u.test(first.text)) return blocks;
  return [rawHeading(first.text, 1), ...rest];
}

/** Returns the document that a plain text file makes, its encoding found; form feeds don't make pages. */
export function parseText(bytes: Uint8Array, name: string): ParsedDocument {
  const { text, problems } = decodeText(bytes);
  const pages = [singlePage(withTitle(textBlocks(text)))];
  return buildDocument({ name, mime: 'text/plain', pages, problems });
}
