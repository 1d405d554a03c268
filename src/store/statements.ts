import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { TrellisError } from '../errors.ts';

/** Folder of every statement, at the top of the project. */
export const CYPHER_FOLDER = join(import.meta.dirname, '..', '..', 'cypher');

/** `read/<file>`, `write/<file>` or `schema/<file>`, without the extension. */
export type StatementName = `${'read' | 'write' | 'schema'}/${string}`;

/** What a header may call a parameter. `map` values are given to Neo4j as they are, whole numbers as integers. */
export const PARAMETER_TYPES = [
  'string',
  'integer',
  'float',
  'boolean',
  'map',
  'list<string>',
  'list<integer>',
  'list<float>',
  'list<map>',
] as const;
export type ParameterType = (typeof PARAMETER_TYPES)[number];

/** A declared parameter; `optional` (a `?` behind the type) lets it be null. */
export interface ParameterDeclaration {
  readonly type: ParameterType;
  readonly optional: boolean;
}

/** One Cypher file: what its header declares, and the text that runs. */
export interface Statement {
  readonly name: StatementName;
  readonly purpose: string;
  readonly parameters: ReadonlyMap<string, ParameterDeclaration>;
  /** Column names in order; empty when the statement returns nothing. */
  readonly returns: readonly string[];
  /** Without the comments at its head. */
  readonly text: string;
}

function fail(name: string, problem: string): never {
  throw new TrellisError('TRELLIS_STORE_STATEMENT_INVALID', `cypher/${name}.cypher: ${problem}.`, {
    details: { statement: name, problem },
  });
}

/** Comment lines at the head, joined by field: a line that opens no field continues the one before. */
function readHeader(source: string): { fields: Map<string, string>; text: string } {
  const lines = source.split(/\r?\n/u);
  const end = lines.findIndex((line) => !line.startsWith('//') && line.trim() !== '');
  const fields = new Map<string, string>();
  let current = '';
  for (const line of lines.slice(0, end === -1 ? lines.length : end)) {
    const content = line.replace(/^\/\/ ?/u, '');
    const opening = /^(purpose|params|returns):(.*)$/u.exec(content);
    if (opening !== null) current = opening[1] ?? '';
    const part = (opening?.[2] ?? content).trim();
    if (current !== '') fields.set(current, `${fields.get(current) ?? ''} ${part}`.trim());
  }
  return { fields, text: end === -1 ? '' : lines.slice(end).join('\n').trim().replace(/;$/u, '') };
}

function readParameters(name: string, field: string): Map<string, ParameterDeclaration> {
  const parameters = new Map<string, ParameterDeclaration>();
  if (field === 'none') return parameters;
  for (const part of field.split(',')) {
    const match = /^\$(\w+) ([a-z<>]+)(\??)(?: .*)?$/u.exec(part.trim());
    const type = PARAMETER_TYPES.find((known) => known === match?.[2]);
    if (match === null || type === undefined) {
      fail(name, `"${part.trim()}" is not "$name type" with a type of ${PARAMETER_TYPES.join(', ')}`);
    }
    parameters.set(match[1] ?? '', { type, optional: match[3] === '?' });
  }
  return parameters;
}

/** Parameter names that a statement uses, without what stands in strings, quoted names and comments. */
function usedParameters(text: string): Set<string> {
  const code = text.replace(/'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*"|`[^`]*`|\/\/[^\n]*|\/\*[\s\S]*?\*\//gu, ' ');
  return new Set([...code.matchAll(/\$([A-Za-z_]\w*)/gu)].map((match) => match[1] ?? ''));
}

/**
 * Returns the statement that `source` holds. The header names `purpose`, `params` (`none`, or `$name type` separated
 * by commas; a note may follow the type) and `returns` (`none`, or the columns). Throws
 * `TRELLIS_STORE_STATEMENT_INVALID` when a field is missing or declared and used parameters differ.
 */
export function parseStatement(name: StatementName, source: string): Statement {
  const { fields, text } = readHeader(source);
  for (const field of ['purpose', 'params', 'returns']) {
    if ((fields.get(field) ?? '') === '') fail(name, `its header lacks "// ${field}:"`);
  }
  if (text === '') fail(name, 'it holds no statement');
  const parameters = readParameters(name, fields.get('params') ?? '');
  const used = usedParameters(text);
  for (const parameter of used) {
    if (!parameters.has(parameter)) fail(name, `$${parameter} is used and not declared`);
  }
  for (const parameter of parameters.keys()) {
    if (!used.has(parameter)) fail(name, `$${parameter} is declared and not used`);
  }
  const returns = fields.get('returns') ?? '';
  const columns =
    returns === 'none' ? [] : returns.split(',').map((column) => column.trim().split(' ')[0] ?? '');
  return { name, purpose: fields.get('purpose') ?? '', parameters, returns: columns, text };
}

/** Returns every statement of `folder`, by name, in the order of their names. Errors as `parseStatement`. */
export function loadStatements(folder: string = CYPHER_FOLDER): ReadonlyMap<StatementName, Statement> {
  const statements = new Map<StatementName, Statement>();
  for (const kind of ['schema', 'read', 'write'] as const) {
    const files = readdirSync(join(folder, kind)).filter((file) => file.endsWith('.cypher'));
    for (const file of files.sort()) {
      const name: StatementName = `${kind}/${file.slice(0, -'.cypher'.length)}`;
      statements.set(name, parseStatement(name, readFileSync(join(folder, kind, file), 'utf8')));
    }
  }
  return statements;
}
