/** Returns the entries of a map sorted by key in code unit order. */
export function sortedKeys<T>(map: ReadonlyMap<string, T>): [string, T][] {
  return [...map].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
}
