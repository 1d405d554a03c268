import type { Pooling } from './model-profile.ts';

/** Token vectors of a padded batch: `[texts, width, dimensions]`, row-major. */
export interface HiddenStates {
  readonly data: Float32Array;
  readonly width: number;
  readonly dimensions: number;
}

/**
 * Returns one unit vector a text (`lengths[i]` tokens, padding ignored). Sums run in double precision and in
 * token order, so equal token vectors give equal bytes whatever else is in the batch.
 */
export function poolTexts(hidden: HiddenStates, lengths: readonly number[], pooling: Pooling): Float32Array {
  const { dimensions } = hidden;
  const vectors = new Float32Array(lengths.length * dimensions);
  const sum = new Float64Array(dimensions);
  lengths.forEach((length, text) => {
    sum.fill(0);
    const [first, end] = pooling === 'mean' ? [0, length] : pooling === 'cls' ? [0, 1] : [length - 1, length];
    for (let token = first; token < end; token += 1) addRow(sum, hidden, text * hidden.width + token);
    writeUnit(sum, vectors, text * dimensions);
  });
  return vectors;
}

/** Returns one unit vector a token, texts one after another without their padding. */
export function listTokens(hidden: HiddenStates, lengths: readonly number[]): Float32Array {
  const { dimensions } = hidden;
  const vectors = new Float32Array(lengths.reduce((total, length) => total + length, 0) * dimensions);
  const row = new Float64Array(dimensions);
  let offset = 0;
  lengths.forEach((length, text) => {
    for (let token = 0; token < length; token += 1) {
      row.fill(0);
      addRow(row, hidden, text * hidden.width + token);
      writeUnit(row, vectors, offset);
      offset += dimensions;
    }
  });
  return vectors;
}

function addRow(sum: Float64Array, { data, dimensions }: HiddenStates, row: number): void {
  const start = row * dimensions;
  for (let i = 0; i < dimensions; i += 1) sum[i] = (sum[i] ?? 0) + (data[start + i] ?? 0);
}

function writeUnit(values: Float64Array, target: Float32Array, offset: number): void {
  let squares = 0;
  for (const value of values) squares += value * value;
  const scale = squares > 0 ? 1 / Math.sqrt(squares) : 0;
  for (let i = 0; i < values.length; i += 1) target[offset + i] = (values[i] ?? 0) * scale;
}
