import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AskResponse } from '../../src/domain/api/ask.ts';
import { sentences } from '../../src/domain/text/sentences.ts';
import { startService, type TestService } from '../e2e/service.ts';
import { localModelSettings } from './local-model.ts';

const DOCUMENTS: Readonly<Record<string, string>> = {
  'crane.md':
    '# Harbour crane manual\n\nThe Osprey crane lifts at most 42 tonnes. Its brake must be inspected every 90 days.\n',
  'tide.md':
    '# Tide bell\n\nThe tide bell of Hallow Point was cast in 1871 by Edda Lunde. It weighs 310 kilograms.\n',
};
const QUESTIONS = [
  'How many tonnes does the Osprey crane lift at most?',
  'Who cast the tide bell of Hallow Point?',
];

/** With the model, without it over the same graph, and with a model that may not be called. */
let written: TestService;
let extracted: TestService;
let spent: TestService;
beforeAll(async () => {
  const settings = { ...localModelSettings(), ANSWER_CONTEXT_TOKENS: '300' };
  written = await startService(settings);
  extracted = await startService({ TRELLIS_TENANT: written.tenant });
  spent = await startService({ ...settings, TRELLIS_TENANT: written.tenant, CHAT_MAX_CALLS: '0' });
  const files = Object.entries(DOCUMENTS).map(([name, text]) => ({
    name,
    bytes: new TextEncoder().encode(text),
  }));
  const { totals } = await written.trellis.ingest.files(files, { tenant: written.tenant });
  expect(totals).toMatchObject({ created: 2, failed: 0 });
});
afterAll(async () => {
  for (const service of [written, extracted, spent]) await service?.close();
});

/** Stored questions would answer without the model: the text pipeline leaves them out. */
function ask({ trellis }: TestService, question: string): Promise<AskResponse> {
  return trellis.ask({ question, pipeline: 'text', trace: true });
}

/** What the model's sentences came to: kept by the check, or none, and then the sources' own words answer. */
function keptSentences({ trace }: AskResponse): number {
  const note = trace?.find(({ step }) => step === 'generate')?.note ?? '';
  return Number(/^(\d+) sentences kept/.exec(note)?.[1] ?? 0);
}

function expectEverySentenceCited({ answer, citations }: AskResponse): void {
  const text = answer.replaceAll(/([.!?…]+)((?:\s*\[\d+\])+)/g, '$2$1'); // a mark behind the full stop counts
  for (const { start, end } of sentences(text)) {
    const marks = [...text.slice(start, end).matchAll(/\[(\d+)\]/g)].map(([, mark]) => Number(mark));
    expect(marks.length, answer).toBeGreaterThan(0);
    for (const mark of marks) expect(citations.map(({ number }) => number)).toContain(mark);
  }
}

describe('asking with the local chat model', () => {
  it.each(QUESTIONS)('gives no claim without a citation that was checked: %s', async (question) => {
    const response = await ask(written, question);
    expect(response).toMatchObject({ status: 'answered', modelCalls: 1 });
    expectEverySentenceCited(response);
    for (const number of response.answer.replaceAll(/\[\d+\]/g, '').match(/\d+/g) ?? [])
      expect(Object.values(DOCUMENTS).join('\n')).toContain(number);
    if (keptSentences(response) === 0) expect(response.answer).toBe((await ask(extracted, question)).answer);
  });

  it('answers in the words of the model where they hold', async () => {
    const kept: number[] = [];
    for (const question of QUESTIONS) kept.push(keptSentences(await ask(written, question)));
    expect(Math.max(...kept)).toBeGreaterThan(0);
  });

  it('pays for an answer once', async () => {
    const [question = ''] = QUESTIONS;
    const first = await ask(written, question);
    expect(await ask(written, question)).toMatchObject({ answer: first.answer, modelCalls: 0 });
  });

  it('says that evidence is missing without calling it', async () => {
    const response = await ask(written, 'What did the Zeppelin museum in Quito charge for tickets?');
    expect(response).toMatchObject({ status: 'insufficient_evidence', modelCalls: 0 });
  });

  it('says that the budget of a question is used up, instead of calling once more', async () => {
    await expect(ask(spent, QUESTIONS[0] ?? '')).rejects.toMatchObject({
      code: 'TRELLIS_MODEL_BUDGET_EXCEEDED',
    });
  });
});
