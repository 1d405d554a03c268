import { TrellisError } from '../errors.ts';
import type { CallCache } from './call-cache.ts';
import type { ChatAnswer, ChatRequest } from './chat.ts';
import type { ModelCaller } from './model-caller.ts';
import { stripThinking } from './parse-json.ts';

/** Answers in words. */
export type TextCompletion = (request: ChatRequest, onText?: (piece: string) => void) => Promise<ChatAnswer>;

/**
 * Returns the completion in words of the model `modelId`. An empty answer is `TRELLIS_MODEL_OUTPUT_INVALID`
 * (`details.reason` `empty`, or `cut` when reasoning used up the tokens). A cached answer is passed on in one piece.
 */
export function createTextCompletion(modelId: string, call: ModelCaller, cache: CallCache): TextCompletion {
  return async (request, onText) => {
    const started = performance.now();
    const { prompt, maxTokens, temperature } = request;
    const key = { modelId, prompt, maxTokens, temperature };
    const known = cache.read(key);
    if (known !== undefined) {
      onText?.(known.text);
      return { ...known, truncated: false, calls: 0, cached: true, ms: performance.now() - started };
    }
    const { answer, calls } = await call(request, { onText });
    const { finish, inputTokens, outputTokens } = answer;
    const text = stripThinking(answer.text);
    const truncated = finish === 'length';
    if (text === '') throw emptyAnswer(modelId, truncated, calls);
    if (!truncated) cache.write(key, { text, inputTokens, outputTokens });
    const ms = performance.now() - started;
    return { text, truncated, inputTokens, outputTokens, calls, cached: false, ms };
  };
}

function emptyAnswer(modelId: string, truncated: boolean, calls: number): TrellisError {
  const what = truncated
    ? 'reached the token limit before its answer began; allow more tokens'
    : 'gave an empty answer; another model or prompt may answer';
  return new TrellisError('TRELLIS_MODEL_OUTPUT_INVALID', `The chat model ${modelId} ${what}.`, {
    details: { reason: truncated ? 'cut' : 'empty', calls },
  });
}
