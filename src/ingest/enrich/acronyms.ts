import { isStopWord } from '../../domain/text/stop-words.ts';
import type { ChunkReading } from './chunk-reading.ts';

/** An acronym with the words that it stands for; spans are characters of the chunk's text. */
export interface Acronym {
  readonly short: string;
  readonly long: string;
  readonly shortSpan: readonly [number, number];
  readonly longSpan: readonly [number, number];
}

const BEHIND = /\((?:the )?["“«]?(?<short>\p{Lu}[\p{Lu}\p{N}&-]{1,9})s?["”»]?\)/gu;
const IN_FRONT = /\b(?<short>\p{Lu}[\p{Lu}\p{N}]{1,9}) \((?<long>\p{L}[^()\n]{4,90})\)/gu;

interface Word {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

function wordsOf(text: string, offset: number): Word[] {
  return [...text.matchAll(/[\p{L}\p{N}'’]+/gu)].map((match) => ({
    text: match[0],
    start: offset + match.index,
    end: offset + match.index + match[0].length,
  }));
}

function isSmall({ text }: Word): boolean {
  const normal = text.toLowerCase();
  return isStopWord(normal, 'en') || isStopWord(normal, 'es');
}

/**
 * The place of the first word of an expansion that ends with the last of `words`: initials match the letters one for
 * one from the end, small words may be passed over. -1 when they don't.
 */
function expansionStart(words: readonly Word[], short: string): number {
  const letters = [...short.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')];
  let at = words.length - 1;
  for (let index = letters.length - 1; index >= 0; at -= 1) {
    const word = words[at];
    if (word === undefined) return -1;
    if (word.text.toLowerCase().startsWith(letters[index] ?? '')) index -= 1;
    else if (!isSmall(word) || at === words.length - 1) return -1;
  }
  return at + 1;
}

function behind(text: string): Acronym[] {
  return [...text.matchAll(BEHIND)].flatMap((match) => {
    const short = match.groups?.['short'] ?? '';
    const from = Math.max(0, match.index - 120);
    const before = text.slice(from, match.index);
    const clause = before.slice(Math.max(before.lastIndexOf('\n'), before.lastIndexOf('. '), -1) + 1);
    const words = wordsOf(clause, match.index - clause.length);
    const first = words[expansionStart(words, short)];
    const last = words.at(-1);
    if (first === undefined || last === undefined || first === last) return [];
    if (text.slice(last.end, match.index).trim() !== '') return [];
    const shortStart = match.index + match[0].indexOf(short);
    return [
      {
        short,
        long: text.slice(first.start, last.end),
        shortSpan: [shortStart, shortStart + short.length] as const,
        longSpan: [first.start, last.end] as const,
      },
    ];
  });
}

function inFront(text: string): Acronym[] {
  return [...text.matchAll(IN_FRONT)].flatMap((match) => {
    const short = match.groups?.['short'] ?? '';
    const long = match.groups?.['long'] ?? '';
    const words = wordsOf(long, 0);
    if (words.length < 2 || expansionStart(words, short) !== 0) return [];
    const longStart = match.index + match[0].indexOf('(') + 1;
    return [
      {
        short,
        long,
        shortSpan: [match.index, match.index + short.length] as const,
        longSpan: [longStart, longStart + long.length] as const,
      },
    ];
  });
}

/** Returns the acronyms that a chunk itself expands: `Frequency Modulation (FM)` or `FM (Frequency Modulation)`. */
export function acronymsOf({ text }: ChunkReading): Acronym[] {
  return [...behind(text), ...inFront(text)];
}
