import { Type } from 'typebox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createBudget } from '../../src/models/budget.ts';
import type { Chat } from '../../src/models/chat.ts';
import { type LocalChat, openLocalChat } from './local-model.ts';

let opened: LocalChat;
let chat: Chat;
beforeAll(async () => {
  opened = await openLocalChat();
  chat = opened.chat;
});
afterAll(() => opened?.close());

function prompt(system: string, user: string) {
  return { name: 'ask-it', version: 1, system, user };
}

const BRIEF = 'You answer with a single word.';
const CAPITAL = prompt(BRIEF, 'What is the capital of France?');
const ENDLESS = prompt('You do what you are told.', 'Count from 1 to 500 in words, one number a line.');

describe('the local chat model', () => {
  it('answers a question once, and from the call cache afterwards', async () => {
    const budget = createBudget(5);
    const first = await chat.complete({ prompt: CAPITAL, maxTokens: 20, budget });
    expect(first).toMatchObject({ calls: 1, cached: false, truncated: false });
    expect(first.text).toMatch(/\bParis\b/);
    expect(first.inputTokens).toBeGreaterThan(10);
    expect(first.outputTokens).toBeGreaterThan(0);
    const second = await chat.complete({ prompt: CAPITAL, maxTokens: 20, budget });
    expect(second).toMatchObject({ text: first.text, calls: 0, cached: true });
    expect(budget.used).toBe(1);
  });

  it('says that the token limit cut the answer, and does not keep such an answer', async () => {
    const request = () => ({ prompt: ENDLESS, maxTokens: 8, budget: createBudget(1) });
    expect(await chat.complete(request())).toMatchObject({ truncated: true, calls: 1 });
    expect(await chat.complete(request())).toMatchObject({ truncated: true, calls: 1, cached: false });
  });

  it('passes the answer on in pieces that make up the whole', async () => {
    const pieces: string[] = [];
    const onText = (piece: string) => pieces.push(piece);
    const list = prompt('You answer in one line.', 'Name the four seasons.');
    const { text } = await chat.stream({ prompt: list, maxTokens: 40, budget: createBudget(1), onText });
    expect(pieces.length).toBeGreaterThan(3);
    expect(pieces.join('').trim()).toBe(text);
  });

  it('keeps nothing of one call for the next', async () => {
    const tell = prompt(BRIEF, 'My code word is HERON. Repeat my code word.');
    const told = await chat.complete({ prompt: tell, maxTokens: 10, budget: createBudget(1) });
    expect(told.text).toMatch(/heron/i);
    const recall = prompt(BRIEF, 'What is my code word? Write UNKNOWN if I have not told you.');
    const { text } = await chat.complete({ prompt: recall, maxTokens: 10, budget: createBudget(1) });
    expect(text).not.toMatch(/heron/i);
  });
});

describe('structured answers of the local chat model', () => {
  it('read facts from a text into the fields of a schema', async () => {
    const schema = Type.Object({
      name: Type.String({ maxLength: 40 }),
      city: Type.String({ maxLength: 40 }),
      year: Type.Integer(),
    });
    const facts = prompt(
      'You read facts from a text.',
      'Give name, city of birth and year of birth: "Maren Holt was born in Bergen in 1968."',
    );
    const answer = await chat.structured({ prompt: facts, schema, maxTokens: 60, budget: createBudget(2) });
    expect(answer.value).toEqual({ name: 'Maren Holt', city: 'Bergen', year: 1968 });
  });

  it('are held to the schema by a grammar, whatever the prompt says', async () => {
    const schema = Type.Object({ colour: Type.Enum(['red', 'blue']), sure: Type.Boolean() });
    const prose = prompt(
      'You are a poet. You write in verse, never in JSON.',
      'Write a poem about the colour purple.',
    );
    const budget = createBudget(1); // a repair would be one call too many
    const answer = await chat.structured({ prompt: prose, schema, maxTokens: 60, budget });
    expect(answer).toMatchObject({ calls: 1, repaired: false });
    expect(['red', 'blue']).toContain(answer.value.colour);
  });
});

describe('the limits of the local chat model', () => {
  it('refuse the call that the budget no longer holds', async () => {
    const budget = createBudget(1);
    const ask = (word: string) =>
      chat.complete({ prompt: prompt(BRIEF, `Repeat the word ${word}.`), maxTokens: 10, budget });
    await ask('lantern');
    await expect(ask('anchor')).rejects.toMatchObject({ code: 'TRELLIS_MODEL_BUDGET_EXCEEDED' });
    expect(budget.used).toBe(1);
  });

  it('stop an answer in the middle when the caller gives up; the next call is answered', async () => {
    const stop = new AbortController();
    const gaveUp = new Error('the caller gave up');
    let pieces = 0;
    const onText = () => {
      pieces += 1;
      stop.abort(gaveUp);
    };
    const request = {
      prompt: ENDLESS,
      maxTokens: 1000,
      budget: createBudget(2),
      signal: stop.signal,
      onText,
    };
    await expect(chat.stream(request)).rejects.toBe(gaveUp);
    expect(pieces).toBeLessThan(20);
    const after = await chat.complete({
      prompt: prompt(BRIEF, 'What is the capital of Italy?'),
      maxTokens: 10,
      budget: createBudget(1),
    });
    expect(after.text).toMatch(/\bRome\b/);
  });

  it('end a call that takes too long, with one call counted', async () => {
    const slow = await openLocalChat({ CHAT_TIMEOUT_MS: '1000' });
    const budget = createBudget(3);
    const began = performance.now();
    const call = slow.chat.complete({ prompt: ENDLESS, maxTokens: 1000, budget });
    await expect(call).rejects.toMatchObject({ code: 'TRELLIS_MODEL_TIMEOUT', details: { calls: 1 } });
    expect(performance.now() - began).toBeLessThan(5_000);
    expect(budget.used).toBe(1);
    await slow.close();
  });
});
