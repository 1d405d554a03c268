import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../../../src/config.ts';
import { type Folders, resolveFolders } from '../../../src/folders.ts';
import { createEmbeddings } from '../../../src/models/embeddings.ts';
import { createLocalEmbeddings } from '../../../src/models/local-embeddings.ts';
import { locateModel } from '../../../src/models/locate-model.ts';
import { createReranker } from '../../../src/models/reranker.ts';
import type { TextEmbeddings } from '../../../src/models/text-embeddings.ts';

const config = readConfig({ ...process.env, EMBEDDING_THREADS: '1' });
const userFolders = resolveFolders(config, {
  workingDirectory: process.cwd(),
  homeDirectory: homedir(),
  platform: process.platform,
  environment: process.env,
});
/** The user's own model files, which are fetched once a machine, beside an empty cache of vectors. */
const folders: Folders = { data: '', cache: mkdtempSync(join(tmpdir(), 'trellis-vectors-')) };
beforeAll(async () => {
  await locateModel(config, userFolders);
  symlinkSync(join(userFolders.cache, 'models'), join(folders.cache, 'models'));
});
afterAll(() => rmSync(folders.cache, { recursive: true, force: true }));

const LONG = 'The river rises in the hills and reaches the sea after many days. '.repeat(40);
const TEXTS = [
  'A cat sits on the mat.',
  'A kitten is sitting on a rug.',
  'Interest rates rose sharply in March.',
  LONG,
  'No',
  '',
];

function dot(a: readonly number[], b: readonly number[]): number {
  return a.reduce((total, value, i) => total + value * (b[i] ?? 0), 0);
}

function at<T>(list: readonly T[], index: number): T {
  const item = list[index];
  if (item === undefined) throw new Error(`nothing at ${index}`);
  return item;
}

describe('the default embedding model', () => {
  let embeddings: TextEmbeddings;
  beforeAll(async () => {
    embeddings = await createEmbeddings(config, folders);
  });
  afterAll(() => embeddings.close());

  it('has 384 dimensions and reads 256 tokens, two of them special', () => {
    expect(embeddings).toMatchObject({ dimensions: 384, maxTokens: 256, windowTokens: 254 });
    expect(embeddings.id).toMatch(/^local\/all-MiniLM-L6-v2@[0-9a-f]{16}$/);
  });

  it('puts sentences of like meaning closer together, with unit vectors', async () => {
    const vectors = await embeddings.embedDocuments(TEXTS);
    expect(vectors.map((vector) => Math.hypot(...vector))).toEqual(TEXTS.map(() => expect.closeTo(1, 5)));
    expect(dot(at(vectors, 0), at(vectors, 1))).toBeGreaterThan(0.6);
    expect(dot(at(vectors, 0), at(vectors, 2))).toBeLessThan(0.2);
  });

  it('gives the vector of the reference implementation', async () => {
    // First four numbers of "A cat sits on the mat." by Python's onnxruntime and tokenizers on the same files.
    const vector = await embeddings.embedQuery('A cat sits on the mat.');
    expect(vector.slice(0, 4)).toEqual(
      [0.12182486, -0.03205211, -0.02693798, 0.04213162].map((value) => expect.closeTo(value, 6)),
    );
  });

  it('counts tokens as the whole text has them, without special ones', () => {
    // As Python's tokenizers counts them.
    const counts = ['', 'unaffable', 'TCP/IP and ISO-9001', 'Señor café', 'x'.repeat(300), '日本語 x'];
    expect(counts.map((text) => embeddings.countTokens(text))).toEqual([0, 3, 9, 3, 1, 4]);
    const words = LONG.split(' ').filter((word) => word !== '');
    expect(embeddings.countTokens(LONG)).toBe(
      words.reduce((total, word) => total + embeddings.countTokens(word), 0),
    );
  });

  it('cuts a text that is too long at the token limit', async () => {
    const words = LONG.trim().split(' ');
    let kept = '';
    for (const word of words) {
      if (embeddings.countTokens(`${kept} ${word}`) > embeddings.windowTokens) break;
      kept = `${kept} ${word}`;
    }
    expect(embeddings.countTokens(kept)).toBe(254);
    expect(await embeddings.embedQuery(LONG)).toEqual(await embeddings.embedQuery(kept));
  });

  it('ranks a text of the same matter first by late interaction', async () => {
    const reranker = createReranker(readConfig({ RERANKER: 'late' }), embeddings);
    const candidates = [TEXTS[2], TEXTS[1], ''].map((text) => ({ id: String(text), text: String(text) }));
    const ranked = await reranker?.rerank('Where does the cat sit?', candidates);
    expect(ranked?.map(({ id }) => id)).toEqual([TEXTS[1], TEXTS[2], '']);
  });

  it('gives a vector for each token, also beyond the token limit', async () => {
    const { tokens, vectors } = await embeddings.tokenVectors(LONG);
    expect(tokens).toHaveLength(embeddings.countTokens(LONG));
    expect(vectors).toHaveLength(tokens.length);
    expect(tokens.slice(0, 3)).toEqual(['the', 'river', 'rises']);
    expect(Math.hypot(...(vectors.at(-1) ?? []))).toBeCloseTo(1, 5);
  });

  it('stops between batches when the caller gives up', async () => {
    const abort = new AbortController();
    const texts = Array.from({ length: 6 }, (_, i) => `${LONG} ${i}`);
    const pending = embeddings.embedDocuments(texts, {
      signal: abort.signal,
      onProgress: (done) => void (done > 0 && abort.abort(new Error('enough'))),
    });
    await expect(pending).rejects.toThrow('enough');
  });
});

describe('a vector', () => {
  it('has the same bytes alone, in any batch, in any order and by any number of threads', async () => {
    const alone = await createLocalEmbeddings(config, folders, {});
    const together = await createLocalEmbeddings({ ...config, EMBEDDING_THREADS: 2 }, folders, {});
    const run = async (backend: typeof alone, texts: readonly string[]) => {
      const found: string[] = [];
      await backend.embed(texts, {
        urgent: false,
        signal: undefined,
        onBatch: (indexes, vectors) => {
          indexes.forEach((index, i) => {
            found[index] = Buffer.from(at(vectors, i).buffer).toString('hex');
          });
        },
      });
      return found;
    };
    const single: string[] = [];
    for (const text of TEXTS) single.push(at(await run(alone, [text]), 0));
    expect(await run(together, TEXTS)).toEqual(single);
    expect(await run(alone, [...TEXTS].reverse())).toEqual([...single].reverse());
    await Promise.all([alone.close(), together.close()]);
  });

  it('lets a question pass documents that wait', async () => {
    const embeddings = await createEmbeddings(config, folders);
    const order: string[] = [];
    const texts = Array.from({ length: 5 }, (_, i) => `passage ${i}: ${LONG}`);
    const documents = embeddings.embedDocuments(texts).then(() => order.push('documents'));
    const question = embeddings.embedQuery('who is it?').then(() => order.push('question'));
    await Promise.all([documents, question]);
    expect(order).toEqual(['question', 'documents']);
    await embeddings.close();
  });

  it('cannot be had from a closed model', async () => {
    const backend = await createLocalEmbeddings(config, folders, {});
    const embed = () => backend.embed(['a'], { urgent: false, signal: undefined, onBatch: () => undefined });
    const code = 'TRELLIS_MODEL_UNAVAILABLE';
    const refused = expect(embed()).rejects.toMatchObject({ code });
    await backend.close();
    await refused;
    await expect(embed()).rejects.toMatchObject({ code });
  });
});
