import { isUsableName } from '../../domain/graph-names.ts';
import type { SkbSchema } from './skb-schema.ts';

/** A node of `nodes.jsonl` after its checks. */
export interface SkbNode {
  readonly id: string;
  readonly type: string;
  /** White space collapsed; not empty. */
  readonly name: string;
  /** May be empty. */
  readonly text: string;
  readonly properties: Readonly<Record<string, unknown>>;
}

/** An edge of `edges.jsonl` after the checks that need no other row. */
export interface SkbEdge {
  readonly source: string;
  readonly relation: string;
  readonly target: string;
}

/** Longest id, in characters: index keys of Neo4j end at 8 kB. */
export const MAX_ID_LENGTH = 500;
/** Longest name of an entity, in characters, for the same reason. */
export const MAX_ENTITY_NAME_LENGTH = 1000;

/** A row, or what is wrong with it. */
export type Checked<T> = { readonly row: T } | { readonly problems: readonly string[] };

function parseObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}

function idOf(value: unknown): string | null {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return String(value);
  if (typeof value !== 'string') return null;
  return value.trim() === '' || value.length > MAX_ID_LENGTH ? null : value;
}

const ID_RULE = `must be a whole number or a text of 1 to ${MAX_ID_LENGTH} characters`;

function nameOf(value: unknown): string {
  if (typeof value !== 'string') return '';
  const name = value.replace(/[\p{Cc}\s]+/gu, ' ').trim();
  return name.length > MAX_ENTITY_NAME_LENGTH ? '' : name;
}

function typeProblem(type: unknown, schema: SkbSchema): string | null {
  if (typeof type !== 'string') return 'type must be a text';
  return schema.types.has(type) ? null : `type ${JSON.stringify(type.slice(0, 100))} is not in schema.json`;
}

function propertyProblems(properties: unknown): string[] {
  if (properties === undefined || properties === null) return [];
  if (typeof properties !== 'object' || Array.isArray(properties)) return ['properties must be an object'];
  return Object.keys(properties)
    .filter((key) => !isUsableName(key))
    .map((key) => `property name ${JSON.stringify(key.slice(0, 50))} cannot be used`);
}

/** Returns the node of a line, or every problem of it that the line alone shows. */
export function parseNode(line: string, schema: SkbSchema): Checked<SkbNode> {
  const raw = parseObject(line);
  if (raw === null) return { problems: ['is not a JSON object'] };
  const id = idOf(raw['id']);
  const name = nameOf(raw['name']);
  const type = typeProblem(raw['type'], schema);
  const text = raw['text'] ?? '';
  const problems = [
    ...(id === null ? [`id ${ID_RULE}`] : []),
    ...(type === null ? [] : [type]),
    ...(name === '' ? [`name must be a text of 1 to ${MAX_ENTITY_NAME_LENGTH} characters`] : []),
    ...(typeof text === 'string' ? [] : ['text must be a text']),
    ...propertyProblems(raw['properties']),
  ];
  if (id === null || problems.length > 0) return { problems };
  const properties = (raw['properties'] ?? {}) as Record<string, unknown>;
  return { row: { id, type: raw['type'] as string, name, text: text as string, properties } };
}

/** Returns the edge of a line, or every problem of it that the line alone shows. */
export function parseEdge(line: string, schema: SkbSchema): Checked<SkbEdge> {
  const raw = parseObject(line);
  if (raw === null) return { problems: ['is not a JSON object'] };
  const source = idOf(raw['source']);
  const target = idOf(raw['target']);
  const relation = raw['relation'];
  const known = typeof relation === 'string' && schema.relations.has(relation);
  const problems = [
    ...(source === null ? [`source ${ID_RULE}`] : []),
    ...(target === null ? [`target ${ID_RULE}`] : []),
    ...(known ? [] : [`relation ${String(JSON.stringify(relation)).slice(0, 100)} is not in schema.json`]),
  ];
  if (source === null || target === null || !known) return { problems };
  return { row: { source, relation, target } };
}
