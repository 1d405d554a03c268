import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import { TrellisError } from '../errors.ts';
import { parseQuestions, type QuestionFormat, type SuiteQuestion } from './questions.ts';
import { readJsonLines } from './read-json-lines.ts';

const SuiteFileSchema = Type.Object({
  name: Type.String({ minLength: 1 }),
  kind: Type.Enum(['skb', 'passages', 'documents']),
  files: Type.Record(Type.String(), Type.String()),
  format: Type.Optional(Type.Enum(['crag'])),
  candidates: Type.Optional(Type.Array(Type.String({ minLength: 1 }), { minItems: 1 })),
  made: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
});

const PassageSchema = Type.Object({
  id: Type.Union([Type.String(), Type.Number()]),
  title: Type.Optional(Type.String()),
  text: Type.String(),
});
/** A row of a passage corpus. */
export type Passage = Static<typeof PassageSchema>;

const PageTextsSchema = Type.Object({
  doc: Type.String({ minLength: 1 }),
  title: Type.Optional(Type.String()),
  pages: Type.Array(Type.Object({ page: Type.Integer({ minimum: 1 }), text: Type.String() })),
});
/** A row of a document suite: a document as the texts of its pages. */
export type PageTexts = Static<typeof PageTextsSchema>;

/** What a suite asks about. */
export type SuiteData =
  | { readonly kind: 'skb'; readonly directory: string }
  | { readonly kind: 'passages'; readonly passages: readonly Passage[] }
  | { readonly kind: 'documents'; readonly documents: readonly PageTexts[] }
  | { readonly kind: 'files'; readonly directory: string }
  /** The pages that a CRAG question file brings with its questions. */
  | { readonly kind: 'crag'; readonly path: string };

/** A suite as read from its folder. `digest` covers the data, not the questions. */
export interface Suite {
  readonly name: string;
  readonly kind: 'skb' | 'passages' | 'documents';
  readonly directory: string;
  readonly digest: string;
  readonly data: SuiteData;
  readonly questions: readonly SuiteQuestion[];
  /** How the questions were made, when `eval make` made them: seed, noise, digest of the graph. */
  readonly made?: Readonly<Record<string, unknown>>;
  /** Digest of the questions that are used. */
  readonly questionsDigest: string;
  /** Where the questions' forms stand, when there are any. */
  readonly formsPath: string;
  /** Node types that are ranked, of a graph whose questions ask for some types only; absent: all. */
  readonly candidates?: readonly string[];
  /** How questions are written and answers are scored, where it is not our own way. */
  readonly format?: QuestionFormat;
}

/** Default file names by role, for a `suite.json` that leaves one out. */
const DEFAULT_FILES: Readonly<Record<string, string>> = {
  nodes: 'nodes.jsonl',
  edges: 'edges.jsonl',
  schema: 'schema.json',
  forms: 'questions.forms.jsonl',
  corpus: 'corpus.jsonl',
  documents: 'documents.jsonl',
};

/**
 * Returns the suite in `directory` (a folder with `suite.json`, or that file). `questionFile` replaces its own questions.
 * Throws `TRELLIS_EVAL_SUITE_INVALID` naming file and line.
 */
export async function readSuite(path: string, questionFile?: string): Promise<Suite> {
  const directory = basename(path) === 'suite.json' ? resolve(path, '..') : resolve(path);
  const file = await readSuiteFile(directory);
  const role = (name: string) => join(directory, file.files[name] ?? DEFAULT_FILES[name] ?? `${name}.jsonl`);
  const { kind, format } = file;
  const ownPages = format === 'crag' && !(await hasDocuments(directory, role));
  const data: SuiteData = ownPages
    ? { kind: 'crag', path: role('questions') }
    : await readData(kind, directory, role);
  const questionsPath = questionFile === undefined ? role('questions') : resolve(questionFile);
  return {
    name: file.name,
    kind,
    directory,
    digest: await digestOf(data, role),
    data,
    questions: await parseQuestions(questionsPath, kind, format),
    questionsDigest: await digestOfFile(questionsPath),
    formsPath: role('forms'),
    ...(format === undefined ? {} : { format }),
    ...(file.made === undefined ? {} : { made: file.made }),
    ...(file.candidates === undefined ? {} : { candidates: file.candidates }),
  };
}

async function readSuiteFile(directory: string): Promise<Static<typeof SuiteFileSchema>> {
  const path = join(directory, 'suite.json');
  let parsed: unknown;
  try {
    parsed = JSON.parse(await readFile(path, 'utf8'));
  } catch (cause) {
    throw new TrellisError(
      'TRELLIS_EVAL_SUITE_INVALID',
      `${path} cannot be read as JSON. A suite is a folder with suite.json.`,
      {
        cause,
        details: { file: path },
      },
    );
  }
  const [problem] = Value.Errors(SuiteFileSchema, parsed);
  if (problem === undefined) return parsed as Static<typeof SuiteFileSchema>;
  throw new TrellisError(
    'TRELLIS_EVAL_SUITE_INVALID',
    `${path}: ${problem.instancePath || '/'} ${problem.message}.`,
    {
      details: { file: path },
    },
  );
}

async function readData(
  kind: Suite['kind'],
  directory: string,
  role: (name: string) => string,
): Promise<SuiteData> {
  if (kind === 'skb') return { kind, directory };
  if (kind === 'passages') return { kind, passages: await readJsonLines(role('corpus'), PassageSchema) };
  const files = join(directory, 'files');
  if (await isDirectory(files)) return { kind: 'files', directory: files };
  return { kind, documents: await readJsonLines(role('documents'), PageTextsSchema) };
}

async function hasDocuments(directory: string, role: (name: string) => string): Promise<boolean> {
  return (await isDirectory(join(directory, 'files'))) || (await isFile(role('documents')));
}

async function isFile(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isFile() ?? false;
}

async function isDirectory(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}

async function digestOf(data: SuiteData, role: (name: string) => string): Promise<string> {
  const hash = createHash('sha256').update(data.kind);
  const paths =
    data.kind === 'skb'
      ? [role('nodes'), role('edges'), role('schema')]
      : data.kind === 'passages'
        ? [role('corpus')]
        : data.kind === 'documents'
          ? [role('documents')]
          : data.kind === 'crag'
            ? [data.path]
            : (await readdir(data.directory)).sort().map((name) => join(data.directory, name));
  for (const path of paths) await hashFile(hash, path);
  return hash.digest('hex').slice(0, 12);
}

async function digestOfFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  await hashFile(hash, path);
  return hash.digest('hex').slice(0, 12);
}

/** By pieces: a file of questions with their pages may have gigabytes. */
async function hashFile(hash: Hash, path: string): Promise<void> {
  try {
    for await (const piece of createReadStream(path)) hash.update(piece as Buffer);
  } catch (cause) {
    throw new TrellisError('TRELLIS_EVAL_SUITE_INVALID', `${path} is missing or cannot be read.`, {
      cause,
      details: { file: path },
    });
  }
}
