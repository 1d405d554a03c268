import type { Static, TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { TrellisError } from '../errors.ts';
import { parseModelJson } from './parse-json.ts';

const MOST_PROBLEMS = 8;

/**
 * Returns the value in a model's answer, checked against `schema`. Throws `TRELLIS_MODEL_OUTPUT_INVALID` with
 * `details.reason`: `cut` (also when `truncated` and nothing whole can be read), `empty`, `no_json`, or `schema` with `details.problems`.
 */
export function checkAnswer<T extends TSchema>(text: string, truncated: boolean, schema: T): Static<T> {
  const value = readValue(text, truncated);
  if (Value.Check(schema, value)) return value as Static<T>;
  const problems = [...Value.Errors(schema, value)]
    .slice(0, MOST_PROBLEMS)
    .map(
      ({ instancePath, message }) => `${instancePath === '' ? 'the whole answer' : instancePath} ${message}`,
    );
  throw new TrellisError(
    'TRELLIS_MODEL_OUTPUT_INVALID',
    `The model's answer does not match what was asked for: ${problems.join('; ')}.`,
    { details: { reason: truncated ? 'cut' : 'schema', problems } },
  );
}

function readValue(text: string, truncated: boolean): object {
  try {
    return parseModelJson(text);
  } catch (error) {
    if (!truncated || !(error instanceof TrellisError)) throw error;
    throw new TrellisError(
      'TRELLIS_MODEL_OUTPUT_INVALID',
      "The model's answer was cut at the token limit. Allow more output tokens or ask for less at once.",
      { details: { reason: 'cut' }, cause: error },
    );
  }
}

/** Returns what to tell the model about an unusable answer; undefined when asking again would not help. */
export function describeProblems(error: unknown): string | undefined {
  if (!(error instanceof TrellisError) || error.code !== 'TRELLIS_MODEL_OUTPUT_INVALID') return undefined;
  const { reason, problems } = error.details;
  if (reason === 'cut') return undefined;
  return Array.isArray(problems) ? problems.join('\n') : error.message;
}
