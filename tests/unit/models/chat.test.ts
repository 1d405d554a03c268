import { describe, expect, it } from 'vitest';
import { readConfig } from '../../../src/config.ts';
import { createBudget } from '../../../src/models/budget.ts';
import { createChat } from '../../../src/models/chat.ts';
import {
  cut,
  decline,
  fail,
  filteredPrompt,
  hang,
  rateLimited,
  raw,
  say,
  sayCut,
  sayFiltered,
  slow,
} from '../../setup/chat-server.ts';
import { failsWith, openChat, PROMPT } from './open-chat.ts';
import { temporaryFolders } from './temporary-folders.ts';

describe.each(['chat', 'responses'])('complete over the %s API', (api) => {
  const open = (script: Parameters<typeof openChat>[0], settings = {}) =>
    openChat(script, { CHAT_API: api, ...settings });

  it('sends system and user text with the limits and returns text, tokens and calls', async () => {
    const { chat, server, ask } = await open([say('In Málaga.')], { CHAT_API_KEY: 'key-1' });
    const answer = await chat.complete({ ...ask, maxTokens: 50, temperature: 0.5 });
    expect(answer).toMatchObject({
      text: 'In Málaga.',
      calls: 1,
      inputTokens: 11,
      outputTokens: 7,
      cached: false,
    });
    expect(answer.truncated).toBe(false);
    const [request] = server.requests;
    expect(request?.path).toBe(api === 'chat' ? '/v1/chat/completions' : '/v1/responses');
    expect(request?.headers.authorization).toBe('Bearer key-1');
    expect(request?.messages).toEqual([
      { role: 'system', text: 'You answer.' },
      { role: 'user', text: 'Where is it?' },
    ]);
    const limit = api === 'chat' ? 'max_tokens' : 'max_output_tokens';
    expect(request?.body).toMatchObject({ model: 'model-a', temperature: 0.5, [limit]: 50 });
  });

  it('answers the same request from the cache without a call, another one not', async () => {
    const { chat, server, ask } = await open([say('One.'), say('Two.')]);
    await chat.complete(ask);
    expect(await chat.complete(ask)).toMatchObject({ text: 'One.', calls: 0, cached: true });
    expect(await chat.complete({ ...ask, temperature: 0 })).toMatchObject({ text: 'Two.', cached: false });
    expect(server.requests).toHaveLength(2);
    expect(ask.budget.used).toBe(2);
  });

  it('gets through 500 twice, then right, with growing pauses, and counts three calls', async () => {
    const { chat, ask, pauses, warnings } = await open([fail(500), fail(503), say('At last.')]);
    expect(await chat.complete(ask)).toMatchObject({ text: 'At last.', calls: 3 });
    expect(pauses).toEqual([500, 1000]);
    expect(ask.budget.used).toBe(3);
    expect(warnings).toHaveLength(2);
  });

  it('gives up after the retries that are set and caches no failure', async () => {
    const { chat, ask } = await open([fail(500), fail(500), say('Later.')], { CHAT_MAX_RETRIES: '1' });
    await expect(chat.complete(ask)).rejects.toEqual(
      failsWith('TRELLIS_MODEL_UNAVAILABLE', { status: 500, calls: 2 }),
    );
    expect(await chat.complete(ask)).toMatchObject({ text: 'Later.', calls: 1, cached: false });
  });

  it('waits as long as 429 asks in seconds or as a date, else by itself', async () => {
    const { chat, ask, pauses } = await open(
      [rateLimited('7'), rateLimited('Tue, 01 Jan 2030 00:00:30 GMT'), rateLimited(), say('Now.')],
      { CHAT_MAX_RETRIES: '3' },
    );
    expect(await chat.complete(ask)).toMatchObject({ text: 'Now.', calls: 4 });
    expect(pauses).toEqual([7000, 30_000, 2000]);
  });

  it('reports a pause of an hour instead of waiting', async () => {
    const { chat, ask, pauses } = await open([rateLimited('3600')]);
    await expect(chat.complete(ask)).rejects.toEqual(
      failsWith('TRELLIS_MODEL_RATE_LIMITED', { calls: 1, retryAfterMs: 3_600_000 }),
    );
    expect(pauses).toEqual([]);
  });

  it('gives up a call that hangs, once, and lets the connection go', async () => {
    const { chat, server, ask } = await open([hang(), say('Never.')], { CHAT_TIMEOUT_MS: '300' });
    const started = performance.now();
    await expect(chat.complete(ask)).rejects.toEqual(failsWith('TRELLIS_MODEL_TIMEOUT', { calls: 1 }));
    expect(performance.now() - started).toBeLessThan(1500);
    await expect.poll(() => server.abandoned).toBe(1);
  });

  it('takes an answer that is slow but in time', async () => {
    const { chat, ask } = await open([slow(300, say('Slowly.'))]);
    expect((await chat.complete(ask)).text).toBe('Slowly.');
  });

  it('asks again when the connection is cut in the middle of an answer', async () => {
    const { chat, ask } = await open([cut('Half of an ans'), say('All of it.')]);
    expect(await chat.complete(ask)).toMatchObject({ text: 'All of it.', calls: 2 });
  });

  it.each([
    ['declines', decline()],
    ['is stopped by a content filter', sayFiltered('Well,')],
    ['has its prompt refused by a content filter', filteredPrompt()],
  ])('reports a model that %s as refused, after one call', async (_, turn) => {
    const { chat, server, ask } = await open([turn]);
    await expect(chat.complete(ask)).rejects.toEqual(failsWith('TRELLIS_MODEL_REFUSED', { calls: 1 }));
    expect(server.requests).toHaveLength(1);
  });

  it('says when the token limit cut the answer, and does not cache it', async () => {
    const { chat, ask } = await open([sayCut('In the mid'), say('In the middle.')]);
    expect(await chat.complete(ask)).toMatchObject({ text: 'In the mid', truncated: true });
    expect(await chat.complete(ask)).toMatchObject({ text: 'In the middle.', truncated: false });
  });

  it('leaves reasoning in front out', async () => {
    const { chat, ask } = await open([say('<think>\nHm.\n</think>\n\nYes.')]);
    expect((await chat.complete(ask)).text).toBe('Yes.');
  });

  it.each([
    ['empty', say(''), 'empty'],
    ['nothing but unfinished reasoning', sayCut('<think>Hm'), 'cut'],
  ])('refuses an answer that is %s', async (_, turn, reason) => {
    const { chat, ask } = await open([turn]);
    await expect(chat.complete(ask)).rejects.toEqual(
      failsWith('TRELLIS_MODEL_OUTPUT_INVALID', { reason, calls: 1 }),
    );
  });

  it.each([
    ['a web page', raw('<html>hello</html>')],
    ['another JSON', raw('{}')],
  ])('says that the address is wrong when it answers with %s', async (_, turn) => {
    const { chat, server, ask } = await open([turn]);
    await expect(chat.complete(ask)).rejects.toThrow(/CHAT_BASE_URL/);
    expect(server.requests).toHaveLength(1);
  });

  it.each([
    ['401', fail(401), 'TRELLIS_MODEL_UNAVAILABLE', /CHAT_API_KEY/],
    ['404', fail(404), 'TRELLIS_MODEL_UNAVAILABLE', /CHAT_MODEL/],
    ['no quota', fail(429, { code: 'insufficient_quota' }), 'TRELLIS_MODEL_RATE_LIMITED', /quota/],
    [
      'too long a prompt',
      fail(400, { code: 'context_length_exceeded', message: 'maximum context length is 10' }),
      'TRELLIS_MODEL_PROMPT_TOO_LONG',
      /length/,
    ],
  ])('does not repeat a call that fails with %s', async (_, turn, code, text) => {
    const { chat, server, ask } = await open([turn]);
    await expect(chat.complete(ask)).rejects.toEqual(failsWith(code, { calls: 1 }));
    await expect(chat.complete(ask)).rejects.toThrow(/./);
    expect(server.requests).toHaveLength(2);
    await expect(open([turn]).then(({ chat: again }) => again.complete(ask))).rejects.toThrow(text);
  });

  it('stops at once when the caller gives up, with his reason', async () => {
    const { chat, ask } = await open([hang()]);
    const abort = new AbortController();
    const pending = chat.complete({ ...ask, signal: abort.signal });
    setTimeout(() => abort.abort(new Error('gone')), 50);
    await expect(pending).rejects.toThrow('gone');
  });

  it('stops at the budget, retries counted', async () => {
    const { chat, server, ask } = await open([fail(500), fail(500), say('Too late.')]);
    const budget = createBudget(2);
    await expect(chat.complete({ ...ask, budget })).rejects.toEqual(
      failsWith('TRELLIS_MODEL_BUDGET_EXCEEDED', { maxCalls: 2 }),
    );
    expect(server.requests).toHaveLength(2);
  });

  it('makes no more calls at once than are set', async () => {
    const { chat, server, ask } = await open(() => slow(200, say('Yes.')), { CHAT_CONCURRENCY: '2' });
    const ask4 = [1, 2, 3, 4].map((n) =>
      chat.complete({ ...ask, prompt: { ...PROMPT, user: `Question ${n}` } }),
    );
    await Promise.all(ask4);
    const times = server.requests.map(({ atMs }) => atMs);
    expect((times[2] ?? 0) - (times[0] ?? 0)).toBeGreaterThanOrEqual(190);
  });
});

describe('createChat', () => {
  it('is undefined without a provider', async () => {
    expect(await createChat(readConfig({}), temporaryFolders())).toBeUndefined();
  });

  it('asks for the key of OpenAI itself', async () => {
    const config = readConfig({ CHAT_PROVIDER: 'openai' });
    await expect(createChat(config, temporaryFolders())).rejects.toThrow(/CHAT_API_KEY/);
  });

  it('says how to get a GGUF file that is not there', async () => {
    const config = readConfig({ CHAT_PROVIDER: 'gguf', CHAT_MODEL: '/no/such.gguf' });
    await expect(createChat(config, temporaryFolders())).rejects.toThrow(/npm run fetch:chat-model/);
  });

  it('reports a server that is not there as unavailable after the retries', async () => {
    const { chat, server, ask, pauses } = await openChat([]);
    await server.close();
    await expect(chat.complete(ask)).rejects.toEqual(failsWith('TRELLIS_MODEL_UNAVAILABLE', { calls: 3 }));
    expect(pauses).toEqual([500, 1000]);
  });
});
