/** Counts tokens of a text in the embedding model's own tokenizer; may include a constant for special tokens. */
export type CountTokens = (text: string) => number;

/** Sizes of the segmenter, all in tokens of the embedding model. */
export interface SegmentOptions {
  readonly countTokens: CountTokens;
  /** What a chunk aims at. */
  readonly targetTokens: number;
  /** What a chunk may have at most. */
  readonly maxTokens: number;
  /** Repeated from the chunk before, in one section, where text was cut for size. */
  readonly overlapTokens: number;
  /** What the embedding model reads at once of a text's own tokens (`TextEmbeddings.windowTokens`). */
  readonly windowTokens: number;
}

/**
 * Characters that count as one token at least. Ordinary text has 3 to 6; a "word" of 100,000 characters is one unknown
 * token to some tokenizers, and without this it would make one endless chunk.
 */
const CHARACTERS_PER_TOKEN = 16;

/** Returns a counter without the constant for special tokens: 0 for the empty text. */
export function plainCounter(countTokens: CountTokens): CountTokens {
  const special = countTokens('');
  return (text) => (text === '' ? 0 : Math.max(0, countTokens(text) - special));
}

/** Returns the size that limits are held against: tokens, or more for texts of very long words. */
export function sizeCounter(count: CountTokens): CountTokens {
  return (text) => Math.max(count(text), Math.ceil(text.length / CHARACTERS_PER_TOKEN));
}
