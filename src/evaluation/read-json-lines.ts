import { readFile } from 'node:fs/promises';
import type { Static, TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { TrellisError } from '../errors.ts';

/**
 * Returns the rows of a JSON Lines file, each checked against `schema`; blank lines are passed over.
 * Throws `TRELLIS_EVAL_SUITE_INVALID` that names the file and the first wrong line.
 */
export async function readJsonLines<T extends TSchema>(path: string, schema: T): Promise<Static<T>[]> {
  const rows: Static<T>[] = [];
  for (const [index, line] of (await readText(path)).split('\n').entries()) {
    if (line.trim() !== '') rows.push(readRow(line, schema, `${path}:${index + 1}`));
  }
  return rows;
}

/** Returns the text of a suite's file without a byte order mark. Throws `TRELLIS_EVAL_SUITE_INVALID` when it cannot be read. */
export async function readText(path: string): Promise<string> {
  try {
    return (await readFile(path, 'utf8')).replace(/^\uFEFF/, '');
  } catch (cause) {
    throw new TrellisError('TRELLIS_EVAL_SUITE_INVALID', `${path} is missing or cannot be read.`, {
      cause,
      details: { file: path },
    });
  }
}

function readRow<T extends TSchema>(line: string, schema: T, place: string): Static<T> {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (cause) {
    throw new TrellisError('TRELLIS_EVAL_SUITE_INVALID', `${place} is not JSON.`, {
      cause,
      details: { place },
    });
  }
  const [problem] = Value.Errors(schema, value);
  if (problem === undefined) return value as Static<T>;
  throw new TrellisError(
    'TRELLIS_EVAL_SUITE_INVALID',
    `${place}: ${problem.instancePath || '/'} ${problem.message}.`,
    {
      details: { place },
    },
  );
}
