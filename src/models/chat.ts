import { join } from 'node:path';
import type { Static, TSchema } from 'typebox';
import type { Config } from '../config.ts';
import type { Folders } from '../folders.ts';
import type { CallBudget } from './budget.ts';
import { openCallCache } from './call-cache.ts';
import type { CallDeps } from './call-with-retries.ts';
import { createGgufChat } from './chat-gguf.ts';
import { createOpenAIChat } from './chat-openai.ts';
import { createJsonCompletion } from './complete-json.ts';
import { createTextCompletion } from './complete-text.ts';
import { createModelCaller } from './model-caller.ts';
import { loadPrompt, PROMPTS_DIRECTORY, type RenderedPrompt } from './prompts.ts';

/** One question to a chat model. */
export interface ChatRequest {
  readonly prompt: RenderedPrompt;
  /** Most tokens of the answer; the model's own limit when absent. */
  readonly maxTokens?: number;
  readonly temperature?: number;
  readonly budget: CallBudget;
  readonly signal?: AbortSignal;
}

/** What an answer took. `calls` are HTTP requests, 0 when it came from the call cache; tokens 0 where unknown. */
export interface CallFigures {
  readonly calls: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cached: boolean;
  readonly ms: number;
}

/** An answer in words, reasoning left out; `truncated` when the token limit cut it. */
export interface ChatAnswer extends CallFigures {
  readonly text: string;
  readonly truncated: boolean;
}

/** An answer that was checked against its schema. `repaired` when a second call was needed. */
export interface StructuredAnswer<T> extends CallFigures {
  readonly value: T;
  readonly repaired: boolean;
}

/**
 * A chat model with timeouts, retries, a budget and a call cache around it. Its methods throw
 * `TRELLIS_MODEL_UNAVAILABLE`, `_TIMEOUT`, `_RATE_LIMITED`, `_REFUSED`, `_PROMPT_TOO_LONG`, `_OUTPUT_INVALID` or
 * `_BUDGET_EXCEEDED`; an abort by the caller is thrown as it is. Failures and cut answers are never cached.
 */
export interface Chat {
  /** Provider, model and server. */
  readonly id: string;
  complete(request: ChatRequest): Promise<ChatAnswer>;
  /**
   * Returns an answer that matches `schema` (a TypeBox object schema). One that does not is sent back once, with what
   * is wrong; one that the token limit cut is not.
   */
  structured<T extends TSchema>(
    request: ChatRequest & { readonly schema: T },
  ): Promise<StructuredAnswer<Static<T>>>;
  /** As `complete`, passing the text on in pieces. After the first piece a broken connection is not tried again. */
  stream(request: ChatRequest & { readonly onText: (piece: string) => void }): Promise<ChatAnswer>;
  /** Frees a local model and closes the call cache. */
  close(): Promise<void>;
}

/**
 * Returns the chat model of the settings, undefined when `CHAT_PROVIDER` is none. Makes no call and loads no weights.
 * Throws `TRELLIS_MODEL_UNAVAILABLE` when a key, a file or the optional package is missing.
 */
export async function createChat(
  config: Config,
  folders: Folders,
  deps: CallDeps = {},
): Promise<Chat | undefined> {
  if (config.CHAT_PROVIDER === 'none') return undefined;
  const provider =
    config.CHAT_PROVIDER === 'gguf' ? await createGgufChat(config) : await createOpenAIChat(config);
  const prompts = {
    request: loadPrompt(join(PROMPTS_DIRECTORY, 'request-json.md')),
    repair: loadPrompt(join(PROMPTS_DIRECTORY, 'repair-json.md')),
  };
  const cache = openCallCache(folders, deps.now ?? Date.now);
  const call = createModelCaller(provider, config, deps);
  const complete = createTextCompletion(provider.id, call, cache);
  return {
    id: provider.id,
    complete: (request) => complete(request),
    stream: (request) => complete(request, request.onText),
    structured: createJsonCompletion(provider.id, call, cache, prompts, deps.logger),
    close: async () => {
      await provider.close();
      cache.close();
    },
  };
}
