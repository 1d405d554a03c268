import type { ListItem } from '../../domain/document.ts';
import { htmlTables } from './html-table.ts';
import { type RawBlock, rawBlock, rawHeading, rawList } from './raw-block.ts';
import {
  clauseNumber,
  headingLevel,
  keyValue,
  type ListLine,
  labelledAnswer,
  labelledQuestion,
  listLine,
} from './recognise.ts';
import { type FoundTable, latexTable, pipeTable } from './text-tables.ts';

/** Lines of one run without blank lines in between. */
type Run = readonly string[];

/** Constructs that hold together over blank lines: where they begin, and where they end. */
const ENCLOSED = [
  [/\\begin\{(?:tabular|array|longtable)\}/u, /\\end\{(?:tabular|array|longtable)\}/u],
  [/<table\b/iu, /<\/table>/iu],
] as const;

/** Longest table in lines; an unclosed one must not swallow the document. */
const MAX_TABLE_LINES = 400;

/** Returns how many lines the table that begins at `start` takes, 0 when none begins or it has no end. */
function enclosedLines(lines: readonly string[], start: number): number {
  for (const [begin, end] of ENCLOSED) {
    if (!begin.test(lines[start] ?? '')) continue;
    return lines.slice(start, start + MAX_TABLE_LINES).findIndex((line) => end.test(line)) + 1;
  }
  return 0;
}

/** Text in front of a table on the table's first line is a run of its own. */
function enclosedRuns(taken: readonly string[]): Run[] {
  const first = taken[0] ?? '';
  const at = first.search(/\\begin\{(?:tabular|array|longtable)\}|<table\b/iu);
  const before = first.slice(0, Math.max(0, at)).trim();
  const table = [first.slice(Math.max(0, at)), ...taken.slice(1)].filter((line) => line.trim() !== '');
  return before === '' ? [table] : [[before], table];
}

function runsOf(lines: readonly string[]): Run[] {
  const runs: Run[] = [];
  let open: string[] = [];
  const close = (): void => {
    if (open.length > 0) runs.push(open);
    open = [];
  };
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    const enclosed = enclosedLines(lines, at);
    if (enclosed > 0) {
      close();
      runs.push(...enclosedRuns(lines.slice(at, at + enclosed)));
      at += enclosed - 1;
    } else if (line.trim() === '') close();
    else open.push(line);
  }
  close();
  return runs;
}

/** Joins the lines of a paragraph; a word parted at a line's end by a soft hyphen, or by `-` before a small letter, is mended. */
export function joinLines(lines: readonly string[]): string {
  return lines
    .map((line) => line.trim())
    .join('\n')
    .replace(/\u00AD\n/gu, '')
    .replace(/(?<=\p{Ll}{2})-\n(?=\p{Ll}{2})/gu, '')
    .replace(/\n/gu, ' ')
    .replace(/\s+/gu, ' ')
    .trim();
}

/** A text that stands before its lines end: how many lines were read and what they are. */
interface Reading {
  readonly blocks: readonly RawBlock[];
  readonly lines: number;
}

function readTable(run: Run, at: number): Reading | null {
  const found: FoundTable | null = latexTable(run, at) ?? pipeTable(run, at);
  return found === null
    ? null
    : { blocks: [rawBlock('table', '', { table: found.table })], lines: found.lines };
}

function readHtmlTable(run: Run, at: number): Reading | null {
  if (!/<table\b/iu.test(run[at] ?? '')) return null;
  const length = run.slice(at).findIndex((line) => /<\/table>/iu.test(line)) + 1;
  if (length === 0) return null;
  const tables = htmlTables(run.slice(at, at + length).join('\n'));
  return tables.length === 0
    ? null
    : { blocks: tables.map((table) => rawBlock('table', '', { table })), lines: length };
}

function readFaq(run: Run, at: number): Reading | null {
  const question = labelledQuestion(run[at] ?? '');
  if (question === null) return null;
  const rest = run.slice(at + 1);
  const answerAt = rest.findIndex((line) => labelledAnswer(line) !== null);
  const nextAt = rest.findIndex((line) => labelledQuestion(line) !== null);
  if (answerAt < 0 || (nextAt >= 0 && nextAt < answerAt)) return null;
  const end = nextAt < 0 ? rest.length : nextAt;
  const asked = joinLines([question, ...rest.slice(0, answerAt)]);
  const answer = joinLines([labelledAnswer(rest[answerAt] ?? '') ?? '', ...rest.slice(answerAt + 1, end)]);
  return { blocks: [rawBlock('faq', `${asked}\n${answer}`)], lines: 1 + end };
}

