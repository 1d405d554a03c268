import pLimit from 'p-limit';
import type { Config } from '../config.ts';
import { TrellisError } from '../errors.ts';
import { type CallDeps, callWithRetries } from './call-with-retries.ts';
import type { ChatRequest } from './chat.ts';
import type { ChatProvider, ProviderAnswer } from './chat-provider.ts';
import { createThinkingFilter } from './thinking-filter.ts';

/** What a call asks beside the request itself. */
export interface CallForm {
  /** JSON Schema; the answer is to be JSON. */
  readonly schema?: unknown;
  /** Gets the answer in pieces, reasoning left out. */
  readonly onText?: ((piece: string) => void) | undefined;
}

/** Returns a whole answer (text as it came; never refused, never broken off) and the calls it took. */
export type ModelCaller = (
  request: ChatRequest,
  form: CallForm,
) => Promise<{ readonly answer: ProviderAnswer; readonly calls: number }>;

/**
 * Returns the one way to `provider`: at most `CHAT_CONCURRENCY` at once, with timeout, retries and budget.
 * Throws as `Chat` does; `TRELLIS_MODEL_REFUSED` when the model or a filter declined.
 */
export function createModelCaller(provider: ChatProvider, config: Config, deps: CallDeps): ModelCaller {
  const limit = pLimit(config.CHAT_CONCURRENCY);
  const service = {
    what: `chat model ${provider.id}`,
    keySetting: 'CHAT_API_KEY',
    modelSetting: 'CHAT_MODEL',
    urlSetting: 'CHAT_BASE_URL',
    timeoutSetting: 'CHAT_TIMEOUT_MS',
  };
  return async ({ prompt, maxTokens, temperature, budget, signal }, { schema, onText }) => {
    let passedOn = false;
    const pass = (piece: string) => {
      passedOn = true;
      onText?.(piece);
    };
    const attempt = async (limited: AbortSignal) => {
      const filter = onText && createThinkingFilter(pass);
      const request = { prompt, maxTokens, temperature, schema, signal: limited, onText: filter };
      const answer = await provider.call(request);
      // Not ours yet: a foreign error counts as a passing fault, is tried again, and gets its code when that fails too.
      if (answer.finish === 'unfinished') throw new Error('the connection ended in the middle of the answer');
      return answer;
    };
    const options = {
      service,
      timeoutMs: config.CHAT_TIMEOUT_MS,
      maxRetries: config.CHAT_MAX_RETRIES,
      budget,
      signal,
      adapt: provider.adapt,
      isFinal: () => passedOn,
    };
    const { value: answer, calls } = await limit(() => callWithRetries(attempt, options, deps));
    refuseRefusal(answer, provider.id, calls);
    return { answer, calls };
  };
}

function refuseRefusal({ finish }: ProviderAnswer, id: string, calls: number): void {
  if (finish !== 'filtered' && finish !== 'declined') return;
  const how = finish === 'filtered' ? 'was stopped by its content filter' : 'declined to answer';
  throw new TrellisError(
    'TRELLIS_MODEL_REFUSED',
    `The chat model ${id} ${how}. Another model or another text may get an answer.`,
    { details: { finish, calls } },
  );
}
