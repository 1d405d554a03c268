import { type Cheerio, type CheerioAPI, load } from 'cheerio';
import type { Element } from 'domhandler';
import type { Table } from '../../domain/document.ts';
import { flatText } from './html-text.ts';
import { squareTable } from './text-tables.ts';

/** Spans beyond this are faults or attacks: HTML itself allows 1,000 columns. */
const MAX_SPAN = 1000;

/** Cells that one table may grow to by spans. */
const MAX_CELLS = 200_000;

function span(value: string | undefined): number {
  const number = Number.parseInt(value ?? '1', 10);
  return Number.isFinite(number) ? Math.min(MAX_SPAN, Math.max(1, number)) : 1;
}

interface GridRow {
  readonly cells: string[];
  /** Whether all its cells are `th` or it stands in `thead`. */
  readonly isHeader: boolean;
}

/** Fills a grid so that a merged cell's text stands in every row and column it covers. */
function gridOf($: CheerioAPI, table: Cheerio<Element>): GridRow[] {
  const rows = table
    .find('tr')
    .filter((_, row) => $(row).closest('table').is(table))
    .toArray();
  const grid: (string | undefined)[][] = rows.map(() => []);
  let filled = 0;
  for (const [rowIndex, row] of rows.entries()) {
    let column = 0;
    for (const cell of $(row).children('td, th').toArray()) {
      while (grid[rowIndex]?.[column] !== undefined) column += 1;
      const text = flatText(cell.children);
      const [wide, high] = [span($(cell).attr('colspan')), span($(cell).attr('rowspan'))];
      for (let down = 0; down < high && rowIndex + down < rows.length; down += 1) {
        for (let right = 0; right < wide && filled < MAX_CELLS; right += 1, filled += 1) {
          const target = grid[rowIndex + down];
          if (target !== undefined) target[column + right] = text;
        }
      }
      column += wide;
    }
  }
  return rows.map((row, index) => ({
    cells: Array.from(grid[index] ?? [], (cell) => cell ?? ''),
    isHeader:
      $(row).closest('thead').length > 0 ||
      ($(row).children('th').length > 0 && $(row).children('td').length === 0),
  }));
}

/** Returns a table element as rows; header rows are those at its top in `thead` or made of `th` only. */
export function tableOf($: CheerioAPI, element: Element): Table {
  const table = $(element);
  const grid = gridOf($, table).filter((row) => row.cells.some((cell) => cell !== ''));
  const firstBody = grid.findIndex((row) => !row.isHeader);
  const headerRows = firstBody < 0 ? Math.min(1, grid.length) : firstBody;
  const caption = flatText(table.children('caption').first().toArray());
  const cells = grid.map((row) => row.cells);
  return squareTable(
    cells.slice(0, headerRows),
    cells.slice(headerRows),
    caption === '' ? undefined : caption,
  );
}

/** Returns the outermost tables of a piece of HTML. */
export function htmlTables(html: string): Table[] {
  const $ = load(html);
  return $('table')
    .filter((_, element) => $(element).parents('table').length === 0)
    .toArray()
    .map((element) => tableOf($, element));
}
