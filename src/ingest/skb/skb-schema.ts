import { readFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import { isUsableName } from '../../domain/graph-names.ts';
import { TrellisError } from '../../errors.ts';

const TypeNames = Type.Union([Type.String(), Type.Array(Type.String(), { minItems: 1 })]);

/** `schema.json` as it stands in the folder; other fields are left alone. */
export const SkbSchemaFile = Type.Object({
  name: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
  language: Type.Optional(Type.String({ pattern: '^[a-z]{2,3}$' })),
  node_types: Type.Record(
    Type.String(),
    Type.Union([Type.String(), Type.Object({ description: Type.Optional(Type.String()) })]),
  ),
  relations: Type.Record(
    Type.String(),
    Type.Object({
      domain: Type.Optional(TypeNames),
      range: Type.Optional(TypeNames),
      description: Type.Optional(Type.String()),
    }),
  ),
});

/** What a relation may connect; `null` where the schema leaves it open. */
export interface DeclaredRelation {
  readonly name: string;
  readonly description: string;
  readonly domain: ReadonlySet<string> | null;
  readonly range: ReadonlySet<string> | null;
}

/** The schema of a graph to import. */
export interface SkbSchema {
  /** `name` of the file, else the folder's name. */
  readonly source: string;
  readonly language: string;
  /** Description by node type. */
  readonly types: ReadonlyMap<string, string>;
  readonly relations: ReadonlyMap<string, DeclaredRelation>;
}

/** Language of the texts where `schema.json` names none. */
const DEFAULT_LANGUAGE = 'en';

function invalid(problems: readonly string[], cause?: unknown): TrellisError {
  return new TrellisError(
    'TRELLIS_IMPORT_SCHEMA_INVALID',
    `schema.json cannot be used: ${problems.slice(0, 10).join('; ')}. It needs node_types and relations by name.`,
    { details: { problems }, cause },
  );
}

function typeSet(types: Static<typeof TypeNames> | undefined): ReadonlySet<string> | null {
  if (types === undefined) return null;
  return new Set(typeof types === 'string' ? [types] : types);
}

function problemsOf(schema: Static<typeof SkbSchemaFile>): string[] {
  const names = [...Object.keys(schema.node_types), ...Object.keys(schema.relations)];
  const unusable = names
    .filter((name) => !isUsableName(name))
    .map((name) => `the name ${JSON.stringify(name.slice(0, 50))} cannot be used`);
  const unknown = Object.entries(schema.relations).flatMap(([name, relation]) =>
    [...(typeSet(relation.domain) ?? []), ...(typeSet(relation.range) ?? [])]
      .filter((type) => !Object.hasOwn(schema.node_types, type))
      .map((type) => `relation ${name} names the type ${type}, which is not declared`),
  );
  return [...unusable, ...unknown];
}

/**
 * Returns the checked schema of a folder. `json` is the file's text.
 * Throws `TRELLIS_IMPORT_SCHEMA_INVALID` that lists what is wrong.
 */
export function parseSkbSchema(json: string, directory: string): SkbSchema {
  let raw: unknown;
  try {
    raw = JSON.parse(json.replace(/^\uFEFF/u, ''));
  } catch (error) {
    throw invalid(['it is not JSON'], error);
  }
  if (!Value.Check(SkbSchemaFile, raw)) {
    throw invalid(
      [...Value.Errors(SkbSchemaFile, raw)].map((error) => `${error.instancePath || '/'} ${error.message}`),
    );
  }
  const problems = problemsOf(raw);
  if (problems.length > 0) throw invalid(problems);
  return {
    source: raw.name ?? basename(resolve(directory)),
    language: raw.language ?? DEFAULT_LANGUAGE,
    types: new Map(
      Object.entries(raw.node_types).map(([name, declared]) => [
        name,
        typeof declared === 'string' ? declared : (declared.description ?? ''),
      ]),
    ),
    relations: new Map(
      Object.entries(raw.relations).map(([name, { domain, range, description }]) => [
        name,
        { name, description: description ?? '', domain: typeSet(domain), range: typeSet(range) },
      ]),
    ),
  };
}

/** Returns the schema of a folder and its text. Throws `TRELLIS_INGEST_FILE_NOT_FOUND` where there is none. */
export async function readSkbSchema(directory: string): Promise<{ schema: SkbSchema; json: string }> {
  const path = join(directory, 'schema.json');
  try {
    const json = await readFile(path, 'utf8');
    return { schema: parseSkbSchema(json, directory), json };
  } catch (error) {
    if (error instanceof TrellisError) throw error;
    throw new TrellisError(
      'TRELLIS_INGEST_FILE_NOT_FOUND',
      `There is no readable ${path}. A graph to import has nodes.jsonl, edges.jsonl and schema.json in one folder.`,
      { details: { path }, cause: error },
    );
  }
}
