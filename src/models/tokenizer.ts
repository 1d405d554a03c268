import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Tokenizer } from '@huggingface/tokenizers';
import { LRUCache } from 'lru-cache';
import { TrellisError } from '../errors.ts';

/** The model's own tokenizer. */
export interface TextTokenizer {
  /** Returns the token ids of `text`, special tokens included, at most `maxTokens`; the last special token stays. */
  encode(text: string, maxTokens: number): number[];
  /** Returns ids and token strings without special tokens, uncut. */
  pieces(text: string): { readonly ids: number[]; readonly tokens: string[] };
  /** Returns `ids` (without special tokens) with the model's special tokens around them. */
  wrap(ids: readonly number[]): number[];
  /**
   * Returns how many tokens `text` has without special tokens: exact. Memoised by word where words are
   * tokenised on their own (BERT kinds), by whole text else.
   */
  count(text: string): number;
  /** How many special tokens stand in front of and behind every text. */
  readonly leading: number;
  readonly trailing: number;
}

const MEMOISED_WORDS = 100_000;
const MEMOISED_TEXTS = 2_000;

/** Returns the tokenizer in `folder`. Throws `TRELLIS_MODEL_UNAVAILABLE` when its files are missing or unknown. */
export async function loadTokenizer(folder: string): Promise<TextTokenizer> {
  try {
    const definition = JSON.parse(await readFile(join(folder, 'tokenizer.json'), 'utf8'));
    return createTokenizer(new Tokenizer(definition, await readSettings(folder)), splitsAtSpaces(definition));
  } catch (cause) {
    const text = cause instanceof Error ? cause.message : String(cause);
    throw new TrellisError(
      'TRELLIS_MODEL_UNAVAILABLE',
      `The tokenizer in ${folder} cannot be used: ${text}. Fetch the model again or choose another one.`,
      { cause },
    );
  }
}

async function readSettings(folder: string): Promise<object> {
  try {
    return JSON.parse(await readFile(join(folder, 'tokenizer_config.json'), 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw error;
  }
}

interface TokenizerDefinition {
  readonly pre_tokenizer?: { readonly type?: string } | null;
  readonly added_tokens?: readonly { readonly content: string }[];
}

/** Whether tokens never reach over an ASCII space, so that counts of words add up to the count of the text. */
function splitsAtSpaces(definition: TokenizerDefinition): boolean {
  const tokens = definition.added_tokens ?? [];
  return (
    definition.pre_tokenizer?.type === 'BertPreTokenizer' &&
    tokens.every(({ content }) => !/\s/.test(content))
  );
}

function createTokenizer(tokenizer: Tokenizer, byWord: boolean): TextTokenizer {
  const plain = (text: string) => tokenizer.encode(text, { add_special_tokens: false });
  const whole = (text: string) => plain(text).ids.length;
  const probe = plain('a').ids;
  const wrapped = tokenizer.encode('a').ids;
  const leading = Math.max(wrapped.indexOf(probe[0] ?? -1), 0);
  const front = wrapped.slice(0, leading);
  const back = wrapped.slice(leading + probe.length);
  return {
    encode(text, maxTokens) {
      const ids = tokenizer.encode(text).ids;
      if (ids.length <= maxTokens) return ids;
      return [...ids.slice(0, maxTokens - back.length), ...back];
    },
    pieces: (text) => {
      const { ids, tokens } = plain(text);
      return { ids, tokens };
    },
    wrap: (ids) => [...front, ...ids, ...back],
    count: byWord ? countByWord(whole) : memoise(whole, MEMOISED_TEXTS),
    leading,
    trailing: back.length,
  };
}

function memoise(count: (text: string) => number, max: number): (text: string) => number {
  const memory = new LRUCache<string, number>({ max });
  return (text) => {
    const known = memory.get(text);
    if (known !== undefined) return known;
    const counted = count(text);
    memory.set(text, counted);
    return counted;
  };
}

function countByWord(count: (word: string) => number): (text: string) => number {
  const countWord = memoise(count, MEMOISED_WORDS);
  return (text) => {
    let total = 0;
    for (const word of text.split(/[ \t\r\n]+/)) if (word !== '') total += countWord(word);
    return total;
  };
}
