import { TrellisError } from '../../errors.ts';

/** What is wrong with one row of an imported graph. */
export interface RowProblem {
  /** File name without folders. */
  readonly file: string;
  /** From 1. */
  readonly line: number;
  readonly message: string;
}

/** Collects problems up to a limit and counts the rest. */
export interface RowProblems {
  readonly total: number;
  add(file: string, line: number, message: string): void;
  /** Throws `TRELLIS_IMPORT_ROWS_INVALID` that lists them, in the order they were found, when there is any. */
  throwIfAny(): void;
}

/** Most problems that are listed one by one. */
export const MAX_LISTED_PROBLEMS = 100;

/** Returns an empty collection. */
export function createRowProblems(limit = MAX_LISTED_PROBLEMS): RowProblems {
  const problems: RowProblem[] = [];
  let total = 0;
  return {
    get total() {
      return total;
    },
    add: (file, line, message) => {
      total += 1;
      if (problems.length < limit) problems.push({ file, line, message });
    },
    throwIfAny: () => {
      if (total === 0) return;
      const shown = problems.slice(0, 10).map(({ file, line, message }) => `${file}:${line} ${message}`);
      const more = total > shown.length ? ` … and ${total - shown.length} more` : '';
      throw new TrellisError(
        'TRELLIS_IMPORT_ROWS_INVALID',
        `${total} row${total === 1 ? '' : 's'} cannot be imported: ${shown.join('; ')}${more}. Nothing was written.`,
        { details: { total, problems } },
      );
    },
  };
}
