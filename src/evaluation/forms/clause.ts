import type { Step } from '../../query/graph/graph-reader.ts';

/** How a value is compared. `has`: the property's list holds the value. */
export const OPERATORS = ['has', '==', '>=', '<=', '>', '<'] as const;
/** One of `OPERATORS`. */
export type Operator = (typeof OPERATORS)[number];

/** One condition on the nodes that answer a question. Steps of a path lead from the entity to the answer. */
export type Clause =
  | { readonly kind: 'path'; readonly entity: string; readonly steps: readonly Step[] }
  | {
      readonly kind: 'and';
      readonly type: string;
      readonly clauses: readonly Clause[];
      readonly steps: readonly Step[];
    }
  | {
      readonly kind: 'prop';
      readonly key: string;
      readonly operator: Operator;
      readonly value: string | number;
    }
  | { readonly kind: 'text'; readonly pattern: string }
  | { readonly kind: 'not'; readonly clause: Clause }
  | { readonly kind: 'ids'; readonly names: readonly string[] }
  /** Seen from the answer. */
  | { readonly kind: 'count'; readonly step: Step; readonly operator: Operator; readonly value: number }
  | { readonly kind: 'argmax' | 'argmin'; readonly step: Step };

/** What a list of a form file is not; the message says what was expected. */
export class ClauseProblem extends Error {}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

function parseStep(raw: unknown): Step {
  if (isText(raw) && raw.length > 1 && (raw[0] === '<' || raw[0] === '>')) {
    return { relation: raw.slice(1), direction: raw[0] === '>' ? 'out' : 'in' };
  }
  throw new ClauseProblem(`${JSON.stringify(raw)} is no step: ">relation" or "<relation"`);
}

function parseOperator(raw: unknown): Operator {
  const known = OPERATORS.find((operator) => operator === raw);
  if (known !== undefined) return known;
  throw new ClauseProblem(`${JSON.stringify(raw)} is none of ${OPERATORS.join(' ')}`);
}

function textOf(raw: unknown): string {
  if (isText(raw)) return raw;
  throw new ClauseProblem(`${JSON.stringify(raw)} should be a text`);
}

function listOf(raw: unknown): readonly unknown[] {
  if (Array.isArray(raw)) return raw;
  throw new ClauseProblem(`${JSON.stringify(raw)} should be a list`);
}

function textOrNumber(raw: unknown): string | number {
  if (typeof raw === 'number' || isText(raw)) return raw;
  throw new ClauseProblem(`${JSON.stringify(raw)} should be a text or a number`);
}

function numberOf(raw: unknown): number {
  if (typeof raw === 'number') return raw;
  throw new ClauseProblem(`${JSON.stringify(raw)} should be a number`);
}

/**
 * Returns a clause from its list form: `["path", entity, step, …]`, `["and", type, [clause, …], step, …]`,
 * `["prop", key, operator, value]`, `["text", pattern]`, `["not", clause]`, `["ids", [name, …]]`,
 * `["count", step, operator, number]`, `["argmax" | "argmin", step]`. Throws `ClauseProblem` for anything else.
 */
export function parseClause(raw: unknown): Clause {
  const [kind, first, second, third, ...rest] = listOf(raw);
  switch (kind) {
    case 'path':
      return { kind, entity: textOf(first), steps: listOf(raw).slice(2).map(parseStep) };
    case 'and': {
      const steps = third === undefined ? [] : [third, ...rest].map(parseStep);
      return { kind, type: textOf(first), clauses: listOf(second).map(parseClause), steps };
    }
    case 'prop':
      return { kind, key: textOf(first), operator: parseOperator(second), value: textOrNumber(third) };
    case 'text':
      return { kind, pattern: textOf(first) };
    case 'not':
      return { kind, clause: parseClause(first) };
    case 'ids':
      return { kind, names: listOf(first).map(textOf) };
    case 'count':
      return { kind, step: parseStep(first), operator: parseOperator(second), value: numberOf(third) };
    case 'argmax':
    case 'argmin':
      return { kind, step: parseStep(first) };
    default:
      throw new ClauseProblem(`${JSON.stringify(kind)} is no kind of clause`);
  }
}

const writeStep = ({ relation, direction }: Step): string => `${direction === 'out' ? '>' : '<'}${relation}`;

/** Returns the list form that `parseClause` reads. */
export function writeClause(clause: Clause): readonly unknown[] {
  switch (clause.kind) {
    case 'path':
      return [clause.kind, clause.entity, ...clause.steps.map(writeStep)];
    case 'and':
      return [clause.kind, clause.type, clause.clauses.map(writeClause), ...clause.steps.map(writeStep)];
    case 'prop':
      return [clause.kind, clause.key, clause.operator, clause.value];
    case 'text':
      return [clause.kind, clause.pattern];
    case 'not':
      return [clause.kind, writeClause(clause.clause)];
    case 'ids':
      return [clause.kind, clause.names];
    case 'count':
      return [clause.kind, writeStep(clause.step), clause.operator, clause.value];
    default:
      return [clause.kind, writeStep(clause.step)];
  }
}
