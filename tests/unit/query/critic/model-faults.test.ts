import { describe, expect, it } from 'vitest';
import { createTrace } from '../../../../src/domain/trace.ts';
import { TrellisError } from '../../../../src/errors.ts';
import { createBudget } from '../../../../src/models/budget.ts';
import { createModelCritic, type ModelCritic } from '../../../../src/query/critic/model/cascade.ts';
import type { CriticTurn } from '../../../../src/query/critic/model/critic-call.ts';
import {
  brokenJson,
  type ChatScript,
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
  sayJson,
  slow,
} from '../../../setup/chat-server.ts';
import { openChat } from '../../models/open-chat.ts';
import { ALLOWED, EXAMPLES, LETTER_EMBEDDINGS, POTTERY, PROMPTS, REFUSED } from './scripted-critic.ts';

const ROUTE = {
  entities: [{ words: 'long kiln', name: '' }],
  relations: ['firedIn'],
  answerType: 'Potter',
  module: 'hybrid',
};
const VERDICT = { reason: 'a pot is no person', accepted: false, sure: 'high' };
const COMMENTS = { comments: [{ error: 'wrong_type', subject: 'Potter' }] };

/** Each role with what a model should say, an answer of the right form but of no use, and what comes of the good one. */
const ROLES = {
  route: {
    good: ROUTE,
    wrongEnum: { ...ROUTE, module: 'magic' },
    outcome: { entities: [{ words: 'long kiln' }], relations: ['firedIn'], type: 'Potter', module: 'hybrid' },
    run: (critic: ModelCritic, turn: CriticTurn) =>
      critic.route({ question: REFUSED.question, graph: POTTERY }, turn),
  },
  validate: {
    good: VERDICT,
    wrongEnum: { ...VERDICT, sure: 'very' },
    outcome: { accepted: false, confidence: 0.95, reason: 'a pot is no person' },
    run: (critic: ModelCritic, turn: CriticTurn) =>
      critic.validate(
        {
          question: REFUSED.question,
          candidates: [
            { name: 'Blue Jar', type: 'Pot', text: '', paths: REFUSED.route.found, conditions: [] },
          ],
        },
        turn,
      ),
  },
  comment: {
    good: COMMENTS,
    wrongEnum: { comments: [{ error: 'wrong_mood', subject: 'Potter' }] },
    outcome: [ALLOWED[3]],
    run: (critic: ModelCritic, turn: CriticTurn) => critic.comment(REFUSED, turn),
  },
} as const;

async function open(
  script: ChatScript,
  {
    maxCalls = 14,
    settings = {} as Record<string, string>,
    signal = undefined as AbortSignal | undefined,
  } = {},
) {
  const { chat, server } = await openChat(script, { CHAT_TIMEOUT_MS: '300', ...settings });
  const critic = createModelCritic({ chat, prompts: PROMPTS, embed: LETTER_EMBEDDINGS, examples: EXAMPLES });
  const [budget, trace] = [createBudget(maxCalls), createTrace()];
  return { critic, server, budget, trace, turn: { budget, trace, signal } };
}

