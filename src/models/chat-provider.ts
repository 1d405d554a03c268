import type { RenderedPrompt } from './prompts.ts';

/** One request to a chat model, without retries, budget or cache. */
export interface ProviderRequest {
  readonly prompt: RenderedPrompt;
  readonly maxTokens?: number | undefined;
  readonly temperature?: number | undefined;
  /** Ask for JSON; a local model is held to the schema by a grammar, a service only to JSON. */
  readonly schema?: unknown;
  /** Aborts on the caller's wish and when the time is over. */
  readonly signal: AbortSignal;
  /** Called with each piece as it comes; the answer is streamed when given. */
  readonly onText?: ((piece: string) => void) | undefined;
}

/**
 * How an answer ended: of itself, at the token limit, stopped by a content filter, declined by the model,
 * or broken off without a sign.
 */
export type Finish = 'stop' | 'length' | 'filtered' | 'declined' | 'unfinished';

/** What came back. */
export interface ProviderAnswer {
  readonly text: string;
  readonly finish: Finish;
  /** 0 where the service does not say. */
  readonly inputTokens: number;
  readonly outputTokens: number;
}

/** One way to reach chat models. */
export interface ChatProvider {
  /** Provider, model and where it is: equal ids give interchangeable answers. */
  readonly id: string;
  call(request: ProviderRequest): Promise<ProviderAnswer>;
  /** Whether it changed its way of asking after `error`, so that the same request is worth another try. */
  adapt(error: unknown): boolean;
  close(): Promise<void>;
}
