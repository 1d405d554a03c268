import neo4j, { type Plan, type Session } from 'neo4j-driver';
import type { Config } from '../config.ts';
import { TrellisError } from '../errors.ts';
import { plainValue } from './source-values.ts';
import { toStoreError } from './store-error.ts';

/** Operators that reach outside the graph's nodes and relationships, or may have effects. */
const REFUSED_OPERATOR =
  /procedure|loadcsv|^(?:create|merge|set|delete|detach|remove|foreach|show|terminate)/iu;

/**
 * Returns the rows of a statement as plain values, nodes and relationships as `{id, name, type}`, after EXPLAIN told
 * that it only reads. It runs in READ mode and no longer than NEO4J_QUERY_TIMEOUT_MS.
 * Throws `TRELLIS_STORE_QUERY_FAILED` and what the store throws.
 */
export async function readGenerated(
  openSession: () => Session,
  config: Config,
  text: string,
  parameters: Readonly<Record<string, unknown>>,
): Promise<Readonly<Record<string, unknown>>[]> {
  const session = openSession();
  const limits = { timeout: config.NEO4J_QUERY_TIMEOUT_MS };
  try {
    const { summary } = await session.run(`EXPLAIN ${text}`, parameters, limits);
    const operator = summary.plan === false ? 'unknown' : refusedOperator(summary.plan);
    if (summary.queryType !== 'r' || operator !== undefined) throw notRead(summary.queryType, operator);
    const { records } = await session.run(text, parameters, limits);
    return records.map((record) =>
      Object.fromEntries(record.keys.map((key) => [String(key), plainResult(record.get(key))])),
    );
  } catch (error) {
    throw toStoreError(error, 'a generated statement');
  } finally {
    session.close().catch(() => undefined); // a lost server cannot say goodbye
  }
}

function refusedOperator({ operatorType, children }: Plan): string | undefined {
  if (REFUSED_OPERATOR.test(operatorType)) return operatorType;
  return children.map(refusedOperator).find((operator) => operator !== undefined);
}

function notRead(queryType: string, operator: string | undefined): TrellisError {
  return new TrellisError(
    'TRELLIS_STORE_QUERY_FAILED',
    `The statement does more than read the graph (${operator ?? `type ${queryType}`}). It was not run.`,
    { details: { queryType, operator } },
  );
}

function plainResult(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plainResult);
  if (neo4j.isNode(value)) {
    const { id, name, type } = value.properties;
    return { id, name, type };
  }
  if (neo4j.isRelationship(value)) return { type: value.type };
  return plainValue(value);
}
