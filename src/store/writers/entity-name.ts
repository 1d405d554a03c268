/** Mixed case first, then capitals only, then lower case only: `Acme Corp`, `ACME CORP`, `acme corp`. */
function rank(text: string): number {
  const lower = text.toLowerCase();
  if (text === lower) return 2;
  return text === text.toUpperCase() ? 1 : 0;
}

function isBetter(a: string, b: string): boolean {
  const [first, second] = [rank(a), rank(b)];
  return first === second ? a < b : first < second;
}

/**
 * Returns which of several spellings of one name an entity shows: a fixed order of preference, so that it depends on
 * the set of spellings only, not on who came first or how often. Undefined for an empty list.
 */
export function preferredName(texts: readonly string[]): string | undefined {
  return texts.reduce<string | undefined>(
    (best, text) => (best === undefined || isBetter(text, best) ? text : best),
    undefined,
  );
}
