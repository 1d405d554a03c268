import { describe, expect, it, onTestFinished } from 'vitest';
import { readConfig } from '../../../src/config.ts';
import { createEmbeddings } from '../../../src/models/embeddings.ts';
import type { TextEmbeddings } from '../../../src/models/text-embeddings.ts';
import {
  type ChatScript,
  type ChatServer,
  embed,
  fail,
  hang,
  startChatServer,
} from '../../setup/chat-server.ts';
import { failsWith } from './open-chat.ts';
import { temporaryFolders } from './temporary-folders.ts';

async function open(
  script: ChatScript,
  settings: Readonly<Record<string, string>> = {},
  folders = temporaryFolders(),
): Promise<{ embeddings: TextEmbeddings; server: ChatServer }> {
  const server = await startChatServer(script);
  onTestFinished(() => server.close());
  const config = readConfig({
    EMBEDDING_PROVIDER: 'openai',
    EMBEDDING_MODEL: 'some-model',
    EMBEDDING_BASE_URL: server.baseUrl,
    CHAT_MAX_RETRIES: '1',
    ...settings,
  });
  const embeddings = await createEmbeddings(config, folders);
  onTestFinished(() => embeddings.close());
  return { embeddings, server };
}

function inputs(server: ChatServer): unknown[] {
  return server.requests.map(({ body }) => body['input']);
}

describe('embeddings of an OpenAI-compatible service', () => {
  it('asks once for the length of a vector where it is not known', async () => {
    const { embeddings, server } = await open(() => embed(5));
    expect(embeddings.dimensions).toBe(5);
    expect(embeddings.id).toBe('openai/some-model/5');
    expect(server.requests).toHaveLength(1);
  });

  it('asks for the length that is set, and makes no call at the start', async () => {
    const { embeddings, server } = await open(() => embed(4), { EMBEDDING_DIMENSIONS: '4' });
    expect(server.requests).toHaveLength(0);
    await embeddings.embedQuery('a');
    expect(server.requests[0]?.body).toMatchObject({ model: 'some-model', dimensions: 4 });
  });

  it('keeps the order over several calls, embeds a text once, and keeps line breaks', async () => {
    const { embeddings, server } = await open(() => embed(4), { EMBEDDING_DIMENSIONS: '4' });
    const texts = Array.from({ length: 100 }, (_, i) => `line\n${i % 90}`);
    const vectors = await embeddings.embedDocuments(texts);
    expect(inputs(server).map((input) => (input as string[]).length)).toEqual([64, 26]);
    expect(inputs(server)[0]).toContain('line\n7');
    expect(vectors[95]).toEqual(vectors[5]);
    expect(vectors[7]).toEqual(await embeddings.embedQuery('line\n7'));
    expect(Math.hypot(...(vectors[3] ?? []))).toBeCloseTo(1, 6);
    expect(server.requests).toHaveLength(2);
  });

  it('keeps what was done before a call failed, and asks only for the rest later', async () => {
    const folders = temporaryFolders();
    const settings = { EMBEDDING_DIMENSIONS: '4', CHAT_CONCURRENCY: '1', CHAT_MAX_RETRIES: '0' };
    const texts = Array.from({ length: 200 }, (_, i) => `text ${i}`);
    const first = await open([embed(4), fail(500)], settings, folders);
    await expect(first.embeddings.embedDocuments(texts)).rejects.toEqual(
      failsWith('TRELLIS_MODEL_UNAVAILABLE', { status: 500 }),
    );
    expect(first.server.requests).toHaveLength(2);
    const second = await open(() => embed(4), settings, folders);
    await second.embeddings.embedDocuments(texts);
    expect(inputs(second.server).flat()).toEqual(texts.slice(64));
  });

  it('reports progress up to the number of distinct texts', async () => {
    const { embeddings } = await open(() => embed(4), { EMBEDDING_DIMENSIONS: '4' });
    const seen: [number, number][] = [];
    await embeddings.embedDocuments(['a', 'b', 'a'], {
      onProgress: (done, total) => seen.push([done, total]),
    });
    expect(seen).toEqual([
      [0, 2],
      [2, 2],
    ]);
  });

  it('refuses vectors of another length than before', async () => {
    const { embeddings } = await open([embed(4)], { EMBEDDING_DIMENSIONS: '8' });
    await expect(embeddings.embedQuery('a')).rejects.toEqual(
      failsWith('TRELLIS_MODEL_OUTPUT_INVALID', { dimensions: 4 }),
    );
  });

  it('tries again after a 500 and reports a service that hangs as timed out', async () => {
    const settings = { EMBEDDING_DIMENSIONS: '4', CHAT_TIMEOUT_MS: '1500' };
    const { embeddings, server } = await open([fail(500), embed(4), hang()], settings);
    expect(await embeddings.embedQuery('a')).toHaveLength(4);
    await expect(embeddings.embedQuery('b')).rejects.toEqual(
      failsWith('TRELLIS_MODEL_TIMEOUT', { calls: 1 }),
    );
    await expect.poll(() => server.abandoned).toBe(1);
  });

  it('reports a service that is down as unavailable', async () => {
    const { embeddings, server } = await open(() => embed(4), {
      EMBEDDING_DIMENSIONS: '4',
      CHAT_MAX_RETRIES: '0',
    });
    await server.close();
    await expect(embeddings.embedQuery('a')).rejects.toEqual(failsWith('TRELLIS_MODEL_UNAVAILABLE'));
  });

  it('stops when the caller gives up', async () => {
    const { embeddings } = await open([hang()], { EMBEDDING_DIMENSIONS: '4' });
    const signal = AbortSignal.timeout(100);
    await expect(embeddings.embedDocuments(['a'], { signal })).rejects.toThrow(/timeout|aborted/i);
  });

  it('has no token vectors and says so', async () => {
    const { embeddings } = await open(() => embed(4), { EMBEDDING_DIMENSIONS: '4' });
    await expect(embeddings.tokenVectors('a')).rejects.toEqual(failsWith('TRELLIS_MODEL_UNAVAILABLE'));
  });

  it('puts the prefixes of an E5 model in front', async () => {
    const { embeddings, server } = await open(() => embed(4), {
      EMBEDDING_DIMENSIONS: '4',
      EMBEDDING_MODEL: 'intfloat/multilingual-e5-small',
    });
    await embeddings.embedQuery('who?');
    await embeddings.embedDocuments(['He.']);
    expect(inputs(server)).toEqual([['query: who?'], ['passage: He.']]);
  });
});
