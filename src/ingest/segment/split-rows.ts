import type { Table } from '../../domain/document.ts';
import type { CountTokens } from './measure.ts';
import { splitText } from './split-text.ts';

const oneLine = (cell: string): string => cell.replace(/\s+/gu, ' ').trim();

function rowText(cells: readonly string[]): string {
  return cells.map(oneLine).join(' | ');
}

/** The lines that every part of a table needs: caption and header rows. */
function leadOf(table: Table): string {
  const caption = table.caption === undefined ? [] : [oneLine(table.caption)];
  return [...caption, ...table.header.map(rowText)].filter((line) => line !== '').join('\n');
}

/** Returns a table as text: caption, header rows, rows, one a line, cells joined by ` | `. */
export function tableText(table: Table): string {
  return [leadOf(table), ...table.rows.map(rowText)].filter((line) => line !== '').join('\n');
}

/** A lead that leaves less than half of the room is not repeated: it would crowd out what it introduces. */
function fittingLead(lead: string, limit: number, size: CountTokens): string {
  return lead !== '' && size(lead) * 2 <= limit ? lead : '';
}

/** Lines no larger than `room`: a larger one is cut at sentences, else words. */
function fittingLines(text: string, room: number, size: CountTokens): { text: string; size: number }[] {
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .flatMap((line) => {
      const own = size(line);
      if (own <= room) return [{ text: line, size: own }];
      return splitText(line, room, size).map((span) => ({
        text: line.slice(span.start, span.end),
        size: span.size,
      }));
    });
}

function groupLines(body: string, lead: string, limit: number, size: CountTokens): string[] {
  const room = limit - (lead === '' ? 0 : size(lead));
  const groups: string[][] = [];
  let filled = Number.POSITIVE_INFINITY;
  for (const line of fittingLines(body, room, size)) {
    if (filled + line.size > room) {
      groups.push([]);
      filled = 0;
    }
    groups.at(-1)?.push(line.text);
    filled += line.size;
  }
  return groups.map((group) => (lead === '' ? group : [lead, ...group]).join('\n'));
}

/**
 * Returns a text of lines as parts of at most `limit` tokens, cut between lines where possible. `lead` (a question, a
 * clause number) heads every part, unless it is too large to be repeated; the first part has it once.
 */
export function splitLines(text: string, lead: string, limit: number, size: CountTokens): string[] {
  const repeated = fittingLead(lead, limit, size);
  const body = repeated !== '' && text.startsWith(repeated) ? text.slice(repeated.length) : text;
  return groupLines(body, repeated, limit, size);
}

/** Returns a table as parts of at most `limit` tokens, cut between rows, caption and header repeated in each. */
export function splitTable(table: Table, limit: number, size: CountTokens): string[] {
  const lead = leadOf(table);
  const repeated = fittingLead(lead, limit, size);
  const rows = table.rows.map(rowText).join('\n');
  return groupLines(repeated === lead ? rows : `${lead}\n${rows}`, repeated, limit, size);
}
