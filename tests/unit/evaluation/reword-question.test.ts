import { describe, expect, it } from 'vitest';
import { createRewordQuestion } from '../../../src/evaluation/make/reword-question.ts';
import { loadPrompts, PROMPTS_DIRECTORY } from '../../../src/models/prompts.ts';
import { fail, say, sayJson } from '../../setup/chat-server.ts';
import { openChat } from '../models/open-chat.ts';

const prompts = loadPrompts(PROMPTS_DIRECTORY);
const rule = 'Apples that are raised by A. Quill with year less than 1920';

describe('a question said again by a chat model', () => {
  it('is taken when it keeps names and numbers, and dropped when it does not or is no answer', async () => {
    const good = 'Which apples did A. Quill raise before 1920?';
    const other = 'Which apples did he raise before 1920?';
    const { chat, server } = await openChat([
      sayJson({ question: good }),
      sayJson({ question: other }),
      say('no'),
      say('no'),
    ]);
    const reword = createRewordQuestion(chat, prompts);
    expect(await reword(rule, ['A. Quill'])).toBe(good);
    expect(server.requests[0]?.messages.at(-1)?.text).toContain(rule);
    expect(await reword(`${rule} `, ['A. Quill'])).toBeUndefined();
    expect(await reword(`${rule}.`, ['A. Quill'])).toBeUndefined();
    expect(server.requests).toHaveLength(4);
  });

  it('ends the run with the model’s error when the model cannot be reached', async () => {
    const { chat } = await openChat([fail(401)]);
    await expect(createRewordQuestion(chat, prompts)(rule, [])).rejects.toMatchObject({
      code: 'TRELLIS_MODEL_UNAVAILABLE',
    });
  });
});
