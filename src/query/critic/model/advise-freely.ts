import { Type } from 'typebox';
import { commentInputs, type ModelCommentRequest } from './comment-on-route.ts';
import type { CriticCall, CriticTurn } from './critic-call.ts';
import { promptLine } from './prompt-line.ts';

const AdviceSchema = Type.Object({ advice: Type.String({ minLength: 1, maxLength: 600 }) });
const ADVICE_CHARACTERS = 300;

/**
 * Returns a commenter that writes what it likes: the ablation `free-text-comments` (HybGRAG, Lee et al. 2024). Its one line
 * is a remark on an earlier route for the router by model, which alone can make something of it. Undefined when the model
 * says nothing usable. At most two calls.
 */
export function createFreeCommenter({
  ask,
}: {
  readonly ask: CriticCall;
}): (request: Omit<ModelCommentRequest, 'allowed'>, turn: CriticTurn) => Promise<string | undefined> {
  return async (request, turn) => {
    const { allowed: _, ...inputs } = commentInputs({ ...request, allowed: [] });
    const task = { step: 'comment', prompt: 'advise-route', inputs, schema: AdviceSchema } as const;
    const answer = await ask(task, turn);
    if (answer === undefined) return undefined;
    const advice = promptLine(answer.value.advice, ADVICE_CHARACTERS);
    turn.trace.add('comment', 'the model comments in its own words', {
      by: 'model',
      calls: answer.calls,
      advice,
    });
    return advice === '' ? undefined : advice;
  };
}
