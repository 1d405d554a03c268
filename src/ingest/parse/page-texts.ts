import type { ParsedDocument } from '../../domain/document.ts';
import { buildDocument } from './build-document.ts';
import { type RawBlock, type RawPage, rawBlock, singlePage } from './raw-block.ts';
import { type EdgeKind, edgesOf, findRunningLines } from './running-lines.ts';
import { textBlocks } from './text-blocks.ts';

/** A document whose pages are texts already: page numbers from 1, ascending, gaps allowed. */
export interface PageTexts {
  readonly name: string;
  readonly title?: string | undefined;
  readonly pages: readonly { readonly page: number; readonly text: string }[];
}

const linesOf = (text: string): string[] => text.split(/\r\n?|\n|\f/u).filter((line) => line.trim() !== '');

/** Takes running lines off both ends of a page; they come back as blocks of their own kind. */
function pageBlocks(text: string, kindOf: EdgeKind): RawBlock[] {
  let lines = text.split(/\r\n?|\n/u);
  const before: RawBlock[] = [];
  const after: RawBlock[] = [];
  const { top, bottom } = edgesOf(linesOf(text));
  for (const line of top) {
    const kind = kindOf(line, 'top');
    if (kind === null) break;
    before.push(rawBlock(kind, line));
    lines = lines.slice(lines.indexOf(line) + 1);
  }
  for (const line of bottom.reverse()) {
    const kind = kindOf(line, 'bottom');
    if (kind === null) break;
    after.unshift(rawBlock(kind, line));
    lines = lines.slice(0, lines.lastIndexOf(line));
  }
  return [...before, ...textBlocks(lines.join('\n')), ...after];
}

function emptyPage(number: number): RawPage {
  const problem = { code: 'empty_page', message: 'The page holds no text.', page: number } as const;
  return { ...singlePage([], [problem]), number };
}

/**
 * Returns the document that page texts make: plain or Markdown-like text with headings, lists, tables (pipes, HTML,
 * LaTeX), clauses and FAQ entries; running headers, footers and page numbers named as such. Missing page numbers
 * become empty pages. Pure; the mime type is `text/plain`.
 */
export function parsePagesText(input: PageTexts): ParsedDocument {
  const kindOf = findRunningLines(input.pages.map((page) => linesOf(page.text)));
  const pages: RawPage[] = [];
  for (const { page, text } of input.pages) {
    while (pages.length + 1 < page) pages.push(emptyPage(pages.length + 1));
    const blocks = pageBlocks(text, kindOf);
    pages.push(blocks.length === 0 ? emptyPage(page) : { ...singlePage(blocks), number: page });
  }
  return buildDocument({ name: input.name, mime: 'text/plain', title: input.title, pages });
}
