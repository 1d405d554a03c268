/** Returns the entries of a comma-separated flag, without white space around them and without empty ones. */
export function splitList(flag: string): string[] {
  return flag
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
}
