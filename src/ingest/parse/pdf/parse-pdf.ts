import type { ParsedDocument, ParsedProblem } from '../../../domain/document.ts';
import { buildDocument } from '../build-document.ts';
import { type RawBlock, type RawPage, rawBlock } from '../raw-block.ts';
import { edgesOf, findRunningLines } from '../running-lines.ts';
import { textBlocks } from '../text-blocks.ts';
import { layoutBlocks } from './layout-blocks.ts';
import type { LayoutDocument, LayoutNode } from './layout-json.ts';
import type { PageFacts, PdfFacts } from './pdf-facts.ts';

/** Less text than this on a page with an image is a stamp or a page number on a scan, not its text. */
const MIN_LETTERS = 12;

const letters = (text: string): number => text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;

function lettersOf(blocks: readonly RawBlock[]): number {
  return blocks.reduce((sum, block) => {
    const cells = [...(block.table?.header ?? []), ...(block.table?.rows ?? [])].flat();
    return sum + letters(block.text) + letters(cells.join(' '));
  }, 0);
}

async function pageProblems(
  blocks: readonly RawBlock[],
  page: PageFacts,
  facts: PdfFacts,
): Promise<ParsedProblem[]> {
  const number = page.number;
  const rotated: ParsedProblem[] =
    page.rotation === 0
      ? []
      : [{ code: 'rotated', message: `The page is turned by ${page.rotation} degrees.`, page: number }];
  const count = lettersOf(blocks);
  if (count >= MIN_LETTERS) return rotated;
  if (await facts.hasImage(number)) {
    const message = 'The page is an image without text: it needs OCR, which Trellis does not have yet.';
    return [...rotated, { code: 'scanned_page', message, page: number }];
  }
  return count > 0
    ? rotated
    : [...rotated, { code: 'empty_page', message: 'The page holds no text.', page: number }];
}

async function buildPage(page: PageFacts, nodes: readonly LayoutNode[], facts: PdfFacts): Promise<RawPage> {
  const laidOut = layoutBlocks(nodes, page);
  // The engine drops what it takes for noise; a page that it leaves empty is read once more, plainly.
  const blocks =
    lettersOf(laidOut) > 0 ? laidOut : [...laidOut, ...textBlocks(await facts.readText(page.number))];
  const { number, width, height, rotation } = page;
  const problems = await pageProblems(blocks, page, facts);
  return { number, width, height, rotation, source: 'text', ocrConfidence: null, problems, blocks };
}

/** Running headers and footers that the engine left in the text, named by their return on many pages. */
function markRunning(pages: readonly RawPage[]): RawPage[] {
  const isBody = (block: RawBlock): boolean => block.kind === 'paragraph' || block.kind === 'heading';
  const lines = pages.map((page) => page.blocks.filter(isBody).map((block) => block.text));
  const kindOf = findRunningLines(lines);
  return pages.map((page, index) => {
    const { top, bottom } = edgesOf(lines[index] ?? []);
    const blocks = page.blocks.map((block) => {
      if (!isBody(block)) return block;
      const kind = top.includes(block.text)
        ? kindOf(block.text, 'top')
        : bottom.includes(block.text)
          ? kindOf(block.text, 'bottom')
          : null;
      return kind === null
        ? block
        : rawBlock(kind, block.text, block.box === undefined ? {} : { box: block.box });
    });
    return { ...page, blocks };
  });
}

const FALLBACK: ParsedProblem = {
  code: 'layout_fallback',
  message:
    'The layout engine could not read this file: plain text without tables and columns was taken instead.',
};

/**
 * Returns the document that a PDF makes, from its facts and the layout that the engine found. Without a layout every
 * page's plain text is read and the document carries the problem `layout_fallback`.
 */
export async function parsePdf(
  name: string,
  facts: PdfFacts,
  layout: LayoutDocument | undefined,
): Promise<ParsedDocument> {
  const byPage = Map.groupBy(layout?.kids ?? [], (node) => node['page number'] ?? 1);
  const pages: RawPage[] = [];
  for (const page of facts.pages) pages.push(await buildPage(page, byPage.get(page.number) ?? [], facts));
  return buildDocument({
    name,
    mime: 'application/pdf',
    title: facts.title,
    metadata: facts.metadata,
    problems: [...facts.problems, ...(layout === undefined ? [FALLBACK] : [])],
    pages: markRunning(pages),
  });
}
