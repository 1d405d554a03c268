import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import { TrellisError } from '../errors.ts';
import type { Folders } from '../folders.ts';
import type { EmbeddingBackend, TokenVectors } from './embedding-backend.ts';
import { type LocalModel, locateModel } from './locate-model.ts';
import type { FetchOptions } from './model-files.ts';
import { type ModelProfile, readModelProfile } from './model-profile.ts';
import { createOnnxSession, type OnnxSession, type VectorRows } from './onnx-session.ts';
import { loadTokenizer, type TextTokenizer } from './tokenizer.ts';

/** A batch takes up to this many tokens, padding included: about 50 ms, so that a question never waits longer. */
const TOKENS_PER_BATCH = 512;
const TEXTS_PER_BATCH = 16;
/** Texts are sorted by length within this many, so that progress and cache writes keep coming. */
const TEXTS_PER_ROUND = 1024;

/**
 * Returns the ONNX model of `EMBEDDING_MODEL` with its tokenizer loaded; the network loads on first use.
 * Throws as `locateModel` does.
 */
export async function createLocalEmbeddings(
  config: Config,
  folders: Folders,
  options: FetchOptions,
): Promise<EmbeddingBackend> {
  const model = await locateModel(config, folders, options);
  const profile = readModelProfile(model.folder, model.name, config.EMBEDDING_MAX_TOKENS);
  const tokenizer = await loadTokenizer(model.folder);
  const threads = config.EMBEDDING_THREADS;
  const session = createOnnxSession({ folder: model.folder, dtype: model.dtype, threads });
  return {
    id: modelId(model, profile),
    dimensions: await readDimensions(model, session, tokenizer),
    maxTokens: profile.maxTokens,
    specialTokens: tokenizer.leading + tokenizer.trailing,
    queryPrefix: profile.queryPrefix,
    documentPrefix: profile.documentPrefix,
    countTokens: tokenizer.count,
    embed: createEmbed(session, tokenizer, profile),
    tokenVectors: (text) => embedTokens(text, session, tokenizer, profile.maxTokens),
    close: session.close,
  };
}

/** Everything that changes a vector: weights, tokenizer, pooling, length, prefixes. */
function modelId(model: LocalModel, profile: ModelProfile): string {
  const { pooling, maxTokens, queryPrefix, documentPrefix } = profile;
  const parts = [model.weightsSha256, model.tokenizerSha256, pooling, maxTokens, queryPrefix, documentPrefix];
  const digest = createHash('sha256').update(JSON.stringify(parts)).digest('hex');
  const name = model.name.split(/[/\\]/).filter(Boolean).at(-1) ?? 'model';
  return `local/${name}@${digest.slice(0, 16)}`;
}

async function readDimensions(
  { folder }: LocalModel,
  session: OnnxSession,
  tokenizer: TextTokenizer,
): Promise<number> {
  const { hidden_size: stated } = JSON.parse(readFileSync(join(folder, 'config.json'), 'utf8'));
  if (typeof stated === 'number') return stated;
  const probe = await session.run({ texts: [tokenizer.encode('a', 8)], output: 'mean', urgent: true });
  return probe.dimensions;
}

interface Encoded {
  readonly index: number;
  readonly ids: readonly number[];
}

function createEmbed(
  session: OnnxSession,
  tokenizer: TextTokenizer,
  profile: ModelProfile,
): EmbeddingBackend['embed'] {
  return async (texts, { urgent, signal, onBatch }) => {
    for (let start = 0; start < texts.length; start += TEXTS_PER_ROUND) {
      const round = texts.slice(start, start + TEXTS_PER_ROUND);
      const encoded = round.map((text, i) => ({
        index: start + i,
        ids: tokenizer.encode(text, profile.maxTokens),
      }));
      for (const batch of toBatches(encoded)) {
        signal?.throwIfAborted();
        const ids = batch.map((entry) => entry.ids);
        const rows = await session.run({ texts: ids, output: profile.pooling, urgent, signal });
        onBatch(
          batch.map((entry) => entry.index),
          splitRows(rows),
        );
      }
    }
  };
}

/** Batches of like length, shortest first, so that little is padding. */
function toBatches(texts: readonly Encoded[]): Encoded[][] {
  const sorted = texts.toSorted((a, b) => a.ids.length - b.ids.length || a.index - b.index);
  const batches: Encoded[][] = [];
  let open: Encoded[] = [];
  for (const text of sorted) {
    const full = open.length >= TEXTS_PER_BATCH || (open.length + 1) * text.ids.length > TOKENS_PER_BATCH;
    if (open.length === 0 || full) {
      open = [];
      batches.push(open);
    }
    open.push(text);
  }
  return batches;
}

function splitRows({ vectors, dimensions }: VectorRows): Float32Array[] {
  const count = vectors.length / dimensions;
  return Array.from({ length: count }, (_, row) => vectors.slice(row * dimensions, (row + 1) * dimensions));
}

async function embedTokens(
  text: string,
  session: OnnxSession,
  tokenizer: TextTokenizer,
  maxTokens: number,
): Promise<TokenVectors> {
  const { ids, tokens } = tokenizer.pieces(text);
  const width = maxTokens - tokenizer.leading - tokenizer.trailing;
  if (width < 1) {
    throw new TrellisError(
      'TRELLIS_MODEL_UNAVAILABLE',
      `EMBEDDING_MAX_TOKENS of ${maxTokens} leaves no room for text.`,
    );
  }
  const vectors: Float32Array[] = [];
  for (let start = 0; start < ids.length; start += width) {
    const wrapped = tokenizer.wrap(ids.slice(start, start + width));
    const rows = splitRows(await session.run({ texts: [wrapped], output: 'tokens', urgent: true }));
    vectors.push(...rows.slice(tokenizer.leading, rows.length - tokenizer.trailing));
  }
  return { tokens, vectors };
}
