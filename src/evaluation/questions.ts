import { parse } from 'csv-parse/sync';
import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import { TrellisError } from '../errors.ts';
import { readCragRows } from './crag-rows.ts';
import { readJsonLines, readText } from './read-json-lines.ts';
import type { Suite } from './suite.ts';

const IdSchema = Type.Union([Type.String(), Type.Number()]);
const ids = Type.Array(IdSchema, { minItems: 1 });

const SkbQuestionSchema = Type.Object({
  id: IdSchema,
  query: Type.String({ minLength: 1 }),
  answer_ids: ids,
});
const PassageQuestionSchema = Type.Object({
  id: IdSchema,
  question: Type.String({ minLength: 1 }),
  answer: Type.Optional(Type.String()),
  aliases: Type.Optional(Type.Array(Type.String())),
  supporting: ids,
});
const ExpectedSchema = Type.Object({
  document: Type.String(),
  page: Type.Optional(Type.Integer({ minimum: 1 })),
  text: Type.Optional(Type.String()),
});
const DocumentQuestionSchema = Type.Object({
  id: IdSchema,
  doc: Type.Optional(Type.String()),
  question: Type.String({ minLength: 1 }),
  answer: Type.Optional(Type.String()),
  aliases: Type.Optional(Type.Array(Type.String())),
  evidence_page: Type.Optional(Type.Integer({ minimum: 1 })),
  expected: Type.Optional(Type.Array(ExpectedSchema, { minItems: 1 })),
});

/** A question with what is right. `relevant` holds ids as a run gives them: external ids, passage ids, or `document#page`. */
export interface SuiteQuestion {
  readonly id: string;
  readonly question: string;
  readonly relevant: readonly string[];
  /** Right answers in words, best first; empty when the suite has none. */
  readonly answers: readonly string[];
  /** Names of the only documents that this question may be answered from; absent: all. */
  readonly documents?: readonly string[];
}

/** Returns the id under which a page of a document counts. Without a page any page of the document is meant. */
export function pageId(document: string, page: number | undefined): string {
  return page === undefined ? document : `${document}#${page}`;
}

/** How a question file is written, where it is not our own form. */
export type QuestionFormat = 'crag';

/**
 * Returns the questions of a `.csv` or `.jsonl` file. Throws `TRELLIS_EVAL_SUITE_INVALID` naming file and row,
 * also for a repeated id.
 */
export async function parseQuestions(
  path: string,
  kind: Suite['kind'],
  format?: QuestionFormat,
): Promise<SuiteQuestion[]> {
  const questions = format === 'crag' ? await readCrag(path) : await readKind(path, kind);
  const seen = new Set<string>();
  for (const { id } of questions) {
    if (seen.has(id)) throw invalid(path, `question id ${id} stands there twice`);
    seen.add(id);
  }
  if (questions.length === 0) throw invalid(path, 'it holds no question');
  return questions;
}

/** CRAG names no page that holds the answer, so only answers are scored. */
async function readCrag(path: string): Promise<SuiteQuestion[]> {
  const questions: SuiteQuestion[] = [];
  for await (const { id, question, answers, pages } of readCragRows(path)) {
    const documents = pages.length === 0 ? {} : { documents: pages.map(({ name }) => name) };
    questions.push({ id, question, relevant: [], answers, ...documents });
  }
  return questions;
}

async function readKind(path: string, kind: Suite['kind']): Promise<SuiteQuestion[]> {
  if (kind === 'skb') return (await readRows(path, SkbQuestionSchema)).map(fromSkb);
  if (kind === 'passages') return (await readRows(path, PassageQuestionSchema)).map(fromPassages);
  return (await readRows(path, DocumentQuestionSchema)).map((row) => fromDocuments(row, path));
}

async function readRows<
  T extends typeof SkbQuestionSchema | typeof PassageQuestionSchema | typeof DocumentQuestionSchema,
>(path: string, schema: T): Promise<Static<T>[]> {
  if (!path.endsWith('.csv')) return await readJsonLines(path, schema);
  const rows = parse(await readText(path), { columns: true, skip_empty_lines: true }) as Record<
    string,
    string
  >[];
  return rows.map((row, index) => {
    const value = Object.fromEntries(Object.entries(row).map(([name, cell]) => [name, readCell(name, cell)]));
    const [problem] = Value.Errors(schema, value);
    if (problem === undefined) return value as Static<T>;
    throw invalid(path, `row ${index + 1}: ${problem.instancePath || '/'} ${problem.message}`);
  });
}

/** Cells hold text, but for lists (written as JSON) and page numbers. */
function readCell(name: string, cell: string): unknown {
  if (/^(answer_ids|supporting|aliases|expected)$/.test(name)) {
    try {
      return JSON.parse(cell) as unknown;
    } catch {
      return cell;
    }
  }
  return name === 'evidence_page' && /^\d+$/.test(cell) ? Number(cell) : cell;
}

function fromSkb(row: Static<typeof SkbQuestionSchema>): SuiteQuestion {
  return { id: String(row.id), question: row.query, relevant: unique(row.answer_ids), answers: [] };
}

function fromPassages(row: Static<typeof PassageQuestionSchema>): SuiteQuestion {
  return {
    id: String(row.id),
    question: row.question,
    relevant: unique(row.supporting),
    answers: answersOf(row),
  };
}

function fromDocuments(row: Static<typeof DocumentQuestionSchema>, path: string): SuiteQuestion {
  const expected =
    row.expected?.map(({ document, page }) => pageId(document, page)) ??
    (row.doc === undefined ? [] : [pageId(row.doc, row.evidence_page)]);
  if (expected.length === 0) throw invalid(path, `question ${row.id} names neither "doc" nor "expected"`);
  return { id: String(row.id), question: row.question, relevant: unique(expected), answers: answersOf(row) };
}

function answersOf({ answer, aliases }: { answer?: string; aliases?: string[] }): string[] {
  return answer === undefined ? [] : [answer, ...(aliases ?? [])];
}

function unique(values: readonly (string | number)[]): string[] {
  return [...new Set(values.map(String))];
}

function invalid(path: string, what: string): TrellisError {
  return new TrellisError('TRELLIS_EVAL_SUITE_INVALID', `${path}: ${what}.`, { details: { file: path } });
}
