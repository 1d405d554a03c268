import type { Static, TSchema } from 'typebox';
import type { Trace } from '../../../domain/trace.ts';
import { TrellisError } from '../../../errors.ts';
import type { CallBudget } from '../../../models/budget.ts';
import type { Chat } from '../../../models/chat.ts';
import type { Prompts } from '../../../models/prompts.ts';
import { keepCalls } from './keep-calls.ts';

/** What one question may spend, and where it is written down. */
export interface CriticTurn {
  readonly budget: CallBudget;
  readonly trace: Trace;
  readonly signal?: AbortSignal | undefined;
}

/** The model behind the critic's roles. */
export interface CriticModel {
  readonly chat: Pick<Chat, 'structured'>;
  readonly prompts: Prompts;
  /** Calls of the question's budget that are left for writing the answer. */
  readonly keptCalls?: number;
}

/** One structured question to the model. */
export interface CriticTask<T extends TSchema> {
  /** Step of the trace. */
  readonly step: 'route' | 'validate' | 'comment';
  readonly prompt: string;
  readonly inputs: Readonly<Record<string, string>>;
  readonly schema: T;
}

/** A checked answer with the calls it took; undefined when there is none. */
export type CriticCall = <T extends TSchema>(
  task: CriticTask<T>,
  turn: CriticTurn,
) => Promise<{ readonly value: Static<T>; readonly calls: number } | undefined>;

/** The answer and one repetition of it. */
const KEPT_FOR_ANSWER = 2;
/** Our answers need at most 300; the rest is room for a model that reasons before it answers. */
const MAX_TOKENS = 1_500;

/** What went wrong, in words; `down`: the same service would fail or wait again within this question. */
const FAULTS: Readonly<Record<string, { readonly note: string; readonly down: boolean }>> = {
  TRELLIS_MODEL_OUTPUT_INVALID: { note: 'the model answered in no usable form', down: false },
  TRELLIS_MODEL_REFUSED: { note: 'the model refused', down: false },
  TRELLIS_MODEL_PROMPT_TOO_LONG: { note: 'the prompt is too long for the model', down: false },
  TRELLIS_MODEL_BUDGET_EXCEEDED: { note: 'no model call is left for it', down: false },
  TRELLIS_MODEL_RATE_LIMITED: { note: 'the model asks to slow down', down: true },
  TRELLIS_MODEL_TIMEOUT: { note: 'the model did not answer in time', down: true },
  TRELLIS_MODEL_UNAVAILABLE: { note: 'the model could not be reached', down: true },
};

/**
 * Returns the one way in which the critic's roles ask their model. Any fault of model or service ends in undefined and a
 * note in the trace with the calls it took, for the symbolic result stands; after a service failed it is not asked again
 * for the same question (the same budget). Thrown are only the caller's own abort and faults of the program.
 */
export function createCriticCall({ chat, prompts, keptCalls = KEPT_FOR_ANSWER }: CriticModel): CriticCall {
  const down = new WeakSet<CallBudget>();
  return async (task, turn) => {
    const { budget, trace, signal } = turn;
    if (down.has(budget)) {
      trace.add(task.step, 'the model is not asked: it failed before', { by: 'model', calls: 0 });
      return undefined;
    }
    const spending = keepCalls(budget, keptCalls);
    const prompt = prompts.render(task.prompt, task.inputs);
    const limits = { maxTokens: MAX_TOKENS, temperature: 0, budget: spending };
    const request = { prompt, schema: task.schema, ...limits, ...(signal === undefined ? {} : { signal }) };
    try {
      const { value } = await chat.structured(request);
      return { value, calls: spending.used };
    } catch (error) {
      if (noteFault(error, task.step, spending.used, turn).down) down.add(budget);
      return undefined;
    }
  };
}

/** Writes a fault of a model or its service into the trace and returns it. Throws the caller's abort and every other error. */
export function noteFault(
  error: unknown,
  step: CriticTask<TSchema>['step'],
  calls: number,
  { trace, signal }: CriticTurn,
): { readonly down: boolean } {
  signal?.throwIfAborted();
  const fault = error instanceof TrellisError ? FAULTS[error.code] : undefined;
  if (fault === undefined || !(error instanceof TrellisError)) throw error;
  const { reason } = error.details;
  const data = { by: 'model', calls, code: error.code };
  trace.add(step, fault.note, reason === undefined ? data : { ...data, reason });
  return fault;
}
