import type { ChunkReading } from './chunk-reading.ts';
import type { Cell } from './table-cells.ts';

/** A line `Key: value`. */
export interface KeyValue {
  readonly key: string;
  readonly value: Cell;
}

const LINE = /^[ \t]*(?:[-*•] )?(?<key>\p{L}[\p{L}\p{N} /()'’&.-]{1,40}?)[ \t]*: +(?<value>\S[^\n]{0,160})$/u;
/** Fewer lines of this kind together are rather prose with a colon. */
const MIN_LINES = 2;

/**
 * Returns the key–value lines of a chunk: of blocks of that kind, and elsewhere where at least two stand in a row. Keys
 * that stand twice name nothing for sure and are left out.
 */
export function keyValues({ text, chunk }: ChunkReading): KeyValue[] {
  const found: KeyValue[] = [];
  let run: KeyValue[] = [];
  const close = () => {
    if (run.length >= MIN_LINES || chunk.kind === 'key-value') found.push(...run);
    run = [];
  };
  let offset = 0;
  for (const line of text.split('\n')) {
    const groups = LINE.exec(line)?.groups;
    const key = groups?.['key']?.trim() ?? '';
    const value = groups?.['value']?.trim() ?? '';
    if (key === '' || value === '' || key.split(/\s+/u).length > 5 || line.includes(' | ')) close();
    else {
      const start = offset + line.lastIndexOf(value);
      run.push({ key, value: { text: value, start, end: start + value.length } });
    }
    offset += line.length + 1;
  }
  close();
  const keys = found.map(({ key }) => key.toLowerCase());
  return found.filter((_, index) => keys.indexOf(keys[index] ?? '') === keys.lastIndexOf(keys[index] ?? ''));
}
