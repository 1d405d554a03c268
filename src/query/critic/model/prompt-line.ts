/** Returns a text as one line of a prompt: white space collapsed, cut with "…" to at most `maxCharacters` (at least 2). */
export function promptLine(text: string, maxCharacters: number): string {
  const line = text.replaceAll(/\s+/gu, ' ').trim();
  if (line.length <= maxCharacters) return line;
  // A character beyond the basic plane is two units: none is cut in the middle.
  return `${line.slice(0, maxCharacters - 1).replace(/[\uD800-\uDBFF]$/u, '')}…`;
}
