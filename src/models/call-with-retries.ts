import { setTimeout as wait } from 'node:timers/promises';
import { TrellisError } from '../errors.ts';
import type { CallBudget } from './budget.ts';
import { classifyFailure, type ModelFailure, type ServiceNames } from './model-failure.ts';

/** The part of a logger that the models use; pino has it. */
export interface ModelLogger {
  debug(facts: object, message: string): void;
  warn(facts: object, message: string): void;
}

/** Clock and pause; tests pass their own. */
export interface CallDeps {
  readonly logger?: ModelLogger | undefined;
  /** Epoch milliseconds. */
  readonly now?: (() => number) | undefined;
  readonly sleep?: ((ms: number, signal: AbortSignal | undefined) => Promise<void>) | undefined;
}

/** How one call is made. */
export interface RetryOptions {
  readonly service: ServiceNames;
  readonly timeoutMs: number;
  readonly maxRetries: number;
  readonly budget?: CallBudget | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Whether the caller can go another way after this failure; asked before it counts as a retry. */
  readonly adapt?: ((error: unknown) => boolean) | undefined;
  /** Whether what was done cannot be repeated (pieces were passed on already). */
  readonly isFinal?: (() => boolean) | undefined;
}

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 8_000;
/** A service that asks for a longer pause is reported instead of waited for: a person or a job should decide. */
const LONGEST_RETRY_AFTER_MS = 60_000;

/**
 * Returns what `attempt` returns, with the number of calls it took. Rate limits, 5xx and broken connections are tried
 * again up to `maxRetries` times after the pause that the service asks for, else 0.5, 1, 2 … 8 s; a call that takes
 * longer than `timeoutMs` is not (`TRELLIS_MODEL_TIMEOUT`). Each attempt is counted in the budget first.
 * Throws as `classifyFailure` says, with `details.calls`; the caller's own abort is thrown as it is.
 */
export async function callWithRetries<T>(
  attempt: (signal: AbortSignal) => Promise<T>,
  options: RetryOptions,
  { logger, now = Date.now, sleep = pause }: CallDeps = {},
): Promise<{ readonly value: T; readonly calls: number }> {
  let retries = 0;
  for (let calls = 1; ; calls += 1) {
    options.signal?.throwIfAborted();
    options.budget?.spend();
    const failure = await tryOnce(attempt, options, now());
    if ('value' in failure) return { value: failure.value, calls };
    if (options.adapt?.(failure.error.cause) === true) continue;
    const pauseMs = failure.retryAfterMs ?? Math.min(FIRST_PAUSE_MS * 2 ** retries, LONGEST_PAUSE_MS);
    const over = retries >= options.maxRetries || pauseMs > LONGEST_RETRY_AFTER_MS;
    if (!failure.retry || over || options.isFinal?.() === true) throw withCalls(failure, calls);
    retries += 1;
    logger?.warn({ code: failure.error.code, calls, pauseMs }, 'model call failed, trying again');
    await sleep(pauseMs, options.signal);
  }
}

async function tryOnce<T>(
  attempt: (signal: AbortSignal) => Promise<T>,
  { service, timeoutMs, signal }: RetryOptions,
  now: number,
): Promise<{ readonly value: T } | ModelFailure> {
  const limit = AbortSignal.timeout(timeoutMs);
  try {
    return { value: await attempt(signal === undefined ? limit : AbortSignal.any([signal, limit])) };
  } catch (error) {
    signal?.throwIfAborted();
    if (!limit.aborted) return classifyFailure(error, service, now);
    const text = `The ${service.what} did not answer within ${timeoutMs} ms. Raise ${service.timeoutSetting} or look at the service.`;
    return {
      error: new TrellisError('TRELLIS_MODEL_TIMEOUT', text, { details: { timeoutMs }, cause: error }),
      retry: false,
    };
  }
}

function withCalls({ error, retryAfterMs }: ModelFailure, calls: number): TrellisError {
  const details = { ...error.details, calls, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) };
  return new TrellisError(error.code, error.message, { details, cause: error.cause });
}

async function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  try {
    await wait(ms, undefined, signal === undefined ? {} : { signal });
  } catch (error) {
    signal?.throwIfAborted();
    throw error;
  }
}
