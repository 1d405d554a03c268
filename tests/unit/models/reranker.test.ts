import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readConfig } from '../../../src/config.ts';
import { createHttpReranker } from '../../../src/models/http-reranker.ts';
import { createLateReranker } from '../../../src/models/late-reranker.ts';
import { maxSim } from '../../../src/models/max-sim.ts';
import type { TextEmbeddings } from '../../../src/models/text-embeddings.ts';
import { failsWith } from './open-chat.ts';

const CANDIDATES = ['b', 'a', 'c'].map((id) => ({ id, text: `text of ${id}` }));

async function startService(replies: readonly { readonly status?: number; readonly body: unknown }[]) {
  const bodies: unknown[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const reply = replies[bodies.length] ?? { status: 418, body: {} };
    bodies.push(JSON.parse(Buffer.concat(chunks).toString()));
    response.writeHead(reply.status ?? 200).end(JSON.stringify(reply.body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/rerank`;
  const config = readConfig({
    RERANKER: 'http',
    RERANKER_URL: url,
    RERANKER_MODEL: 'judge',
    CHAT_MAX_RETRIES: '1',
  });
  return { bodies, reranker: createHttpReranker(config) };
}

const results = (...scores: number[]) => ({
  results: scores.map((relevance_score, index) => ({ index, relevance_score })).reverse(),
});

describe('createHttpReranker', () => {
  it('sends question and texts and orders by score, ties by id', async () => {
    const { bodies, reranker } = await startService([{ body: results(0.5, 0.5, 0.9) }]);
    expect(await reranker.rerank('who?', CANDIDATES)).toEqual([
      { id: 'c', score: 0.9 },
      { id: 'a', score: 0.5 },
      { id: 'b', score: 0.5 },
    ]);
    const documents = ['text of b', 'text of a', 'text of c'];
    expect(bodies).toEqual([{ model: 'judge', query: 'who?', documents, top_n: 3 }]);
  });

  it('tries again after a 503', async () => {
    const { bodies, reranker } = await startService([{ status: 503, body: {} }, { body: results(1, 2, 3) }]);
    expect((await reranker.rerank('who?', CANDIDATES))[0]).toEqual({ id: 'c', score: 3 });
    expect(bodies).toHaveLength(2);
  });

  it.each([
    ['a score missing', results(1, 2)],
    ['a score that is no number', { results: [{ index: 0, relevance_score: 'high' }] }],
    ['another form', { scores: [1, 2, 3] }],
  ])('refuses an answer with %s', async (_, body) => {
    const { reranker } = await startService([{ body }]);
    await expect(reranker.rerank('who?', CANDIDATES)).rejects.toEqual(
      failsWith('TRELLIS_MODEL_OUTPUT_INVALID'),
    );
  });

  it('makes no call without candidates', async () => {
    const { bodies, reranker } = await startService([]);
    expect(await reranker.rerank('who?', [])).toEqual([]);
    expect(bodies).toEqual([]);
  });

  it('wants an address', () => {
    expect(() => createHttpReranker(readConfig({ RERANKER: 'http' }))).toThrow(/RERANKER_URL/);
  });
});

describe('maxSim', () => {
  it('is the mean of the best match of each token of the question', () => {
    const question = Float32Array.of(1, 0, 0, 1);
    const text = Float32Array.of(0.6, 0.8, 1, 0);
    expect(maxSim(question, text, 2)).toBeCloseTo((1 + 0.8) / 2, 6);
  });

  it('is −1 where one has no tokens', () => {
    expect(maxSim(Float32Array.of(1, 0), new Float32Array(), 2)).toBe(-1);
    expect(maxSim(new Float32Array(), Float32Array.of(1, 0), 2)).toBe(-1);
  });
});

describe('createLateReranker', () => {
  /** Words as tokens; the vector of a word is the axis of its first letter. */
  const letters = (asked: string[]) => ({
    id: 'letters',
    dimensions: 26,
    tokenVectors: async (text: string) => {
      asked.push(text);
      const tokens = text.split(' ').filter((word) => word !== '');
      const vectors = tokens.map((word) => {
        const vector = new Float32Array(26);
        vector[word.charCodeAt(0) - 97] = 1;
        return vector;
      });
      return { tokens, vectors };
    },
  });

  it('puts the text first that has most of the question, and reads each text once', async () => {
    const asked: string[] = [];
    const reranker = createLateReranker(letters(asked) as unknown as TextEmbeddings);
    const candidates = [
      { id: '1', text: 'apple' },
      { id: '2', text: 'apple banana' },
      { id: '3', text: '' },
    ];
    const expected = [
      { id: '2', score: 1 },
      { id: '1', score: 0.5 },
      { id: '3', score: -1 },
    ];
    expect(await reranker.rerank('a b', candidates)).toEqual(expected);
    expect(await reranker.rerank('a b', candidates)).toEqual(expected);
    expect(asked).toEqual(['a b', 'apple', 'apple banana', '']);
  });
});
