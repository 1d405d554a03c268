import { stat } from 'node:fs/promises';
import { Type } from 'typebox';
import { TrellisError } from '../../errors.ts';
import { readJsonLines } from '../read-json-lines.ts';
import { type Clause, ClauseProblem, parseClause } from './clause.ts';

/** Fields of `questions.forms.jsonl` that are read; others are left alone. */
const FormRow = Type.Object({
  id: Type.Union([Type.String(), Type.Number()]),
  query: Type.String({ minLength: 1 }),
  answer_type: Type.String({ minLength: 1 }),
  kind: Type.Optional(Type.String()),
  spec: Type.Array(Type.Unknown()),
});

/** What a question means: the type of its answers and every condition on them. */
export interface GoldForm {
  readonly id: string;
  readonly question: string;
  readonly answerType: string;
  readonly kind: string;
  readonly clauses: readonly Clause[];
}

/**
 * Returns the forms of a file by question id; undefined when there is no such file.
 * Throws `TRELLIS_EVAL_SUITE_INVALID` naming the row that cannot be read.
 */
export async function readForms(path: string): Promise<ReadonlyMap<string, GoldForm> | undefined> {
  if (!((await stat(path).catch(() => undefined))?.isFile() ?? false)) return undefined;
  const rows = await readJsonLines(path, FormRow);
  return new Map(
    rows.map((row) => {
      const id = String(row.id);
      const { query: question, answer_type: answerType, kind = '' } = row;
      return [id, { id, question, answerType, kind, clauses: clausesOf(row.spec, path, id) }];
    }),
  );
}

function clausesOf(spec: readonly unknown[], path: string, id: string): Clause[] {
  try {
    return spec.map(parseClause);
  } catch (cause) {
    if (!(cause instanceof ClauseProblem)) throw cause;
    throw new TrellisError('TRELLIS_EVAL_SUITE_INVALID', `${path}: form ${id}: ${cause.message}.`, {
      details: { file: path, id },
      cause,
    });
  }
}

/** Names that the form's paths start from. `denied`: those inside a `not`. */
export function entitiesOf(clauses: readonly Clause[]): {
  readonly stated: string[];
  readonly denied: string[];
} {
  const stated: string[] = [];
  const denied: string[] = [];
  const visit = (clause: Clause, list: string[]): void => {
    if (clause.kind === 'path') list.push(clause.entity);
    if (clause.kind === 'and') for (const inner of clause.clauses) visit(inner, list);
    if (clause.kind === 'not') visit(clause.clause, denied);
  };
  for (const clause of clauses) visit(clause, stated);
  return { stated: [...new Set(stated)], denied: [...new Set(denied)] };
}
