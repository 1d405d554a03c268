import { Ajv, type ErrorObject } from 'ajv';
import type { FastifyInstance } from 'fastify';
import { TrellisError } from '../errors.ts';

const strictChecks = { allErrors: true, removeAdditional: false, useDefaults: false } as const;

/**
 * Makes `app` check bodies exactly as their schema says: no coercion, no silent dropping of unknown fields
 * (Fastify's own defaults do both). Query strings and path parameters are text, so scalars are coerced there.
 */
export function useStrictValidation(app: FastifyInstance): void {
  const body = new Ajv({ ...strictChecks, coerceTypes: false });
  const text = new Ajv({ ...strictChecks, coerceTypes: true });
  app.setValidatorCompiler(({ schema, httpPart }) => {
    const check = (httpPart === 'body' ? body : text).compile(schema as object);
    return (data: unknown) =>
      check(data) ? { value: data } : { error: invalid(httpPart ?? 'request', check.errors ?? []) };
  });
}

function invalid(part: string, errors: readonly ErrorObject[]): TrellisError {
  const problems = errors.map((error) => {
    const extra = (error.params as { additionalProperty?: string }).additionalProperty;
    return `${error.instancePath || '/'} ${error.message ?? 'is wrong'}${extra === undefined ? '' : `: ${extra}`}`;
  });
  return new TrellisError(
    'TRELLIS_HTTP_BODY_INVALID',
    `The ${part} is not valid: ${problems.join('; ')}. See /docs.`,
    {
      details: { part, problems },
    },
  );
}
