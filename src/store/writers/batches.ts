import type { RunStatement } from '../driver.ts';
import type { StatementParameters } from '../parameters.ts';
import type { StatementName } from '../statements.ts';

/** Rows that one statement takes at a time: large enough to be fast, small enough for a heap of 512 MB. */
export const ROWS_PER_STATEMENT = 500;

/** Returns `items` in parts of at most `size`, in order. */
export function partsOf<T>(items: readonly T[], size: number = ROWS_PER_STATEMENT): T[][] {
  const parts: T[][] = [];
  for (let start = 0; start < items.length; start += size) parts.push(items.slice(start, start + size));
  return parts;
}

/** Runs a statement that takes `$rows` over all rows, part by part; nothing when there are none. */
export async function writeRows(
  run: RunStatement,
  statement: StatementName,
  rows: readonly object[],
  parameters: StatementParameters = {},
): Promise<void> {
  for (const part of partsOf(rows)) await run(statement, { ...parameters, rows: part });
}

/** Runs a statement that takes `$ids` over all ids, part by part, and returns all its rows. */
export async function readByIds<T>(
  run: RunStatement,
  statement: StatementName,
  ids: readonly string[],
  parameters: StatementParameters = {},
): Promise<T[]> {
  const found: T[] = [];
  for (const part of partsOf(ids)) {
    found.push(...((await run(statement, { ...parameters, ids: part })) as unknown as T[]));
  }
  return found;
}
