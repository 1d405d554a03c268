import type { Static, TSchema } from 'typebox';
import type { Comment } from '../../../../src/domain/comment.ts';
import { createTrace } from '../../../../src/domain/trace.ts';
import { type CallBudget, createBudget } from '../../../../src/models/budget.ts';
import type { Chat, ChatRequest } from '../../../../src/models/chat.ts';
import { loadPrompts, PROMPTS_DIRECTORY, type RenderedPrompt } from '../../../../src/models/prompts.ts';
import { checkAnswer } from '../../../../src/models/structured-answer.ts';
import type { ModelCommentRequest } from '../../../../src/query/critic/model/comment-on-route.ts';
import { createCriticCall } from '../../../../src/query/critic/model/critic-call.ts';
import type { ExampleEmbeddings } from '../../../../src/query/critic/model/example-bank.ts';
import { loadCriticExamples } from '../../../../src/query/critic/model/example-files.ts';
import type { GraphOutline } from '../../../../src/query/critic/model/graph-outline.ts';

/** The prompts and examples that come with Trellis. */
export const PROMPTS = loadPrompts(PROMPTS_DIRECTORY);
export const EXAMPLES = loadCriticExamples(PROMPTS_DIRECTORY);

/** A chat model that answers every structured question with the next of `answers`; an error is thrown. */
export function scriptedChat(answers: readonly unknown[]): {
  readonly chat: Pick<Chat, 'structured'>;
  readonly prompts: RenderedPrompt[];
} {
  const prompts: RenderedPrompt[] = [];
  const structured = async <T extends TSchema>(request: ChatRequest & { readonly schema: T }) => {
    request.signal?.throwIfAborted();
    request.budget.spend();
    const answer = answers[prompts.push(request.prompt) - 1];
    if (answer instanceof Error) throw answer;
    const value: Static<T> = checkAnswer(JSON.stringify(answer), false, request.schema);
    return { value, repaired: false, calls: 1, inputTokens: 1, outputTokens: 1, cached: false, ms: 0 };
  };
  return { chat: { structured }, prompts };
}

/** The call of the critic over a scripted chat, and a turn with a trace and `maxCalls` calls. */
export function scriptedCritic(answers: readonly unknown[], { maxCalls = 14, keptCalls = 2 } = {}) {
  const { chat, prompts } = scriptedChat(answers);
  const ask = createCriticCall({ chat, prompts: PROMPTS, keptCalls });
  return { ask, asked: prompts, ...openTurn(createBudget(maxCalls)) };
}

/** What a question may spend and where it is written down. */
export function openTurn(budget: CallBudget) {
  const trace = createTrace();
  return { budget, trace, turn: { budget, trace } };
}

/** Vectors of two letters' counts: enough to be near and far. */
export const LETTER_EMBEDDINGS: ExampleEmbeddings = {
  embedQuery: async (text) => letters(text),
  embedDocuments: async (texts) => texts.map(letters),
};

function letters(text: string): number[] {
  return ['x', 'y'].map((letter) => text.split(letter).length - 1);
}

/** A graph of a potter's village. */
export const POTTERY: GraphOutline = {
  types: [
    { name: 'Potter', description: 'a person who makes pots', count: 20 },
    { name: 'Pot', description: '', count: 300 },
    { name: 'Kiln', description: 'an oven for pots', count: 4 },
  ],
  relations: [
    { name: 'SHAPED_BY', domain: 'Pot', range: 'Potter', description: 'who made it', count: 300 },
    { name: 'firedIn', domain: 'Pot', range: 'Kiln', description: '', count: 290 },
  ],
};

/** Comments that may be chosen: the first two share error and subject. */
export const ALLOWED: readonly Comment[] = [
  { error: 'wrong_entity', subject: 'Long Kiln', edit: { kind: 'without_entity', entityId: 'k1' } },
  { error: 'wrong_entity', subject: 'Long Kiln', edit: { kind: 'with_entity', entityId: 'k2' } },
  { error: 'text_aspect_as_relation', subject: 'fired', edit: { kind: 'without_relation_word', word: 3 } },
  { error: 'wrong_type', subject: 'Potter', edit: { kind: 'type', type: 'Potter' } },
];

/** A refused route. */
export const REFUSED: ModelCommentRequest = {
  question: 'Who fired pots in the long kiln?',
  route: {
    entities: ['Long Kiln (Kiln)'],
    relations: ['firedIn'],
    type: 'Pot',
    module: 'hybrid',
    found: ['Long Kiln ←firedIn– Blue Jar'],
  },
  verdict: 'a pot is no person',
  allowed: ALLOWED,
};
