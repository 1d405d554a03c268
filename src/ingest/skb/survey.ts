import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { GraphSchema } from '../../domain/graph-schema.ts';
import { type AliasKeys, createAliasKeys } from './alias-keys.ts';
import { type Line, readLines } from './read-lines.ts';
import { createRowProblems, type RowProblems } from './row-problems.ts';
import { parseEdge, parseNode, type SkbEdge, type SkbNode } from './rows.ts';
import { readSkbSchema, type SkbSchema } from './skb-schema.ts';
import { createSchemaStatistics, type SchemaStatistics } from './statistics.ts';

/** Part of every digest: raise it when imported rows are shaped otherwise, so that old imports are redone. */
const FORMAT = 1;

/** A node as the survey keeps it; its text is read again when it is written. */
export interface SurveyedNode {
  readonly id: string;
  readonly type: string;
  /** Digest of its own row and of which properties hold names. */
  readonly digest: string;
}

/** An edge to another node: relation as in the file, target by its place in `Survey.nodes`. */
export interface SurveyedEdge {
  readonly relation: string;
  readonly target: number;
}

/** What a folder holds, every row checked. */
export interface Survey {
  readonly directory: string;
  readonly schema: SkbSchema;
  /** Of all three files and the format. */
  readonly digest: string;
  /** SHA-256 of `nodes.jsonl`. */
  readonly nodesSha256: string;
  readonly nodes: readonly SurveyedNode[];
  /** Outgoing edges by place in `nodes`: distinct, sorted by relation and target. */
  readonly edges: readonly (readonly SurveyedEdge[])[];
  readonly edgeCount: number;
  readonly statistics: GraphSchema;
  /** Properties that hold other names, by node type. */
  readonly aliasKeys: ReadonlyMap<string, ReadonlySet<string>>;
}

interface Reading {
  readonly aliasKeys: AliasKeys;
  readonly schema: SkbSchema;
  readonly problems: RowProblems;
  readonly statistics: SchemaStatistics;
  readonly nodes: SurveyedNode[];
  readonly places: Map<string, { readonly place: number; readonly line: number }>;
}

/** Returns the hexadecimal SHA-256 of values, the first 32 digits. */
export function digestOf(...values: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(values)).digest('hex').slice(0, 32);
}

function takeNode(reading: Reading, line: Line): void {
  const checked = parseNode(line.text, reading.schema);
  if ('problems' in checked) {
    for (const problem of checked.problems) reading.problems.add('nodes.jsonl', line.number, problem);
    return;
  }
  const { row } = checked;
  const earlier = reading.places.get(row.id);
  if (earlier !== undefined) {
    const message = `id ${JSON.stringify(row.id)} stands in line ${earlier.line} already`;
    reading.problems.add('nodes.jsonl', line.number, message);
    return;
  }
  reading.places.set(row.id, { place: reading.nodes.length, line: line.number });
  reading.nodes.push({ id: row.id, type: row.type, digest: nodeDigest(row, reading.schema.language) });
  reading.statistics.addNode(row);
  reading.aliasKeys.addNode(row);
}

/** Returns the digest of a node row; equal for rows that are written alike. */
export function nodeDigest(node: SkbNode, language: string): string {
  return digestOf(FORMAT, language, node.type, node.name, node.text, node.properties);
}

/** What an edge breaks that only the nodes show: ends that do not exist or are of another type. */
function edgeProblems(reading: Reading, edge: SkbEdge): string[] {
  const declared = reading.schema.relations.get(edge.relation);
  const ends = [
    ['source', edge.source, declared?.domain ?? null, 'domain'],
    ['target', edge.target, declared?.range ?? null, 'range'],
  ] as const;
  return ends.flatMap(([end, id, types, rule]) => {
    const place = reading.places.get(id)?.place;
    if (place === undefined) return [`${end} ${JSON.stringify(id)} is no node of nodes.jsonl`];
    const type = reading.nodes[place]?.type ?? '';
    if (types === null || types.has(type)) return [];
    return [`${end} is a ${type}, but ${edge.relation} has the ${rule} ${[...types].join(' or ')}`];
  });
}

function takeEdge(reading: Reading, line: Line, edges: Map<string, SurveyedEdge>[]): void {
  const checked = parseEdge(line.text, reading.schema);
  const problems = 'problems' in checked ? checked.problems : edgeProblems(reading, checked.row);
  for (const problem of problems) reading.problems.add('edges.jsonl', line.number, problem);
  if ('problems' in checked || problems.length > 0) return;
  const { source, relation, target } = checked.row;
  const from = reading.places.get(source)?.place ?? 0;
  const to = reading.places.get(target)?.place ?? 0;
  const own = edges[from] ?? new Map<string, SurveyedEdge>();
  edges[from] = own;
  const key = `${to} ${relation}`;
  if (own.has(key)) return;
  own.set(key, { relation, target: to });
  const { nodes, statistics } = reading;
  statistics.addEdge(relation, nodes[from]?.type ?? '', nodes[to]?.type ?? '', from, to);
}

async function eachLine(path: string, signal: AbortSignal | undefined, take: (line: Line) => void) {
  const lines = readLines(path, signal);
  for (;;) {
    const next = await lines.next();
    if (next.done === true) return next.value;
    take(next.value);
  }
}

function sortedEdges(edges: Map<string, SurveyedEdge> | undefined): readonly SurveyedEdge[] {
  return [...(edges?.values() ?? [])].sort(
    (a, b) => (a.relation < b.relation ? -1 : a.relation > b.relation ? 1 : 0) || a.target - b.target,
  );
}

/**
 * Returns what a folder holds after reading all of it once; texts are not kept. An edge that stands twice counts once.
 * Throws `TRELLIS_IMPORT_ROWS_INVALID` with every bad row by file and line (up to 100), `TRELLIS_IMPORT_SCHEMA_INVALID`,
 * `TRELLIS_INGEST_FILE_NOT_FOUND` or `TRELLIS_INGEST_FILE_UNREADABLE`.
 */
export async function surveySkb(directory: string, signal?: AbortSignal): Promise<Survey> {
  const { schema, json } = await readSkbSchema(directory);
  const problems = createRowProblems();
  const statistics = createSchemaStatistics(schema);
  const reading: Reading = {
    schema,
    problems,
    statistics,
    aliasKeys: createAliasKeys(),
    nodes: [],
    places: new Map(),
  };
  const nodesSha256 = await eachLine(join(directory, 'nodes.jsonl'), signal, (line) =>
    takeNode(reading, line),
  );
  const edges: Map<string, SurveyedEdge>[] = [];
  const edgesSha256 = await eachLine(join(directory, 'edges.jsonl'), signal, (line) =>
    takeEdge(reading, line, edges),
  );
  problems.throwIfAny();
  const aliasKeys = reading.aliasKeys.result();
  const sorted = reading.nodes.map((_, place) => sortedEdges(edges[place]));
  return {
    directory,
    schema,
    digest: digestOf(FORMAT, schema.source, json, nodesSha256, edgesSha256),
    nodesSha256,
    // What counts as a name is learned from all rows, so it is part of every node's digest.
    nodes: reading.nodes.map((node) => ({
      ...node,
      digest: digestOf(node.digest, [...(aliasKeys.get(node.type) ?? [])].sort()),
    })),
    edges: sorted,
    edgeCount: sorted.reduce((sum, own) => sum + own.length, 0),
    statistics: statistics.result(),
    aliasKeys,
  };
}
