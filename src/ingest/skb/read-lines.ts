import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { TrellisError } from '../../errors.ts';

/** A line of a file; `number` counts from 1. */
export interface Line {
  readonly number: number;
  readonly text: string;
}

/** Yields the lines of a UTF-8 file, blank ones left out, and returns the SHA-256 of its bytes at the end. */
export async function* readLines(path: string, signal?: AbortSignal): AsyncGenerator<Line, string> {
  const hash = createHash('sha256');
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let carry = '';
  let number = 0;
  try {
    for await (const chunk of createReadStream(path, { highWaterMark: 1 << 18, signal })) {
      hash.update(chunk as Buffer);
      const pieces = (carry + decoder.decode(chunk as Buffer, { stream: true })).split('\n');
      carry = pieces.pop() ?? '';
      for (const text of pieces) {
        number += 1;
        if (text.trim() !== '') yield { number, text };
      }
    }
    carry += decoder.decode();
  } catch (error) {
    throw unreadable(path, error, signal);
  }
  if (carry.trim() !== '') yield { number: number + 1, text: carry };
  return hash.digest('hex');
}

function unreadable(path: string, error: unknown, signal: AbortSignal | undefined): unknown {
  if (error instanceof TrellisError || signal?.aborted === true) return error;
  const missing = (error as NodeJS.ErrnoException).code === 'ENOENT';
  const badText = error instanceof TypeError;
  return new TrellisError(
    missing ? 'TRELLIS_INGEST_FILE_NOT_FOUND' : 'TRELLIS_INGEST_FILE_UNREADABLE',
    missing
      ? `There is no file ${path}. A graph to import has nodes.jsonl, edges.jsonl and schema.json in one folder.`
      : `${path} cannot be read${badText ? ': it is not UTF-8 text' : ''}. Check the file and its permissions.`,
    { details: { path }, cause: error },
  );
}
