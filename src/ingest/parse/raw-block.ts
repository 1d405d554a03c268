import type { Block, Box, ListItem, Page, ParsedProblem } from '../../domain/document.ts';

/** A block as a format's parser gives it: not numbered yet, and located only where the format has places. */
export type RawBlock = Omit<Block, 'id' | 'box' | 'confidence'> & {
  readonly box?: Box;
  readonly confidence?: number;
};

/** A page as a format's parser gives it. */
export type RawPage = Omit<Page, 'blocks' | 'problems'> & {
  readonly blocks: readonly RawBlock[];
  readonly problems: readonly ParsedProblem[];
};

/** Returns the one page of a format without pages. */
export function singlePage(blocks: readonly RawBlock[], problems: readonly ParsedProblem[] = []): RawPage {
  return {
    number: 1,
    width: 0,
    height: 0,
    rotation: 0,
    source: 'text',
    ocrConfidence: null,
    problems,
    blocks,
  };
}

/** Returns a block of running text, headings excepted. */
export function rawBlock(kind: Block['kind'], text: string, more: Partial<RawBlock> = {}): RawBlock {
  return { kind, text: text.trim(), ...more };
}

/** Returns a heading of level 1 to 6; `number` as printed when it has one. */
export function rawHeading(text: string, level: number, more: Partial<RawBlock> = {}): RawBlock {
  const number = /^(\d+(?:\.\d+)*)\.?\s+\S/u.exec(text.trim())?.[1];
  return {
    kind: 'heading',
    text: text.replace(/\s+/gu, ' ').trim(),
    level: Math.min(6, Math.max(1, level)),
    ...(number === undefined ? {} : { number }),
    ...more,
  };
}

function itemLine(item: ListItem): string {
  return `${'  '.repeat(item.level - 1)}${item.number ?? '-'} ${item.text}`;
}

/** Returns a list block of flat items in reading order; its text has a line an entry, indented by level. */
export function rawList(items: readonly ListItem[], more: Partial<RawBlock> = {}): RawBlock {
  return { kind: 'list', text: items.map(itemLine).join('\n'), items, ...more };
}
