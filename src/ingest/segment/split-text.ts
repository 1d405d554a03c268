import { type Sentence, sentences } from '../../domain/text/sentences.ts';
import type { CountTokens } from './measure.ts';

/** A stretch of a text, `text.slice(start, end)`, without white space at its ends, and its size. */
export interface Span {
  readonly start: number;
  readonly end: number;
  readonly size: number;
}

/** Cuts a word that is over the limit by itself in halves, never inside a surrogate pair. */
function halves(text: string, start: number, end: number, limit: number, size: CountTokens): Span[] {
  const own = size(text.slice(start, end));
  if (own <= limit || end - start < 2) return [{ start, end, size: own }];
  let middle = start + Math.floor((end - start) / 2);
  if (isLowSurrogate(text, middle)) middle += 1;
  if (middle >= end) return [{ start, end, size: own }];
  return [...halves(text, start, middle, limit, size), ...halves(text, middle, end, limit, size)];
}

function isLowSurrogate(text: string, index: number): boolean {
  const unit = text.charCodeAt(index);
  return unit >= 0xdc00 && unit <= 0xdfff;
}

function words(text: string, sentence: Sentence, limit: number, size: CountTokens): Span[] {
  const found: Span[] = [];
  for (const match of text.slice(sentence.start, sentence.end).matchAll(/\S+/gu)) {
    const start = sentence.start + match.index;
    found.push(...halves(text, start, start + match[0].length, limit, size));
  }
  return pack(found, limit);
}

/**
 * Joins neighbouring spans while their sizes add up to at most `limit`. Sizes of joined spans are sums, which is
 * exact for tokenizers that never join over white space.
 */
export function pack(spans: readonly Span[], limit: number): Span[] {
  const packed: Span[] = [];
  for (const span of spans) {
    const last = packed.at(-1);
    if (last !== undefined && last.size + span.size <= limit) {
      packed[packed.length - 1] = { start: last.start, end: span.end, size: last.size + span.size };
    } else packed.push(span);
  }
  return packed;
}

/** Returns the sentences of `text` as spans of at most `limit`; longer sentences are cut between words. */
export function sentenceSpans(text: string, limit: number, size: CountTokens): Span[] {
  return sentences(text).flatMap((sentence) => {
    const own = size(text.slice(sentence.start, sentence.end));
    return own <= limit ? [{ ...sentence, size: own }] : words(text, sentence, limit, size);
  });
}

/**
 * Returns `text` cut into spans of at most `limit`, at sentence ends where possible, else between words, and inside
 * a word only when the word alone is over the limit. Every non-blank character is in exactly one span.
 */
export function splitText(text: string, limit: number, size: CountTokens): Span[] {
  return pack(sentenceSpans(text, limit, size), limit);
}
