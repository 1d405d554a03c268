import { createWriteStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { SourceGraph, SourceNode } from '../../store/source-graph.ts';
import { MAX_ENTITY_NAME_LENGTH, MAX_ID_LENGTH } from '../skb/rows.ts';
import { mappingInvalid } from './mapping.ts';
import { keysOf, type ResolvedMapping, type ResolvedNode } from './resolve-mapping.ts';

/** Told after each batch; `total` is what the source counted before. */
export type StageProgress = (phase: 'nodes' | 'edges', done: number, total: number) => void;

interface Staged {
  /** Id in the files and type, by element id. */
  readonly nodes: Map<string, { readonly id: string; readonly type: string }>;
  readonly ids: Set<string>;
  readonly problems: string[];
  /** Types at the ends, by relation name. */
  readonly ends: Map<string, { readonly domain: Set<string>; readonly range: Set<string> }>;
}

/**
 * Writes what a mapping reads of a source into `directory` as `nodes.jsonl`, `edges.jsonl` and `schema.json`. Held in
 * memory: one batch, and two ids for each node. Throws `TRELLIS_IMPORT_MAPPING_INVALID` when an id is missing on a node
 * or stands on two, and what the source throws.
 */
export async function stageSource(
  source: SourceGraph,
  mapping: ResolvedMapping,
  directory: string,
  onProgress: StageProgress = () => undefined,
): Promise<void> {
  const staged: Staged = { nodes: new Map(), ids: new Set(), problems: [], ends: new Map() };
  await writeLines(join(directory, 'nodes.jsonl'), nodeLines(source, mapping, staged, onProgress));
  if (staged.problems.length > 0) throw mappingInvalid(staged.problems);
  await writeLines(join(directory, 'edges.jsonl'), edgeLines(source, mapping, staged, onProgress));
  await writeFile(join(directory, 'schema.json'), `${JSON.stringify(schemaOf(mapping, staged), null, 1)}\n`);
}

async function writeLines(path: string, lines: AsyncGenerator<string>): Promise<void> {
  await pipeline(Readable.from(lines), createWriteStream(path));
}

async function* nodeLines(
  source: SourceGraph,
  mapping: ResolvedMapping,
  staged: Staged,
  onProgress: StageProgress,
): AsyncGenerator<string> {
  const labels = mapping.nodes.map(({ label }) => label);
  const keys = [...new Set(mapping.nodes.flatMap(keysOf))];
  const total = mapping.nodes.reduce((sum, { count }) => sum + count, 0);
  for await (const batch of source.nodes(labels, keys)) {
    const rows = batch.flatMap((node) => takeNode(node, keys, mapping, staged));
    if (rows.length > 0) yield rows.map((row) => `${JSON.stringify(row)}\n`).join('');
    onProgress('nodes', staged.nodes.size, Math.max(total, staged.nodes.size));
  }
}

/** Most problems of nodes that are listed one by one. */
const MAX_PROBLEMS = 100;

function takeNode(
  { elementId, labels, values }: SourceNode,
  keys: readonly string[],
  { nodes }: ResolvedMapping,
  staged: Staged,
): object[] {
  const read = nodes.find(({ label }) => labels.includes(label));
  if (read === undefined) return [];
  const value = (key: string | null): unknown => (key === null ? null : values[keys.indexOf(key)]);
  const own = read.id === null ? elementId : value(read.id);
  const id = `${read.label}:${typeof own === 'string' || typeof own === 'number' ? own : ''}`;
  const problem = idProblem(read, own, id, staged);
  if (problem !== null) {
    if (staged.problems.length < MAX_PROBLEMS) staged.problems.push(problem);
    return [];
  }
  staged.ids.add(id);
  staged.nodes.set(elementId, { id, type: read.type });
  return [toRow(read, id, own, value)];
}

function idProblem({ label, id: property }: ResolvedNode, own: unknown, id: string, { ids }: Staged) {
  const usable = (typeof own === 'string' && own.trim() !== '') || typeof own === 'number';
  if (!usable) return `a ${label} has no ${property} to be its id (id: null takes Neo4j's own)`;
  if (id.length > MAX_ID_LENGTH) return `an id of ${label} has more than ${MAX_ID_LENGTH} characters`;
  return ids.has(id) ? `two ${label} nodes have the ${property} ${JSON.stringify(own)}` : null;
}

function toRow(read: ResolvedNode, id: string, own: unknown, value: (key: string | null) => unknown): object {
  const texts = read.text.map((key) => textOf(value(key))).filter((text) => text !== '');
  const aliases = read.aliases.flatMap((key) => [value(key)].flat()).filter((alias) => textOf(alias) !== '');
  const properties: Record<string, unknown> = {};
  for (const [key, as] of read.properties) {
    const given = value(key);
    if (given !== null && given !== undefined) properties[as] = given;
  }
  if (aliases.length > 0) properties['aliases'] = aliases.map(String);
  const name = textOf(value(read.name)).replace(/\s+/gu, ' ').slice(0, MAX_ENTITY_NAME_LENGTH);
  return {
    id,
    type: read.type,
    name: name === '' ? `${read.type} ${String(own)}` : name,
    text: texts.join('\n\n'),
    properties,
  };
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(textOf).filter(Boolean).join(', ');
  return value === null || value === undefined ? '' : String(value).trim();
}

async function* edgeLines(
  source: SourceGraph,
  { relations }: ResolvedMapping,
  staged: Staged,
  onProgress: StageProgress,
): AsyncGenerator<string> {
  const names = new Map(relations.map(({ type, name }) => [type, name]));
  const total = relations.reduce((sum, { count }) => sum + count, 0);
  let done = 0;
  for await (const batch of source.relations([...names.keys()])) {
    const lines = batch.map(({ source: from, type, target: to }) =>
      edgeLine(staged, from, names.get(type), to),
    );
    done += batch.length;
    const text = lines.join('');
    if (text !== '') yield text;
    onProgress('edges', done, Math.max(total, done));
  }
}

/** A relationship whose other end is not imported has no line. */
function edgeLine({ nodes, ends }: Staged, from: string, relation: string | undefined, to: string): string {
  const source = nodes.get(from);
  const target = nodes.get(to);
  if (source === undefined || target === undefined || relation === undefined) return '';
  const own = ends.get(relation) ?? { domain: new Set(), range: new Set() };
  own.domain.add(source.type);
  own.range.add(target.type);
  ends.set(relation, own);
  return `${JSON.stringify({ source: source.id, relation, target: target.id })}\n`;
}

function schemaOf({ name, language, nodes, relations }: ResolvedMapping, { ends }: Staged): object {
  const types = nodes.map(({ type, description }) => [type, description] as const);
  const used = relations.filter((relation) => ends.has(relation.name));
  return {
    name,
    language,
    node_types: Object.fromEntries([...types].reverse()),
    relations: Object.fromEntries(
      used.map((relation) => [
        relation.name,
        {
          domain: [...(ends.get(relation.name)?.domain ?? [])].sort(),
          range: [...(ends.get(relation.name)?.range ?? [])].sort(),
          description: relation.description,
        },
      ]),
    ),
  };
}
