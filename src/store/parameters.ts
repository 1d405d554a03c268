import neo4j from 'neo4j-driver';
import { TrellisError } from '../errors.ts';
import type { ParameterDeclaration, Statement } from './statements.ts';

/** Values of a statement's parameters by name, as plain JavaScript. */
export type StatementParameters = Readonly<Record<string, unknown>>;

/** Numbers inside maps: whole ones become integers, except in a list that holds a fraction (an embedding). */
function toNested(value: unknown): unknown {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? neo4j.int(value) : value;
  if (ArrayBuffer.isView(value)) return Array.from(value as unknown as ArrayLike<number>);
  if (Array.isArray(value)) {
    const fractions = value.some((item) => typeof item === 'number' && !Number.isSafeInteger(item));
    return fractions ? value : value.map(toNested);
  }
  if (value !== null && typeof value === 'object') {
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, toNested(item)]));
  }
  return value;
}

function isListLike(value: unknown): value is ArrayLike<unknown> {
  return Array.isArray(value) || ArrayBuffer.isView(value);
}

function isMap(value: unknown): value is object {
  return value !== null && typeof value === 'object' && !isListLike(value);
}

/** Returns the value as the driver takes it, or undefined when it is not of the declared type. */
function convert(value: unknown, type: ParameterDeclaration['type']): unknown {
  if (type.startsWith('list<')) {
    if (!isListLike(value)) return undefined;
    const inner = type.slice('list<'.length, -1) as ParameterDeclaration['type'];
    const items = Array.from(value, (item) => convert(item, inner));
    return items.includes(undefined) ? undefined : items;
  }
  switch (type) {
    case 'string':
      return typeof value === 'string' ? value : undefined;
    case 'boolean':
      return typeof value === 'boolean' ? value : undefined;
    case 'integer':
      return Number.isSafeInteger(value) ? neo4j.int(value as number) : undefined;
    case 'float':
      return typeof value === 'number' ? value : undefined;
    default:
      return isMap(value) ? toNested(value) : undefined;
  }
}

/**
 * Returns the parameters as the driver takes them, whole numbers as Neo4j integers. Throws
 * `TRELLIS_STORE_STATEMENT_INVALID` when one is missing, unknown or of another type than the header declares.
 */
export function toDriverParameters(
  statement: Statement,
  values: StatementParameters,
): Record<string, unknown> {
  const result: Record<string, unknown> = {};
  const fail = (name: string, problem: string): never => {
    throw new TrellisError(
      'TRELLIS_STORE_STATEMENT_INVALID',
      `cypher/${statement.name}.cypher was called with $${name} ${problem}.`,
      { details: { statement: statement.name, parameter: name } },
    );
  };
  for (const name of Object.keys(values)) {
    if (!statement.parameters.has(name)) fail(name, 'that it does not declare');
  }
  for (const [name, { type, optional }] of statement.parameters) {
    const value = values[name];
    const converted = optional && (value === null || value === undefined) ? null : convert(value, type);
    if (converted === undefined) fail(name, value === undefined ? 'missing' : `that is no ${type}`);
    result[name] = converted;
  }
  return result;
}
