import type { Box, ListItem, Table } from '../../../domain/document.ts';
import { type RawBlock, rawBlock, rawHeading, rawList } from '../raw-block.ts';
import { clauseNumber, keyValue, labelledAnswer, labelledQuestion, listLine } from '../recognise.ts';
import { squareTable } from '../text-tables.ts';
import type { LayoutCell, LayoutNode } from './layout-json.ts';
import type { PageFacts } from './pdf-facts.ts';

const LIGATURES = /[\uFB00-\uFB06]/gu;
const CAPTION =
  /^(?:fig(?:ure|ura)?\.?|table|tabla|cuadro|gr[áa]fico|chart|exhibit|plate)\s*(?:\d+|[ivxlc]+)\s*[.:–—-]/iu;
const TABLE_CAPTION = /^(?:table|tabla|cuadro)/iu;
const PAGE_NUMBER = /^(?:page|p[áa]gina)?\s*\d{1,4}(?:\s*(?:of|de|\/)\s*\d{1,4})?$/iu;

/** Ligatures as letters, soft hyphens and control characters out, white space folded. */
function clean(text: string): string {
  return text
    .replace(LIGATURES, (letters) => letters.normalize('NFKC'))
    .replaceAll('\u00AD', '')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim();
}

/** All text under a node in order. */
function textUnder(node: LayoutNode): string {
  const own = node.content ?? '';
  const rows = (node.rows ?? []).flatMap((row) => row.cells);
  const below = [...(node.kids ?? []), ...(node['list items'] ?? []), ...rows].map(textUnder);
  return clean([own, ...below].filter((text) => text !== '').join(' '));
}

/** Returns a box in page points with origin top left from one in PDF user space, page rotation applied. */
export function toPageBox(box: readonly number[] | undefined, page: PageFacts): Box {
  const [left = 0, bottom = 0, right = 0, top = 0] = box ?? [];
  const [a = 1, b = 0, c = 0, d = -1, e = 0, f = 0] = page.toPage;
  const [x0, y0] = [a * left + c * bottom + e, b * left + d * bottom + f];
  const [x1, y1] = [a * right + c * top + e, b * right + d * top + f];
  const round = (value: number): number => Math.round(value * 100) / 100;
  return [round(Math.min(x0, x1)), round(Math.min(y0, y1)), round(Math.max(x0, x1)), round(Math.max(y0, y1))];
}

function itemsOf(list: LayoutNode, level: number): ListItem[] {
  return (list['list items'] ?? []).flatMap((item) => {
    const marked = listLine(clean(item.content ?? ''));
    const nested = (item.kids ?? []).flatMap((kid) =>
      kid.type === 'list' ? itemsOf(kid, Math.min(6, level + 1)) : [],
    );
    const more = (item.kids ?? []).filter((kid) => kid.type !== 'list').map(textUnder);
    const text = [marked?.text ?? clean(item.content ?? ''), ...more].filter((part) => part !== '').join(' ');
    const number = marked?.number === undefined ? {} : { number: marked.number };
    const direct = nested.filter((entry) => entry.level === level + 1);
    const own = { text, level, ...number, ...(direct.length > 0 ? { items: direct } : {}) };
    return [own, ...nested];
  });
}

function gridOf(node: LayoutNode): string[][] {
  const grid: string[][] = [];
  for (const cell of (node.rows ?? []).flatMap((row) => row.cells)) fillCell(grid, cell);
  return Array.from(grid, (row) => Array.from(row ?? [], (text) => text ?? ''));
}

/** A merged cell's text stands in every place it covers. */
function fillCell(grid: string[][], cell: LayoutCell): void {
  const text = textUnder(cell);
  for (let down = 0; down < cell['row span']; down += 1) {
    const row = cell['row number'] - 1 + down;
    grid[row] ??= [];
    const target = grid[row];
    for (let right = 0; right < cell['column span']; right += 1) {
      target[cell['column number'] - 1 + right] = text;
    }
  }
}

const isNumeric = (cell: string): boolean => /^[\s$€£%+\-–().,\d]+$/u.test(cell) && /\d/u.test(cell);

/** The engine does not tell header rows: the first row is one when it names columns and the rest holds values. */
function hasHeader(rows: readonly (readonly string[])[]): boolean {
  const first = rows[0] ?? [];
  if (rows.length < 2 || first.some(isNumeric)) return false;
  return first.filter((cell) => cell !== '').length >= Math.max(2, first.length - 1);
}

function tableBlocks(node: LayoutNode, box: Box): RawBlock[] {
  const rows = gridOf(node).filter((row) => row.some((cell) => cell !== ''));
  const width = Math.max(0, ...rows.map((row) => row.length));
  if (width < 2 || rows.length === 0) return rows.flatMap((row) => textBlock(row.join(' '), box));
  const headerRows = hasHeader(rows) ? 1 : 0;
  const table: Table = squareTable(rows.slice(0, headerRows), rows.slice(headerRows));
  return [rawBlock('table', '', { table, box })];
}

