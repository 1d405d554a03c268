import { describe, expect, it } from 'vitest';
import { cut, decline, fail, say, sayCut, unfinished } from '../../setup/chat-server.ts';
import { failsWith, openChat } from './open-chat.ts';

describe.each(['chat', 'responses'])('stream over the %s API', (api) => {
  const open = (script: Parameters<typeof openChat>[0]) => openChat(script, { CHAT_API: api });
  const collect = () => {
    const pieces: string[] = [];
    return { pieces, onText: (piece: string) => void pieces.push(piece) };
  };

  it('passes on the pieces and returns the whole with its figures', async () => {
    const { chat, server, ask } = await open([say('It is in Málaga.')]);
    const { pieces, onText } = collect();
    const answer = await chat.stream({ ...ask, onText });
    expect(answer).toMatchObject({ text: 'It is in Málaga.', calls: 1, inputTokens: 11, outputTokens: 7 });
    expect(pieces.join('')).toBe('It is in Málaga.');
    expect(pieces.length).toBeGreaterThan(1);
    expect(server.requests[0]?.stream).toBe(true);
  });

  it('gives a cached answer in one piece', async () => {
    const { chat, ask } = await open([say('It is here.')]);
    await chat.complete(ask);
    const { pieces, onText } = collect();
    expect(await chat.stream({ ...ask, onText })).toMatchObject({ cached: true, calls: 0 });
    expect(pieces).toEqual(['It is here.']);
  });

  it('keeps reasoning back', async () => {
    const { chat, ask } = await open([say('<think>Hm, well.</think>\nYes.')]);
    const { pieces, onText } = collect();
    await chat.stream({ ...ask, onText });
    expect(pieces.join('')).toBe('Yes.');
  });

  it.each([
    ['breaks', cut('It is in the mid')],
    ['ends without its last event', unfinished('It is in the mid')],
  ])('reports a stream that %s after the first piece, without another call', async (_, turn) => {
    const { chat, server, ask } = await open([turn, say('Again.')]);
    const { pieces, onText } = collect();
    await expect(chat.stream({ ...ask, onText })).rejects.toEqual(
      failsWith('TRELLIS_MODEL_UNAVAILABLE', { calls: 1 }),
    );
    expect(pieces.join('')).toBe('It is in the mid');
    expect(server.requests).toHaveLength(1);
  });

  it('tries again when nothing was passed on yet', async () => {
    const { chat, ask } = await open([fail(500), cut('<think>Hm, l'), say('Yes, it is.')]);
    const { pieces, onText } = collect();
    expect(await chat.stream({ ...ask, onText })).toMatchObject({ text: 'Yes, it is.', calls: 3 });
    expect(pieces.join('')).toBe('Yes, it is.');
  });

  it('says when the token limit cut the answer', async () => {
    const { chat, ask } = await open([sayCut('It is in')]);
    expect(await chat.stream({ ...ask, ...collect() })).toMatchObject({ text: 'It is in', truncated: true });
  });

  it('reports a model that declines', async () => {
    const { chat, ask } = await open([decline()]);
    const { pieces, onText } = collect();
    await expect(chat.stream({ ...ask, onText })).rejects.toEqual(failsWith('TRELLIS_MODEL_REFUSED'));
    expect(pieces).toEqual([]);
  });
});
