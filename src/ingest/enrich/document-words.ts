import type { ChunkReading } from './chunk-reading.ts';

/** How a document writes its words: what tells a name at the beginning of a sentence from a word there. */
export interface DocumentWords {
  /** Whether the folded word stands in lower case anywhere. */
  isWrittenSmall(normal: string): boolean;
  /** Whether it stands with a capital inside a sentence anywhere. */
  isCapitalInside(normal: string): boolean;
}

/** Returns the word forms of a whole document. */
export function readDocumentWords(readings: readonly ChunkReading[]): DocumentWords {
  const small = new Set<string>();
  const capital = new Set<string>();
  for (const { tokens, sentences } of readings) {
    for (const { first, last, shape } of sentences) {
      if (shape === 'caps') continue;
      for (let index = first; index < last; index += 1) {
        const token = tokens[index];
        if (token === undefined) continue;
        if (/^\p{Ll}/u.test(token.text)) small.add(token.normal);
        else if (index > first && shape === 'prose') capital.add(token.normal);
      }
    }
  }
  return { isWrittenSmall: (normal) => small.has(normal), isCapitalInside: (normal) => capital.has(normal) };
}
