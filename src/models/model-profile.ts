import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** How the token vectors of a model become one text vector. */
export type Pooling = 'mean' | 'cls' | 'last';

/** What a sentence embedding model wants, beside its weights. */
export interface ModelProfile {
  readonly pooling: Pooling;
  /** Tokens read at once, special tokens included. */
  readonly maxTokens: number;
  /** Put in front of a question; empty for most models. */
  readonly queryPrefix: string;
  /** Put in front of a passage; empty for most models. */
  readonly documentPrefix: string;
}

const DEFAULT_MAX_TOKENS = 512;

/** Families whose hub folders usually lack the files that say what they want; from their model cards. */
const FAMILIES: readonly { readonly name: RegExp; readonly profile: Partial<ModelProfile> }[] = [
  { name: /all-minilm-l(6|12)-v2/i, profile: { maxTokens: 256 } },
  {
    name: /(^|[/\\-])(multilingual-)?e5-(small|base|large)(-v2)?$/i,
    profile: { queryPrefix: 'query: ', documentPrefix: 'passage: ' },
  },
  {
    name: /bge-(small|base|large)-en(-v1\.5)?$/i,
    profile: {
      pooling: 'cls',
      queryPrefix: 'Represent this sentence for searching relevant passages: ',
    },
  },
  { name: /bge-m3$/i, profile: { pooling: 'cls' } },
];

/** Returns what a model of this name wants in front of its texts, by the table of families; empty for most. */
export function prefixesOf(name: string): Pick<ModelProfile, 'queryPrefix' | 'documentPrefix'> {
  const { queryPrefix = '', documentPrefix = '' } =
    FAMILIES.find((entry) => entry.name.test(name))?.profile ?? {};
  return { queryPrefix, documentPrefix };
}

function readJson(folder: string, ...names: string[]): Readonly<Record<string, unknown>> {
  const path = join(folder, ...names);
  if (!existsSync(path)) return {};
  const value: unknown = JSON.parse(readFileSync(path, 'utf8'));
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

function readPooling(folder: string): Partial<ModelProfile> {
  const pooling = readJson(folder, '1_Pooling', 'config.json');
  if (pooling['pooling_mode_cls_token'] === true) return { pooling: 'cls' };
  if (pooling['pooling_mode_lasttoken'] === true) return { pooling: 'last' };
  return pooling['pooling_mode_mean_tokens'] === true ? { pooling: 'mean' } : {};
}

function readPrefixes(folder: string): Partial<ModelProfile> {
  const prompts = readJson(folder, 'config_sentence_transformers.json')['prompts'];
  if (typeof prompts !== 'object' || prompts === null) return {};
  const { query, document, passage } = prompts as Record<string, unknown>;
  const forDocument = document ?? passage;
  return {
    ...(typeof query === 'string' && query !== '' ? { queryPrefix: query } : {}),
    ...(typeof forDocument === 'string' && forDocument !== '' ? { documentPrefix: forDocument } : {}),
  };
}

function readLength(folder: string): Partial<ModelProfile> {
  const stated = readJson(folder, 'sentence_bert_config.json')['max_seq_length'];
  if (typeof stated === 'number' && stated > 0) return { maxTokens: stated };
  return {};
}

/** The most the weights can take; position tables of RoBERTa kinds hold two more than they can use. */
function readCeiling(folder: string): number {
  const lengths = [
    readJson(folder, 'tokenizer_config.json')['model_max_length'],
    readJson(folder, 'config.json')['max_position_embeddings'],
  ].filter((value): value is number => typeof value === 'number' && value > 0 && value <= 32_768);
  const least = Math.min(...lengths);
  return Number.isFinite(least) ? least - (least % 2 === 0 && least % 512 === 2 ? 2 : 0) : DEFAULT_MAX_TOKENS;
}

/**
 * Returns what the model in `folder` wants. The folder's own sentence-transformers files come first, then the
 * table of families by `name`, then mean pooling, no prefixes and the length its configuration allows.
 * `maxTokens` other than 0 overrides the length.
 */
export function readModelProfile(folder: string, name: string, maxTokens: number): ModelProfile {
  const family = FAMILIES.find((entry) => entry.name.test(name))?.profile ?? {};
  const profile = {
    pooling: 'mean' as Pooling,
    maxTokens: readCeiling(folder),
    queryPrefix: '',
    documentPrefix: '',
    ...family,
    ...readLength(folder),
    ...readPooling(folder),
    ...readPrefixes(folder),
  };
  return maxTokens === 0 ? profile : { ...profile, maxTokens };
}
