import { copyFile, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import type { Reader, Scope } from '../../domain/access.ts';
import { TrellisError } from '../../errors.ts';
import type { Chat } from '../../models/chat.ts';
import type { Prompts } from '../../models/prompts.ts';
import type { Database } from '../../store/driver.ts';
import { readSkbGraph } from '../forms/skb-graph.ts';
import { readSuite } from '../suite.ts';
import { QUESTION_KINDS } from './draft-forms.ts';
import { exportGraph } from './export-graph.ts';
import { type MadeQuestion, makeQuestions } from './make-questions.ts';
import { createRewordQuestion } from './reword-question.ts';

/** What making suites needs. */
export interface MakeDependencies {
  readonly database: Database;
  readonly scopeOf: (reader: Reader) => Promise<Scope>;
  /** Absent: the words of the rules stay. */
  readonly chat?: Chat;
  readonly prompts: Prompts;
  readonly version: string;
}

/** Which graph is asked about, and how. */
export interface MakeSuiteOptions {
  /** Either the imported graph of a tenant, or a folder with `nodes.jsonl`, `edges.jsonl` and `schema.json`. */
  readonly from: { readonly tenant: string } | { readonly directory: string };
  /** Folder of the suite; must not hold anything. */
  readonly out: string;
  readonly questions: number;
  readonly seed: number;
  /** Share of disturbed questions, 0 to 1. */
  readonly noise: number;
  /** Whether a chat model, when there is one, says the questions again; true. */
  readonly reword?: boolean;
  readonly signal?: AbortSignal;
  readonly onProgress?: (done: number, total: number) => void;
}

/** What was made. */
export interface MadeSuite {
  readonly out: string;
  readonly digest: string;
  readonly seed: number;
  readonly noise: number;
  readonly questions: number;
  readonly reworded: number;
  /** By kind; kinds that the graph does not give are missing. */
  readonly kinds: Readonly<Record<string, number>>;
}

/**
 * Makes an evaluation suite from a graph. Throws `TRELLIS_EVAL_OUT_NOT_EMPTY`, `TRELLIS_EVAL_GRAPH_TOO_SMALL` when the
 * graph gives no question, and what reading the graph throws.
 */
export type MakeSuite = (options: MakeSuiteOptions) => Promise<MadeSuite>;

const GRAPH_FILES = ['nodes.jsonl', 'edges.jsonl', 'schema.json'];

/** Returns the service that makes suites. */
export function createMakeSuite(dependencies: MakeDependencies): MakeSuite {
  return async (options) => {
    const out = resolve(options.out);
    await claimFolder(out);
    try {
      return await fillFolder(out, dependencies, options);
    } catch (error) {
      await emptyFolder(out); // it was empty before
      throw error;
    }
  };
}

async function claimFolder(out: string): Promise<void> {
  await mkdir(out, { recursive: true });
  if ((await readdir(out)).length === 0) return;
  throw new TrellisError('TRELLIS_EVAL_OUT_NOT_EMPTY', `${out} is not empty. Name a new folder with --out.`, {
    details: { out },
  });
}

async function emptyFolder(out: string): Promise<void> {
  for (const name of await readdir(out)) await rm(join(out, name), { recursive: true, force: true });
}

async function fillFolder(
  out: string,
  { database, scopeOf, chat, prompts, version }: MakeDependencies,
  options: MakeSuiteOptions,
): Promise<MadeSuite> {
  const { from, questions, seed, noise, signal, onProgress } = options;
  if ('tenant' in from) {
    await exportGraph(database, await scopeOf({ tenant: from.tenant, groups: 'all' }), out, signal);
  } else {
    for (const file of GRAPH_FILES) await copyGraphFile(from.directory, out, file);
  }
  const reworder = chat === undefined || options.reword === false ? undefined : chat;
  const made = await makeQuestions(await readSkbGraph(out, signal), {
    questions,
    seed,
    noise,
    ...(reworder === undefined ? {} : { reword: createRewordQuestion(reworder, prompts) }),
    ...(signal === undefined ? {} : { signal }),
    ...(onProgress === undefined ? {} : { onProgress }),
  });
  if (made.length === 0) throw tooSmall(from);
  await writeQuestions(out, made);
  const name = `made-${'tenant' in from ? from.tenant : basename(resolve(from.directory))}`;
  const facts = {
    by: `trellis ${version}`,
    seed,
    noise,
    ...(reworder === undefined ? {} : { chat: reworder.id }),
  };
  await writeSuiteFile(out, name, facts);
  const { digest } = await readSuite(out);
  await writeSuiteFile(out, name, { ...facts, digest, questions: made.length });
  const reworded = made.filter((question) => question.reworded).length;
  return { out, digest, seed, noise, questions: made.length, reworded, kinds: countKinds(made) };
}

async function copyGraphFile(directory: string, out: string, file: string): Promise<void> {
  const source = join(directory, file);
  try {
    await copyFile(source, join(out, file));
  } catch (cause) {
    throw new TrellisError(
      'TRELLIS_INGEST_FILE_NOT_FOUND',
      `There is no readable ${source}. --from takes a folder with ${GRAPH_FILES.join(', ')}.`,
      { details: { path: source }, cause },
    );
  }
}

/** A cell in quotes, as RFC 4180 has it. */
const cell = (text: string): string => `"${text.replaceAll('"', '""')}"`;

async function writeQuestions(out: string, made: readonly MadeQuestion[]): Promise<void> {
  const rows = made.map(({ id, query, answer_ids: answers }) =>
    [String(id), cell(query), cell(JSON.stringify(answers))].join(','),
  );
  await writeFile(join(out, 'questions.csv'), ['id,query,answer_ids', ...rows, ''].join('\n'));
  const forms = made.map((question) => `${JSON.stringify(question)}\n`);
  await writeFile(join(out, 'questions.forms.jsonl'), forms.join(''));
}

async function writeSuiteFile(
  out: string,
  name: string,
  made: Readonly<Record<string, unknown>>,
): Promise<void> {
  const files = {
    nodes: 'nodes.jsonl',
    edges: 'edges.jsonl',
    schema: 'schema.json',
    questions: 'questions.csv',
    forms: 'questions.forms.jsonl',
  };
  await writeFile(
    join(out, 'suite.json'),
    `${JSON.stringify({ name, kind: 'skb', files, made }, null, 2)}\n`,
  );
}

function countKinds(made: readonly MadeQuestion[]): Record<string, number> {
  const counts = QUESTION_KINDS.map(
    (kind) => [kind, made.filter((entry) => entry.kind === kind).length] as const,
  );
  return Object.fromEntries(counts.filter(([, count]) => count > 0));
}

function tooSmall(from: MakeSuiteOptions['from']): TrellisError {
  return new TrellisError(
    'TRELLIS_EVAL_GRAPH_TOO_SMALL',
    'The graph gives no question: it has no named nodes that relations join.',
    { details: { ...from } },
  );
}
