/** Numbers from 0 (inclusive) to 1 (exclusive). */
export type Random = () => number;

/** Returns one of the values, undefined when there is none. */
export function pick<T>(values: readonly T[], random: Random): T | undefined {
  return values[Math.floor(random() * values.length)];
}

/** Returns the values in random order (Fisher and Yates). */
export function shuffled<T>(values: readonly T[], random: Random): T[] {
  const result = [...values];
  for (let last = result.length - 1; last > 0; last -= 1) {
    const other = Math.floor(random() * (last + 1));
    const [a, b] = [result[last], result[other]];
    if (a === undefined || b === undefined) continue;
    result[last] = b;
    result[other] = a;
  }
  return result;
}