function textBlock(text: string, box: Box): RawBlock[] {
  if (text === '') return [];
  if (CAPTION.test(text) && text.length < 600) return [rawBlock('caption', text, { box })];
  const number = clauseNumber(text);
  return [number === null ? rawBlock('paragraph', text, { box }) : rawBlock('clause', text, { number, box })];
}

/** Numbered clauses come as list items: each is a block of its own. */
function listBlocks(node: LayoutNode, page: PageFacts, box: Box): RawBlock[] {
  const items = node['list items'] ?? [];
  const numbers = items.map((item) => clauseNumber(clean(item.content ?? '')));
  if (numbers.every((number) => number === null)) return [rawList(itemsOf(node, 1), { box })];
  return items.flatMap((item) => textBlock(textUnder(item), toPageBox(item['bounding box'], page)));
}

function outsideBlock(kind: 'header' | 'footer', text: string, box: Box): RawBlock[] {
  if (text === '') return [];
  return [rawBlock(PAGE_NUMBER.test(text) ? 'page-number' : kind, text, { box })];
}

/** The engine takes lone sentences, clauses and captions for headings when their font stands out. */
function isNoHeading(text: string): boolean {
  const isSentence = /\p{Ll}{2}[.;]$/u.test(text) && text.split(' ').length > 5;
  return text.length > 200 || isSentence || clauseNumber(text) !== null || CAPTION.test(text);
}

function blocksOf(node: LayoutNode, page: PageFacts): RawBlock[] {
  const box = toPageBox(node['bounding box'], page);
  switch (node.type) {
    case 'heading': {
      const text = clean(node.content ?? '');
      if (isNoHeading(text)) return textBlock(text, box);
      return text === '' ? [] : [rawHeading(text, node['heading level'] ?? 2, { box })];
    }
    case 'list':
      return listBlocks(node, page, box);
    case 'table':
      return tableBlocks(node, box);
    case 'image':
      return [rawBlock('figure', '', { box })];
    case 'caption':
      return [rawBlock('caption', clean(node.content ?? ''), { box })];
    case 'header':
    case 'footer':
      return outsideBlock(node.type, textUnder(node), box);
    default:
      if (node.content === undefined && node.kids !== undefined)
        return node.kids.flatMap((kid) => blocksOf(kid, page));
      return textBlock(clean(node.content ?? ''), box);
  }
}

/** A caption that says it is a table's, next to a table, becomes the table's. */
function tieCaptions(blocks: readonly RawBlock[]): RawBlock[] {
  const tied: RawBlock[] = [...blocks];
  for (const [at, block] of blocks.entries()) {
    if (block.kind !== 'caption' || !TABLE_CAPTION.test(block.text)) continue;
    const beside = [at + 1, at - 1].find((index) => {
      const table = tied[index]?.table;
      return table !== undefined && table.caption === undefined;
    });
    const owner = beside === undefined ? undefined : tied[beside];
    if (beside === undefined || owner?.table === undefined) continue;
    tied[beside] = { ...owner, table: { ...owner.table, caption: block.text } };
    tied[at] = { ...block, text: '' };
  }
  return tied.filter((block) => block.kind !== 'caption' || block.text !== '');
}

/** `Q:` and `A:` paragraphs that follow each other are one entry; neighbouring `Key: value` lines one block. */
function joinPairs(blocks: readonly RawBlock[]): RawBlock[] {
  const joined: RawBlock[] = [];
  for (const block of blocks) {
    const last = joined.at(-1);
    const isText = last?.kind === 'paragraph' && block.kind === 'paragraph';
    const question = isText ? labelledQuestion(last.text) : null;
    const answer = isText ? labelledAnswer(block.text) : null;
    if (last !== undefined && question !== null && answer !== null) {
      joined[joined.length - 1] = { ...last, kind: 'faq', text: `${question}\n${answer}` };
    } else if (last !== undefined && continuesPairs(last, block)) {
      joined[joined.length - 1] = { ...last, kind: 'key-value', text: `${last.text}\n${block.text}` };
    } else joined.push(block);
  }
  return joined;
}

function continuesPairs(last: RawBlock, block: RawBlock): boolean {
  if (block.kind !== 'paragraph' || keyValue(block.text) === null) return false;
  return last.kind === 'key-value' || (last.kind === 'paragraph' && keyValue(last.text) !== null);
}

/** Returns the blocks of one page from the layout's nodes of that page, in their order. */
export function layoutBlocks(nodes: readonly LayoutNode[], page: PageFacts): RawBlock[] {
  return joinPairs(tieCaptions(nodes.flatMap((node) => blocksOf(node, page))));
}
