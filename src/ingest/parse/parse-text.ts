import type { ParsedDocument } from '../../domain/document.ts';
import { buildDocument } from './build-document.ts';
import { decodeText } from './decode-text.ts';
import { singlePage } from './raw-block.ts';
import { textBlocks } from './text-blocks.ts';

/** Returns the document that a plain text file makes, its encoding found; form feeds don't make pages. */
export function parseText(bytes: Uint8Array, name: string): ParsedDocument {
  const { text, problems } = decodeText(bytes);
  const pages = [singlePage(textBlocks(text))];
  return buildDocument({ name, mime: 'text/plain', pages, problems });
}
