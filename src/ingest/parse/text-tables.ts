import type { Table } from '../../domain/document.ts';

/** A table found in lines of text, and how many lines it took. */
export interface FoundTable {
  readonly table: Table;
  readonly lines: number;
}

const DIVIDER = /^\s*\|?\s*:?-{2,}:?\s*(?:\|\s*:?-{2,}:?\s*)*\|?\s*$/u;

function pipeCells(line: string): string[] {
  const inner = line
    .trim()
    .replace(/^\|/u, '')
    .replace(/(?<!\\)\|$/u, '');
  return inner.split(/(?<!\\)\|/u).map((cell) => cell.replaceAll('\\|', '|').trim());
}

function isPipeRow(line: string | undefined): line is string {
  return (
    line !== undefined && (/^\s*\|.*\|\s*$/u.test(line) || (line.match(/(?<!\\)\|/gu)?.length ?? 0) >= 2)
  );
}

/** Returns rows of equal width: the widest row's; missing cells are ''. */
export function squareTable(header: string[][], rows: string[][], caption?: string): Table {
  const width = Math.max(0, ...[...header, ...rows].map((row) => row.length));
  const pad = (row: string[]): string[] => [...row, ...Array<string>(width - row.length).fill('')];
  return { header: header.map(pad), rows: rows.map(pad), ...(caption === undefined ? {} : { caption }) };
}

/** Returns the pipe table that begins at `start`, its divider row taken out; `null` when there is none. */
export function pipeTable(lines: readonly string[], start: number): FoundTable | null {
  let end = start;
  while (isPipeRow(lines[end]) || (end > start && DIVIDER.test(lines[end] ?? ''))) end += 1;
  const taken = lines.slice(start, end);
  if (taken.length < 2) return null;
  const divider = taken.findIndex((line) => DIVIDER.test(line));
  const header = divider > 0 ? taken.slice(0, divider) : [];
  const rows = taken.slice(header.length).filter((line) => !DIVIDER.test(line));
  if (header.length === 0 && rows.some((line) => !/^\s*\|/u.test(line))) return null;
  return { table: squareTable(header.map(pipeCells), rows.map(pipeCells)), lines: taken.length };
}

const TABULAR_START = /\\begin\{(?:tabular|array|longtable)\}/u;
const TABULAR_END = /\\end\{(?:tabular|array|longtable)\}/u;

function latexCell(cell: string): string {
  return cell
    .replace(/\\multi(?:column|row)\{[^}]*\}\{[^}]*\}\{([^{}]*)\}/gu, '$1')
    .replace(/\\([%&#$_{}])/gu, '$1')
    .replace(/\\(?:hline|cline\{[^}]*\})/gu, '')
    .replace(/\s+/gu, ' ')
    .trim();
}

/** Returns the LaTeX `tabular` that begins at `start`, its first row as header; `null` when there is none. */
export function latexTable(lines: readonly string[], start: number): FoundTable | null {
  if (!TABULAR_START.test(lines[start] ?? '')) return null;
  const length = lines.slice(start, start + 400).findIndex((line) => TABULAR_END.test(line)) + 1;
  if (length === 0) return null;
  const source = lines.slice(start, start + length).join('\n');
  const body = source
    .replace(/^[\s\S]*?\\begin\{(?:tabular|array|longtable)\}\s*(?:\[[^\]]*\])?\s*(?:\{[^}]*\})?/u, '')
    .replace(/\\end\{(?:tabular|array|longtable)\}[\s\S]*$/u, '');
  const rows = body
    .split(/\\\\/u)
    .map((row) => row.split(/(?<!\\)&/u).map(latexCell))
    .filter((row) => row.some((cell) => cell !== ''));
  return { table: squareTable(rows.slice(0, 1), rows.slice(1)), lines: length };
}
