import { Type } from 'typebox';
import { TrellisError } from '../../errors.ts';
import { createBudget } from '../../models/budget.ts';
import type { Chat } from '../../models/chat.ts';
import type { Prompts } from '../../models/prompts.ts';

/** Says questions again in natural words; undefined: the question stays as it is. */
export type RewordQuestion = (
  question: string,
  keep: readonly string[],
  signal?: AbortSignal,
) => Promise<string | undefined>;

const AnswerSchema = Type.Object({ question: Type.String({ minLength: 1 }) });
/** One question, and one more try where the model's form was wrong. */
const CALLS = 3;
const MAX_TOKENS = 200;
/** What a model may do wrong with one question without the run ending. */
const BAD_OUTPUT: ReadonlySet<string> = new Set([
  'TRELLIS_MODEL_OUTPUT_INVALID',
  'TRELLIS_MODEL_REFUSED',
  'TRELLIS_MODEL_TIMEOUT',
  'TRELLIS_MODEL_PROMPT_TOO_LONG',
  'TRELLIS_MODEL_BUDGET_EXCEEDED',
]);

const DENIAL = /\b(?:not|n't|no|without|except|excluding|other than|never|nor|lacking)\b|n't\b/iu;
const numbersIn = (text: string): string[] => text.match(/\d+(?:\.\d+)?/gu) ?? [];

/**
 * Returns whether a rewording keeps what can be checked: every text of `keep` letter by letter, the same numbers as
 * often, a denial where there was one, one line, and not much more words.
 */
export function keepsMeaning(question: string, reworded: string, keep: readonly string[]): boolean {
  const sameNumbers = numbersIn(question).sort().join(' ') === numbersIn(reworded).sort().join(' ');
  return (
    keep.every((text) => reworded.includes(text)) &&
    sameNumbers &&
    DENIAL.test(question) === DENIAL.test(reworded) &&
    !/[\r\n]/u.test(reworded.trim()) &&
    reworded.length <= 2 * question.length + 40
  );
}

/**
 * Returns a rewording by a chat model, one to three calls each. A rewording that fails `keepsMeaning`, and an answer
 * that the model refuses or spoils, is dropped. Throws when the model cannot be reached.
 */
export function createRewordQuestion(chat: Chat, prompts: Prompts): RewordQuestion {
  return async (question, keep, signal) => {
    const prompt = prompts.render('reword-question', { question, keep: keep.join('\n') });
    try {
      const { value } = await chat.structured({
        prompt,
        schema: AnswerSchema,
        budget: createBudget(CALLS),
        temperature: 0,
        maxTokens: MAX_TOKENS,
        ...(signal === undefined ? {} : { signal }),
      });
      const reworded = value.question.trim();
      return keepsMeaning(question, reworded, keep) ? reworded : undefined;
    } catch (error) {
      if (error instanceof TrellisError && BAD_OUTPUT.has(error.code)) return undefined;
      throw error;
    }
  };
}
