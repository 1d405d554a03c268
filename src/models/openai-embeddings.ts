import type { OpenAIEmbeddings } from '@langchain/openai';
import pLimit from 'p-limit';
import type { Config } from '../config.ts';
import { TrellisError } from '../errors.ts';
import { callWithRetries } from './call-with-retries.ts';
import type { EmbeddingBackend } from './embedding-backend.ts';
import type { FetchOptions } from './model-files.ts';
import { prefixesOf } from './model-profile.ts';

const TEXTS_PER_CALL = 64;
/** What OpenAI's own embedding models read; set EMBEDDING_MAX_TOKENS for another service. */
const DEFAULT_MAX_TOKENS = 8191;
const DIMENSIONS: Readonly<Record<string, number>> = {
  'text-embedding-3-small': 1536,
  'text-embedding-3-large': 3072,
  'text-embedding-ada-002': 1536,
};
/** Servers of our own usually want no key, but the client library wants one. */
const NO_KEY = 'none';

/**
 * Returns the service at `EMBEDDING_BASE_URL` (OpenAI when empty) through LangChain, with our retries. One call is made
 * where the length of a vector is neither set nor known. Throws `TRELLIS_MODEL_UNAVAILABLE` and its kin.
 */
export async function createOpenAIEmbeddings(
  config: Config,
  options: FetchOptions,
): Promise<EmbeddingBackend> {
  if (config.EMBEDDING_BASE_URL === '' && config.EMBEDDING_API_KEY === '') {
    throw new TrellisError(
      'TRELLIS_MODEL_UNAVAILABLE',
      'OpenAI embeddings need a key: set EMBEDDING_API_KEY, or EMBEDDING_BASE_URL for a server of your own.',
    );
  }
  const call = await createCaller(config);
  const stated = config.EMBEDDING_DIMENSIONS || DIMENSIONS[config.EMBEDDING_MODEL];
  const dimensions = stated ?? (await call(['a'], undefined, options.signal))[0]?.length ?? 0;
  return {
    id: `openai/${config.EMBEDDING_MODEL}/${dimensions}`,
    dimensions,
    maxTokens: config.EMBEDDING_MAX_TOKENS || DEFAULT_MAX_TOKENS,
    specialTokens: 2,
    ...prefixesOf(config.EMBEDDING_MODEL),
    countTokens: estimateTokens,
    async embed(texts, { signal, onBatch }) {
      const limit = pLimit(config.CHAT_CONCURRENCY);
      const stop = new AbortController();
      const calls = AbortSignal.any([stop.signal, ...(signal === undefined ? [] : [signal])]);
      const embedFrom = async (start: number) => {
        const batch = texts.slice(start, start + TEXTS_PER_CALL);
        const vectors = await call(batch, dimensions, calls);
        onBatch(
          batch.map((_, i) => start + i),
          vectors,
        );
      };
      const count = Math.ceil(texts.length / TEXTS_PER_CALL);
      try {
        await Promise.all(Array.from({ length: count }, (_, i) => limit(embedFrom, i * TEXTS_PER_CALL)));
      } finally {
        // After a failure the calls that wait would be paid for nothing.
        stop.abort();
      }
    },
    tokenVectors() {
      const text =
        'Token vectors need a local embedding model: set EMBEDDING_PROVIDER=local, or RERANKER to none or http.';
      return Promise.reject(new TrellisError('TRELLIS_MODEL_UNAVAILABLE', text));
    },
    close: () => Promise.resolve(),
  };
}

/**
 * An estimate, meant to be too high rather than too low: a token for every three ASCII letters begun, two for any other
 * character. Windows made with it fit.
 */
function estimateTokens(text: string): number {
  let total = 0;
  for (const [part] of text.matchAll(/[A-Za-z0-9]+|[^\sA-Za-z0-9]/gu)) {
    total += /^[A-Za-z0-9]/.test(part) ? Math.ceil(part.length / 3) : part.charCodeAt(0) < 128 ? 1 : 2;
  }
  return total;
}

type Caller = (
  texts: readonly string[],
  dimensions: number | undefined,
  signal: AbortSignal | undefined,
) => Promise<Float32Array[]>;

async function createCaller(config: Config): Promise<Caller> {
  const library = await import('@langchain/openai');
  const service = {
    what: `embedding model ${config.EMBEDDING_MODEL}`,
    keySetting: 'EMBEDDING_API_KEY',
    modelSetting: 'EMBEDDING_MODEL',
    urlSetting: 'EMBEDDING_BASE_URL',
    timeoutSetting: 'CHAT_TIMEOUT_MS',
  };
  return async (texts, dimensions, signal) => {
    const options = {
      service,
      timeoutMs: config.CHAT_TIMEOUT_MS,
      maxRetries: config.CHAT_MAX_RETRIES,
      signal,
    };
    const { value } = await callWithRetries(
      (limited) => open(library.OpenAIEmbeddings, config, limited).embedDocuments([...texts]),
      options,
    );
    return value.map((vector) => toUnit(vector, dimensions, config.EMBEDDING_MODEL));
  };
}

/** The library passes no signal on, so its `fetch` gets one. */
function open(Embeddings: typeof OpenAIEmbeddings, config: Config, signal: AbortSignal): OpenAIEmbeddings {
  return new Embeddings({
    model: config.EMBEDDING_MODEL,
    apiKey: config.EMBEDDING_API_KEY === '' ? NO_KEY : config.EMBEDDING_API_KEY,
    maxRetries: 0,
    batchSize: TEXTS_PER_CALL,
    stripNewLines: false,
    encodingFormat: 'float',
    ...(config.EMBEDDING_DIMENSIONS === 0 ? {} : { dimensions: config.EMBEDDING_DIMENSIONS }),
    configuration: {
      ...(config.EMBEDDING_BASE_URL === '' ? {} : { baseURL: config.EMBEDDING_BASE_URL }),
      fetch: (url, init) =>
        fetch(url, { ...init, signal: AbortSignal.any([signal, ...(init?.signal ? [init.signal] : [])]) }),
    },
  });
}

function toUnit(vector: readonly number[], dimensions: number | undefined, model: string): Float32Array {
  const length = Math.hypot(...vector);
  const right = dimensions === undefined || vector.length === dimensions;
  if (right && Number.isFinite(length) && length > 0)
    return Float32Array.from(vector, (value) => value / length);
  throw new TrellisError(
    'TRELLIS_MODEL_OUTPUT_INVALID',
    right
      ? `The embedding model ${model} gave a vector that is not finite or all zero.`
      : `The embedding model ${model} gave ${vector.length} numbers, not ${dimensions}. Mend EMBEDDING_DIMENSIONS.`,
    { details: { dimensions: vector.length } },
  );
}
