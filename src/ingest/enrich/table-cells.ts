import type { ParsedDocument } from '../../domain/document.ts';
import type { ChunkReading } from './chunk-reading.ts';

/** A cell as it stands in a chunk's text: `text.slice(start, end)`. */
export interface Cell {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** A value cell with its row label and its column's header. */
export interface TableFact {
  readonly row: Cell;
  readonly column: string;
  readonly value: Cell;
  /** What the row's own unit column says, where the table has one. */
  readonly unit?: string;
}

const UNIT_COLUMN = /^(?:units?|unidad(?:es)?)$/iu;
const SEPARATOR = ' | ';
const EMPTY = /^(?:[-–—.*/]*|n\/?a|none|nil|tbd|tba|x|✓|✗)$/iu;

function cellsOf(line: string, offset: number): Cell[] {
  const cells: Cell[] = [];
  let at = 0;
  for (const part of line.split(SEPARATOR)) {
    const lead = part.length - part.trimStart().length;
    const text = part.trim();
    cells.push({ text, start: offset + at + lead, end: offset + at + lead + text.length });
    at += part.length + SEPARATOR.length;
  }
  return cells;
}

const lineOf = (cells: readonly string[]): string =>
  cells.map((cell) => cell.replace(/\s+/gu, ' ').trim()).join(SEPARATOR);

/** Returns the last header row of every table of a document, as it stands in chunks. */
export function headerLines(parsed: ParsedDocument): ReadonlySet<string> {
  const lines = new Set<string>();
  for (const { blocks } of parsed.pages) {
    for (const { table } of blocks) {
      const header = table?.header.at(-1);
      if (header !== undefined && header.length > 1) lines.add(lineOf(header));
    }
  }
  return lines;
}

interface OpenTable {
  readonly header: readonly string[];
  readonly rows: Cell[][];
}

function tablesOf(text: string, headers: ReadonlySet<string>): OpenTable[] {
  const tables: OpenTable[] = [];
  let open: OpenTable | null = null;
  let offset = 0;
  for (const line of text.split('\n')) {
    const trimmed = line.trim();
    if (headers.has(trimmed)) {
      open = { header: trimmed.split(SEPARATOR).map((cell) => cell.trim()), rows: [] };
      tables.push(open);
    } else if (!line.includes(SEPARATOR)) open = null;
    else if (open !== null) open.rows.push(cellsOf(line, offset));
    offset += line.length + 1;
  }
  return tables;
}

function once<T>(items: readonly T[], item: T): boolean {
  return items.indexOf(item) === items.lastIndexOf(item);
}

function isLabel(text: string, maxWords: number): boolean {
  return /\p{L}/u.test(text) && text.length <= 80 && text.split(/\s+/u).length <= maxWords;
}

function factsOf({ header, rows }: OpenTable): TableFact[] {
  const labels = rows.map(([label]) => label?.text ?? '');
  return rows
    .filter((cells) => cells.length === header.length)
    .flatMap((cells) => {
      const [row] = cells;
      if (row === undefined || !isLabel(row.text, 8) || !once(labels, row.text)) return [];
      return cells.slice(1).flatMap((value, index) => {
        const column = header[index + 1] ?? '';
        if (!isLabel(column, 6) || !once(header, column)) return [];
        if (EMPTY.test(value.text) || value.text.length > 120) return [];
        const unit = cells[header.findIndex((name) => UNIT_COLUMN.test(name))]?.text ?? '';
        return [{ row, column, value, ...(unit === '' ? {} : { unit }) }];
      });
    });
}

/**
 * Returns the cells of a chunk's tables that row label and column header name without doubt: tables with a header of
 * their own, labels and headers that stand once, rows of full width, no empty cells.
 */
export function tableFacts({ text }: ChunkReading, headers: ReadonlySet<string>): TableFact[] {
  return headers.size === 0 ? [] : tablesOf(text, headers).flatMap(factsOf);
}
