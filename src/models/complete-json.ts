import type { Static, TSchema } from 'typebox';
import { TrellisError } from '../errors.ts';
import type { CallCache } from './call-cache.ts';
import type { ModelLogger } from './call-with-retries.ts';
import type { Chat, ChatRequest, StructuredAnswer } from './chat.ts';
import type { ModelCaller } from './model-caller.ts';
import type { Prompt, RenderedPrompt } from './prompts.ts';
import { checkAnswer, describeProblems } from './structured-answer.ts';

/** The prompts around a structured call: the request with its schema, and the one that sends an answer back. */
export interface JsonPrompts {
  readonly request: Prompt;
  readonly repair: Prompt;
}

/** Characters of an unusable answer that the model is shown again. */
const LONGEST_SENT_BACK = 6_000;

/**
 * Returns the structured completion of the model `modelId`: JSON mode and the schema in the prompt, our parser and
 * check, one repair at most. `details.calls` of an error counts both calls. Only values that passed are cached.
 */
export function createJsonCompletion(
  modelId: string,
  call: ModelCaller,
  cache: CallCache,
  prompts: JsonPrompts,
  logger: ModelLogger | undefined,
): Chat['structured'] {
  return async <T extends TSchema>(
    request: ChatRequest & { readonly schema: T },
  ): Promise<StructuredAnswer<Static<T>>> => {
    const started = performance.now();
    const { prompt, maxTokens, temperature } = request;
    const schema = JSON.stringify(request.schema);
    const key = { modelId, prompt, maxTokens, temperature, schema };
    const known = cache.read(key);
    if (known !== undefined) {
      const { text, inputTokens, outputTokens } = known;
      const value = checkAnswer(text, false, request.schema);
      const ms = performance.now() - started;
      return { value, inputTokens, outputTokens, repaired: false, calls: 0, cached: true, ms };
    }
    const used = { calls: 0, inputTokens: 0, outputTokens: 0 };
    const ask = async (asked: RenderedPrompt) => {
      const { answer, calls } = await call({ ...request, prompt: asked }, { schema: request.schema });
      used.calls += calls;
      used.inputTokens += answer.inputTokens;
      used.outputTokens += answer.outputTokens;
      return { text: answer.text, truncated: answer.finish === 'length' };
    };
    const inputs = { system: prompt.system, user: prompt.user, schema };
    const { value, repaired } = await askWithRepair(ask, prompts, inputs, request, logger, used);
    cache.write(key, { ...used, text: JSON.stringify(value) });
    return { value, repaired, ...used, cached: false, ms: performance.now() - started };
  };
}

async function askWithRepair<T extends TSchema>(
  ask: (prompt: RenderedPrompt) => Promise<{ readonly text: string; readonly truncated: boolean }>,
  prompts: JsonPrompts,
  inputs: Readonly<Record<'system' | 'user' | 'schema', string>>,
  { schema, prompt }: { readonly schema: T; readonly prompt: RenderedPrompt },
  logger: ModelLogger | undefined,
  used: { readonly calls: number },
): Promise<{ readonly value: Static<T>; readonly repaired: boolean }> {
  const first = await ask(prompts.request.render(inputs));
  let problems: string | undefined;
  try {
    return { value: checkAnswer(first.text, first.truncated, schema), repaired: false };
  } catch (error) {
    problems = describeProblems(error);
    if (problems === undefined) throw withCalls(error, used.calls);
  }
  logger?.warn({ prompt: prompt.name, problems }, 'model answer could not be used, asking once more');
  const answer = first.text.slice(0, LONGEST_SENT_BACK);
  const second = await ask(prompts.repair.render({ ...inputs, problems, answer }));
  try {
    return { value: checkAnswer(second.text, second.truncated, schema), repaired: true };
  } catch (error) {
    throw withCalls(error, used.calls);
  }
}

function withCalls(error: unknown, calls: number): unknown {
  if (!(error instanceof TrellisError)) return error;
  return new TrellisError(error.code, error.message, {
    details: { ...error.details, calls },
    cause: error.cause,
  });
}
