import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Comment } from '../../src/domain/comment.ts';
import { createTrace } from '../../src/domain/trace.ts';
import { createBudget } from '../../src/models/budget.ts';
import { loadPrompts, PROMPTS_DIRECTORY } from '../../src/models/prompts.ts';
import { createModelCritic, type ModelCritic } from '../../src/query/critic/model/cascade.ts';
import { loadCriticExamples } from '../../src/query/critic/model/example-files.ts';
import { type LocalChat, openLocalChat } from './local-model.ts';

const QUESTION = 'Which oven did the potter Ada Kern fire the Blue Jar in?';
const GRAPH = {
  types: [
    { name: 'Potter', description: 'a person who makes pots', count: 20 },
    { name: 'Pot', description: 'a vessel of clay', count: 300 },
    { name: 'Kiln', description: 'an oven for pots', count: 4 },
  ],
  relations: [
    { name: 'shaped_by', domain: 'Pot', range: 'Potter', description: 'who made the pot', count: 300 },
    {
      name: 'fired_in',
      domain: 'Pot',
      range: 'Kiln',
      description: 'the kiln that it was fired in',
      count: 290,
    },
  ],
};
const NAMES = [
  { words: 'Ada Kern', name: 'Ada Kern', type: 'Potter' },
  { words: 'Blue Jar', name: 'Blue Jar', type: 'Pot' },
];
const ALLOWED: readonly Comment[] = [
  { error: 'wrong_type', subject: 'Kiln', edit: { kind: 'type', type: 'Kiln' } },
  { error: 'wrong_entity', subject: 'Blue Jar', edit: { kind: 'without_entity', entityId: 'blue-jar' } },
  { error: 'missing_relation', subject: 'fired_in', edit: { kind: 'further_step' } },
];

let opened: LocalChat;
let critic: ModelCritic;
beforeAll(async () => {
  opened = await openLocalChat();
  // No embedding: with as many examples as there are asked for, or by chance, none is needed.
  const embed = {
    embedQuery: async () => [1],
    embedDocuments: async (texts: string[]) => texts.map(() => [1]),
  };
  critic = createModelCritic({
    chat: opened.chat,
    prompts: loadPrompts(PROMPTS_DIRECTORY),
    embed,
    examples: loadCriticExamples(PROMPTS_DIRECTORY),
    choice: { by: 'random', count: 5, seed: 1 },
  });
});
afterAll(() => opened?.close());

const openTurn = () => ({ budget: createBudget(4), trace: createTrace() });

/** A weak model may be wrong; it may not bring in what nobody gave it, nor cost more than two calls. */
describe('the critic with the local chat model', () => {
  it('routes along what question and graph hold', async () => {
    const turn = openTurn();
    const route = await critic.route({ question: QUESTION, graph: GRAPH, names: NAMES }, turn);
    expect(turn.budget.used).toBeLessThanOrEqual(2);
    expect(turn.trace.steps).toHaveLength(1);
    for (const { words } of route?.entities ?? []) expect(QUESTION).toContain(words);
    for (const name of route?.relations ?? []) expect(['shaped_by', 'fired_in']).toContain(name);
    expect([undefined, 'Potter', 'Pot', 'Kiln']).toContain(route?.type);
  });

  it('gives a verdict with a reason on paths', async () => {
    const turn = openTurn();
    const path = 'Blue Jar –fired_in→ Long Kiln';
    const candidates = [{ name: 'Long Kiln', type: 'Kiln', text: '', paths: [path], conditions: [] }];
    const verdict = await critic.validate({ question: QUESTION, candidates }, turn);
    expect(turn.budget.used).toBeLessThanOrEqual(2);
    expect(turn.trace.steps).toHaveLength(1);
    expect([0.5, 0.75, 0.95]).toContain(verdict?.confidence);
    expect(verdict?.reason).not.toBe('');
  });

  it('comments only what is legal', async () => {
    const turn = openTurn();
    const comments = await critic.comment(
      {
        question: QUESTION,
        route: {
          entities: ['Ada Kern (Potter)', 'Blue Jar (Pot)'],
          relations: ['shaped_by'],
          type: 'Pot',
          module: 'hybrid',
          found: ['Ada Kern ←shaped_by– Red Bowl'],
        },
        verdict: 'a pot was found, the question asks for an oven',
        allowed: ALLOWED,
      },
      turn,
    );
    expect(turn.budget.used).toBeLessThanOrEqual(2);
    expect(turn.trace.steps).toHaveLength(1);
    for (const comment of comments ?? []) expect(ALLOWED).toContain(comment);
  });
});
