import { TrellisError } from '../errors.ts';

/** A failed call, classified. */
export interface ModelFailure {
  readonly error: TrellisError;
  /** Whether the same call is worth repeating now. */
  readonly retry: boolean;
  /** How long the service asks us to wait. */
  readonly retryAfterMs?: number;
}

/** What the person who runs Trellis has to look at, for messages. */
export interface ServiceNames {
  /** "chat model gpt-5-mini". */
  readonly what: string;
  readonly keySetting: string;
  readonly modelSetting: string;
  readonly urlSetting: string;
  readonly timeoutSetting: string;
}

interface ServiceError {
  readonly status?: unknown;
  readonly code?: unknown;
  readonly headers?: { get?: (name: string) => string | null };
  readonly message?: unknown;
}

const RETRIED_STATUS = new Set([408, 409, 425, 500, 502, 503, 504, 520, 522, 524, 529]);

/**
 * Returns what a failed call to a model service means: `TRELLIS_MODEL_RATE_LIMITED`, `_REFUSED`, `_TIMEOUT`,
 * `_PROMPT_TOO_LONG`, `_OUTPUT_INVALID` or `_UNAVAILABLE`. Errors that are ours already are kept and not retried.
 * `now` is epoch milliseconds, for a Retry-After that is a date. No key and no prompt text enters a message.
 */
export function classifyFailure(failure: unknown, service: ServiceNames, now: number): ModelFailure {
  if (failure instanceof TrellisError) return { error: failure, retry: false };
  const { status, code, headers } = (failure ?? {}) as ServiceError;
  const reason = describe(failure);
  const make = (name: ConstructorParameters<typeof TrellisError>[0], text: string, retry: boolean) => ({
    error: new TrellisError(name, `The ${service.what} ${text}.`, {
      details: { ...(typeof status === 'number' ? { status } : {}) },
      cause: failure,
    }),
    retry,
  });
  if (isFiltered(code, reason))
    return make('TRELLIS_MODEL_REFUSED', 'refused the prompt by its content filter', false);
  if (isTooLong(code, reason))
    return make('TRELLIS_MODEL_PROMPT_TOO_LONG', 'takes no prompt of this length', false);
  if (status === 429) {
    if (code === 'insufficient_quota')
      return make('TRELLIS_MODEL_RATE_LIMITED', 'has no quota left for this key', false);
    const wait = readRetryAfter(headers, now);
    const failed = make('TRELLIS_MODEL_RATE_LIMITED', 'asks us to slow down', true);
    return wait === undefined ? failed : { ...failed, retryAfterMs: wait };
  }
  if (status === 401 || status === 403) {
    return make('TRELLIS_MODEL_UNAVAILABLE', `refused the credentials; check ${service.keySetting}`, false);
  }
  if (status === 404) {
    return make(
      'TRELLIS_MODEL_UNAVAILABLE',
      `is not there; check ${service.modelSetting} and ${service.urlSetting}`,
      false,
    );
  }
  if (typeof status === 'number' && RETRIED_STATUS.has(status)) {
    const wait = readRetryAfter(headers, now);
    const failed = make('TRELLIS_MODEL_UNAVAILABLE', `failed with status ${status}`, true);
    return wait === undefined ? failed : { ...failed, retryAfterMs: wait };
  }
  if (typeof status === 'number') {
    return make('TRELLIS_MODEL_UNAVAILABLE', `refused the request with status ${status}: ${reason}`, false);
  }
  if (failure instanceof SyntaxError || /undefined \(reading|is not iterable/.test(reason)) {
    return make(
      'TRELLIS_MODEL_UNAVAILABLE',
      `answered in another form than OpenAI's; check ${service.urlSetting}`,
      false,
    );
  }
  return make(
    'TRELLIS_MODEL_UNAVAILABLE',
    `could not be reached: ${reason}; check ${service.urlSetting} and the network`,
    true,
  );
}

function isFiltered(code: unknown, reason: string): boolean {
  return (
    code === 'content_filter' ||
    code === 'content_policy_violation' ||
    /content management policy/i.test(reason)
  );
}

function isTooLong(code: unknown, reason: string): boolean {
  return (
    code === 'context_length_exceeded' ||
    /maximum context length|exceeds? the (available )?context|context_length_exceeded/i.test(reason)
  );
}

/** Seconds or an HTTP date, as RFC 9110 section 10.2.3 has it; undefined when absent or unreadable. */
function readRetryAfter(headers: ServiceError['headers'], now: number): number | undefined {
  const value = headers?.get?.('retry-after')?.trim();
  if (value === undefined || value === '') return undefined;
  const seconds = Number(value);
  if (Number.isFinite(seconds)) return Math.max(0, seconds * 1000);
  const at = Date.parse(value);
  return Number.isNaN(at) ? undefined : Math.max(0, at - now);
}

/** The first line of a message with its cause's, at most 200 characters. */
function describe(failure: unknown): string {
  if (!(failure instanceof Error)) return String(failure).slice(0, 200);
  const cause = failure.cause instanceof Error ? failure.cause : undefined;
  const code = (cause as { readonly code?: unknown } | undefined)?.code;
  const detail = cause === undefined ? '' : ` (${cause.message !== '' ? cause.message : String(code)})`;
  return `${failure.message.split('\n')[0] ?? ''}${detail}`.slice(0, 200);
}