function readKeyValues(run: Run, at: number): Reading | null {
  let end = at;
  while (end < run.length && keyValue(run[end] ?? '') !== null) end += 1;
  if (end - at < 2) return null;
  const text = run.slice(at, end).map((line) => line.trim());
  return { blocks: [rawBlock('key-value', text.join('\n'))], lines: end - at };
}

function readHeading(run: Run, at: number): Reading | null {
  const line = run[at] ?? '';
  const marked = /^\s{0,3}(?<marks>#{1,6})\s+(?<text>\S.*?)\s*#*\s*$/u.exec(line)?.groups;
  if (marked !== undefined) {
    return { blocks: [rawHeading(marked['text'] ?? '', (marked['marks'] ?? '#').length)], lines: 1 };
  }
  const level = at === 0 ? headingLevel(line) : null;
  if (level === null || (run.length > 1 && level > 2)) return null;
  return { blocks: [rawHeading(line, level)], lines: 1 };
}

function toItems(lines: readonly ListLine[]): ListItem[] {
  const indents = [...new Set(lines.map((line) => line.indent))].sort((a, b) => a - b);
  return lines.map(({ text, number, indent }) => {
    const level = Math.min(6, indents.indexOf(indent) + 1);
    return { text, level, ...(number === undefined ? {} : { number }) };
  });
}

function readList(run: Run, at: number): Reading | null {
  const first = run[at] ?? '';
  if (listLine(first) === null || clauseNumber(first) !== null) return null;
  const entries: ListLine[] = [];
  let end = at;
  for (; end < run.length; end += 1) {
    const line = run[end] ?? '';
    const entry = listLine(line);
    const last = entries.at(-1);
    if (entry !== null) entries.push(entry);
    else if (last !== undefined && readTable(run, end) === null) {
      entries[entries.length - 1] = { ...last, text: joinLines([last.text, line]) };
    } else break;
  }
  return { blocks: [rawList(toItems(entries))], lines: end - at };
}

const READERS = [readTable, readHtmlTable, readFaq, readKeyValues, readHeading, readList];

function paragraph(lines: readonly string[]): RawBlock[] {
  const text = joinLines(lines);
  if (text === '') return [];
  const number = clauseNumber(text);
  return [number === null ? rawBlock('paragraph', text) : rawBlock('clause', text, { number })];
}

/** Lines that begin something new inside a run although no blank line parts them. */
function begins(run: Run, at: number): Reading | null {
  for (const read of READERS) {
    const reading = read(run, at);
    if (reading !== null) return reading;
  }
  return null;
}

function readRun(run: Run): RawBlock[] {
  const blocks: RawBlock[] = [];
  let open: string[] = [];
  let at = 0;
  while (at < run.length) {
    const line = run[at] ?? '';
    const reading = begins(run, at);
    if (reading !== null || clauseNumber(line) !== null) {
      blocks.push(...paragraph(open));
      open = [];
    }
    if (reading === null) open.push(line);
    else blocks.push(...reading.blocks);
    at += reading?.lines ?? 1;
  }
  return [...blocks, ...paragraph(open)];
}

/** A question and its answer in two runs (`Q: …`, blank line, `A: …`) are one entry. */
function joinParted(blocks: readonly RawBlock[]): RawBlock[] {
  const joined: RawBlock[] = [];
  for (const block of blocks) {
    const last = joined.at(-1);
    const question = last?.kind === 'paragraph' ? labelledQuestion(last.text) : null;
    const answer = block.kind === 'paragraph' ? labelledAnswer(block.text) : null;
    if (question !== null && answer !== null) {
      joined[joined.length - 1] = rawBlock('faq', `${question}\n${answer}`);
    } else joined.push(block);
  }
  return joined;
}

/** A few words alone above a real paragraph are its heading though they are written as a sentence begins. */
function isShortTitle(block: RawBlock, next: RawBlock | undefined): boolean {
  if (block.kind !== 'paragraph' || next?.kind !== 'paragraph' || next.text.length < 100) return false;
  return (
    block.text.length <= 50 &&
    /^\p{Lu}[\p{L} '’-]*\p{L}$/u.test(block.text) &&
    block.text.split(' ').length <= 5
  );
}

function promoteTitles(blocks: readonly RawBlock[]): RawBlock[] {
  return blocks.map((block, at) => (isShortTitle(block, blocks[at + 1]) ? rawHeading(block.text, 3) : block));
}

/**
 * Returns the blocks of plain or Markdown-like text in order: headings, lists, pipe, HTML and LaTeX tables, FAQ
 * entries, numbered clauses, key-value lines; all else is paragraphs, their lines joined. No character but marks of
 * structure and white space is lost.
 */
export function textBlocks(text: string): RawBlock[] {
  const lines = text.replace(/\r\n?/gu, '\n').replaceAll('\f', '\n\n').split('\n');
  return promoteTitles(joinParted(runsOf(lines).flatMap(readRun)));
}
