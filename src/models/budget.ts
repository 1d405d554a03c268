import { TrellisError } from '../errors.ts';

/** How many model calls one question or one ingest run may still make. Shared by everything it does. */
export interface CallBudget {
  readonly maxCalls: number;
  /** Calls made so far. Every HTTP request counts, also one that failed and is repeated: each may cost. */
  readonly used: number;
  /** Counts one call before it is made. Throws `TRELLIS_MODEL_BUDGET_EXCEEDED` when none is left. */
  spend(): void;
}

/** Returns a budget of `maxCalls` calls (0: none). Answers from the call cache cost nothing. */
export function createBudget(maxCalls: number): CallBudget {
  let used = 0;
  return {
    maxCalls,
    get used() {
      return used;
    },
    spend() {
      if (used >= maxCalls) {
        throw new TrellisError(
          'TRELLIS_MODEL_BUDGET_EXCEEDED',
          `The budget of ${maxCalls} model calls is used up. Raise CHAT_MAX_CALLS (a question) or CHAT_MAX_CALLS_PER_JOB (an ingest run).`,
          { details: { maxCalls } },
        );
      }
      used += 1;
    },
  };
}