describe.each(Object.entries(ROLES))('the model as %s', (role, { good, wrongEnum, outcome, run }) => {
  it('is asked once for JSON, and its answer is used', async () => {
    const { critic, server, turn, budget, trace } = await open([sayJson(good)]);
    expect(await run(critic, turn)).toEqual(outcome);
    expect(server.requests).toHaveLength(1);
    expect(budget.used).toBe(1);
    expect(trace.steps).toMatchObject([{ step: role, data: { by: 'model', calls: 1 } }]);
  });

  it.each(Object.entries(brokenJson(good)).filter(([, { readable }]) => readable))(
    'is understood with one call when its answer is %s',
    async (_, { text }) => {
      const { critic, turn, budget } = await open([say(text)]);
      expect(await run(critic, turn)).toEqual(outcome);
      expect(budget.used).toBe(1);
    },
  );

  it.each([
    ['prose', say('I could not say.')],
    ['empty', say('')],
    ['thinking without an end', say('<think>\nMaybe {"a": 1}? Or')],
    ['of another name than the list has', sayJson(wrongEnum)],
    ['an array', sayJson([good])],
  ])('is asked once more when its answer is %s', async (_, turn) => {
    const mended = await open([turn, sayJson(good)]);
    expect(await run(mended.critic, mended.turn)).toEqual(outcome);
    expect(mended.budget.used).toBe(2);
    const hopeless = await open([turn, turn, sayJson(good)]);
    expect(await run(hopeless.critic, hopeless.turn)).toBeUndefined();
    expect(hopeless.budget.used).toBe(2);
    expect(hopeless.trace.steps).toMatchObject([
      { step: role, data: { by: 'model', calls: 2, code: 'TRELLIS_MODEL_OUTPUT_INVALID' } },
    ]);
  });

  it.each([
    ['cut at the token limit', sayCut(JSON.stringify(good).slice(0, -8)), 1, 'OUTPUT_INVALID'],
    ['a refusal', decline(), 1, 'REFUSED'],
    ['stopped by a filter', sayFiltered('{"'), 1, 'REFUSED'],
    ['a prompt that a filter blocks', filteredPrompt(), 1, 'REFUSED'],
    [
      'a prompt that is too long',
      fail(400, { code: 'context_length_exceeded', message: 'too long' }),
      1,
      'PROMPT_TOO_LONG',
    ],
    ['a rate limit', rateLimited('1'), 3, 'RATE_LIMITED'],
    ['status 500', fail(500), 3, 'UNAVAILABLE'],
    ['a wrong key', fail(401), 1, 'UNAVAILABLE'],
    ['a page in HTML', raw('<html>'), 1, 'UNAVAILABLE'],
    ['a broken connection', cut('{"entities": []'), 3, 'UNAVAILABLE'],
    ['never there', hang(), 1, 'TIMEOUT'],
    ['too slow', slow(600, sayJson(good)), 1, 'TIMEOUT'],
  ])('says nothing when the answer is %s, with the calls counted', async (_, turn, calls, code) => {
    const opened = await open(() => turn);
    expect(await run(opened.critic, opened.turn)).toBeUndefined();
    expect(opened.budget.used).toBe(calls);
    expect(opened.server.requests).toHaveLength(calls);
    expect(opened.trace.steps).toMatchObject([
      { step: role, data: { by: 'model', calls, code: `TRELLIS_MODEL_${code}` } },
    ]);
  });

  it('leaves the last two calls for the answer, also in the middle of a repair', async () => {
    const spent = await open([sayJson(good)], { maxCalls: 2 });
    expect(await run(spent.critic, spent.turn)).toBeUndefined();
    expect(spent.server.requests).toHaveLength(0);
    const nearly = await open([say('prose'), sayJson(good)], { maxCalls: 3 });
    expect(await run(nearly.critic, nearly.turn)).toBeUndefined();
    expect(nearly.budget.used).toBe(1);
    expect(nearly.trace.steps).toMatchObject([{ data: { calls: 1, code: 'TRELLIS_MODEL_BUDGET_EXCEEDED' } }]);
  });

  it.each([
    ['', new Error('the asker gave up')],
    [
      ' for a reason that looks like a fault of the model',
      new TrellisError('TRELLIS_MODEL_TIMEOUT', 'Over.'),
    ],
  ])('ends with the question when the asker gives up%s', async (_, gaveUp) => {
    const stop = new AbortController();
    const opened = await open(
      () => {
        stop.abort(gaveUp);
        return hang();
      },
      { signal: stop.signal },
    );
    await expect(run(opened.critic, opened.turn)).rejects.toBe(gaveUp);
  });

  it('costs nothing the second time', async () => {
    const { critic, turn, budget } = await open([sayJson(good)]);
    expect(await run(critic, turn)).toEqual(outcome);
    expect(await run(critic, turn)).toEqual(outcome);
    expect(budget.used).toBe(1);
  });
});

describe('a critic whose model failed', () => {
  it.each([
    ['was not in time', hang(), 1],
    ['was down', fail(503), 3],
    ['asked to slow down', rateLimited(), 3],
  ])(
    'does not ask it again for the same question when it %s, and asks for the next',
    async (_, turn, calls) => {
      const { critic, server, ...first } = await open((_request, index) =>
        index < calls ? turn : sayJson(VERDICT),
      );
      expect(await ROLES.route.run(critic, first.turn)).toBeUndefined();
      expect(await ROLES.validate.run(critic, first.turn)).toBeUndefined();
      expect(server.requests).toHaveLength(calls);
      expect(first.trace.steps.at(-1)).toMatchObject({ step: 'validate', data: { by: 'model', calls: 0 } });
      const next = { budget: createBudget(14), trace: createTrace() };
      expect(await ROLES.validate.run(critic, next)).toEqual(ROLES.validate.outcome);
    },
  );

  it('asks it again after an answer of no use', async () => {
    const { critic, turn } = await open([decline(), sayJson(VERDICT)]);
    expect(await ROLES.route.run(critic, turn)).toBeUndefined();
    expect(await ROLES.validate.run(critic, turn)).toEqual(ROLES.validate.outcome);
  });
});

describe('three rounds of all roles', () => {
  it('stay within fourteen calls when every answer needs a repair', async () => {
    const { critic, turn, budget, server } = await open(() => say('prose'));
    for (let round = 1; round <= 3; round += 1) {
      for (const { run } of Object.values(ROLES)) expect(await run(critic, turn)).toBeUndefined();
    }
    expect(budget.used).toBe(12);
    expect(server.requests).toHaveLength(12);
  });
});
