import { sentences } from '../../domain/text/sentences.ts';
import { type Token, tokenize } from '../../domain/text/tokenize.ts';
import type { IdentifiedChunk } from './enrich.ts';

/** A sentence, line or table row of a chunk with its tokens; offsets are those of the chunk's text. */
export interface SentenceReading {
  readonly start: number;
  readonly end: number;
  /** Inside the chunk's own tokens: `tokens[first]` up to, not including, `tokens[last]`. */
  readonly first: number;
  readonly last: number;
  /** `row`: cells joined by ` | `. `caps`: capitals throughout, which tell nothing about names. */
  readonly shape: 'prose' | 'row' | 'caps';
}

/** A chunk taken apart once, for all who read it. */
export interface ChunkReading {
  readonly chunk: IdentifiedChunk;
  readonly text: string;
  readonly tokens: readonly Token[];
  readonly sentences: readonly SentenceReading[];
}

function isShouted(tokens: readonly Token[]): boolean {
  const words = tokens.filter(({ text }) => /^\p{L}{2,}$/u.test(text));
  const shouted = words.filter(({ text }) => text === text.toUpperCase());
  return words.length >= 3 && shouted.length > words.length * 0.6;
}

function shapeOf(text: string, tokens: readonly Token[]): SentenceReading['shape'] {
  if (/ \| /u.test(text)) return 'row';
  return isShouted(tokens) ? 'caps' : 'prose';
}

/** Returns the tokens and sentences of a chunk. Linear in its length. */
export function readChunk(chunk: IdentifiedChunk): ChunkReading {
  const { text } = chunk;
  const tokens = tokenize(text);
  let next = 0;
  const found: SentenceReading[] = [];
  for (const { start, end } of sentences(text)) {
    while ((tokens[next]?.start ?? end) < start) next += 1;
    const first = next;
    while ((tokens[next]?.start ?? end) < end) next += 1;
    const shape = shapeOf(text.slice(start, end), tokens.slice(first, next));
    found.push({ start, end, first, last: next, shape });
  }
  return { chunk, text, tokens, sentences: found };
}
