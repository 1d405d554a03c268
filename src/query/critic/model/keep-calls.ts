import { TrellisError } from '../../../errors.ts';
import type { CallBudget } from '../../../models/budget.ts';

/**
 * Returns a budget that spends from `budget` but leaves its last `kept` calls to others. `used` counts what was spent
 * through it. `spend` throws `TRELLIS_MODEL_BUDGET_EXCEEDED` when nothing but the kept calls is left.
 */
export function keepCalls(budget: CallBudget, kept: number): CallBudget {
  let used = 0;
  return {
    maxCalls: Math.max(0, budget.maxCalls - kept),
    get used() {
      return used;
    },
    spend() {
      if (budget.maxCalls - budget.used <= kept) {
        throw new TrellisError(
          'TRELLIS_MODEL_BUDGET_EXCEEDED',
          `Of the budget of ${budget.maxCalls} model calls only those for the answer are left (${kept}). Raise CHAT_MAX_CALLS.`,
          { details: { maxCalls: budget.maxCalls, kept } },
        );
      }
      budget.spend();
      used += 1;
    },
  };
}
