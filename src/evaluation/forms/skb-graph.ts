import { join } from 'node:path';
import type { GraphSchema } from '../../domain/graph-schema.ts';
import { normalName } from '../../domain/text/name.ts';
import { profileText } from '../../ingest/skb/build-entities.ts';
import { namesOf } from '../../ingest/skb/names.ts';
import { readLines } from '../../ingest/skb/read-lines.ts';
import { parseNode } from '../../ingest/skb/rows.ts';
import { surveySkb } from '../../ingest/skb/survey.ts';
import type { Step } from '../../query/graph/graph-reader.ts';

/** A node of a graph in memory. */
export interface GraphNode {
  readonly id: string;
  readonly type: string;
  readonly name: string;
  /** Its own name first, then aliases. */
  readonly names: readonly string[];
  /** As it is searched: with the name in front. */
  readonly text: string;
  readonly properties: Readonly<Record<string, unknown>>;
}

/** An edge as it stands at one end: the place of the node at the other. */
export interface GraphEdge {
  readonly relation: string;
  readonly to: number;
}

/** A graph in memory. Nodes are meant by their place in `nodes`; relations and types have the file's names. */
export interface SkbGraph {
  readonly nodes: readonly GraphNode[];
  readonly out: readonly (readonly GraphEdge[])[];
  readonly in: readonly (readonly GraphEdge[])[];
  readonly byType: ReadonlyMap<string, readonly number[]>;
  /** Places by the forms of a name that `placesOf` looks up. */
  readonly byName: ReadonlyMap<string, readonly number[]>;
}

/** A graph in memory with what its rows taught. */
export interface SurveyedGraph {
  readonly graph: SkbGraph;
  readonly statistics: GraphSchema;
  /** Of all three files. */
  readonly digest: string;
}

/** Returns the graph of these rows. `edges[i]` are the edges that go out from node `i`. */
export function createSkbGraph(
  nodes: readonly GraphNode[],
  edges: readonly (readonly GraphEdge[])[],
): SkbGraph {
  const incoming: GraphEdge[][] = nodes.map(() => []);
  for (const [from, list] of edges.entries()) {
    for (const { relation, to } of list) incoming[to]?.push({ relation, to: from });
  }
  const byType = new Map<string, number[]>();
  const byName = new Map<string, number[]>();
  const add = (map: Map<string, number[]>, key: string, place: number): void => {
    const list = map.get(key);
    if (list === undefined) map.set(key, [place]);
    else if (list.at(-1) !== place) list.push(place);
  };
  for (const [place, { type, name, names }] of nodes.entries()) {
    add(byType, type, place);
    for (const key of keysOf(type, name, names)) add(byName, key, place);
  }
  return { nodes, out: edges, in: incoming, byType, byName };
}

const compact = (name: string): string => normalName(name).replaceAll(' ', '');

function keysOf(type: string, name: string, names: readonly string[]): string[] {
  const short = name.split(':')[0] ?? name;
  const keys = [name, ...names].map((text) => `alias ${compact(text)}`);
  return [...new Set([`name ${name}`, `typed ${type}:${name}`, `short ${compact(short)}`, ...keys])];
}

const lookups = (name: string): string[] => [
  `name ${name}`,
  `typed ${name}`,
  `short ${compact(name)}`,
  `alias ${compact(name)}`,
];

/** Returns the places of every node that a name may mean, under whatever form of its name, ascending. */
export function meaningsOf(graph: SkbGraph, name: string): number[] {
  const places = lookups(name).flatMap((key) => graph.byName.get(key) ?? []);
  return [...new Set(places)].sort((a, b) => a - b);
}

/** Returns the places of the nodes that a name means: by the exact name, `type:name`, its short form, or an alias. */
export function placesOf(graph: SkbGraph, name: string): readonly number[] {
  for (const key of lookups(name)) {
    const places = graph.byName.get(key);
    if (places !== undefined) return places;
  }
  return [];
}

/** Returns the distinct places that a step leads to from a node, in the order of the edges. */
export function neighbours(graph: SkbGraph, place: number, { relation, direction }: Step): number[] {
  const edges = (direction === 'out' ? graph.out : graph.in)[place] ?? [];
  return [...new Set(edges.filter((edge) => edge.relation === relation).map(({ to }) => to))];
}

/** Returns the graph of a folder with `nodes.jsonl`, `edges.jsonl` and `schema.json`. Throws as `surveySkb`. */
export async function readSkbGraph(directory: string, signal?: AbortSignal): Promise<SurveyedGraph> {
  const survey = await surveySkb(directory, signal);
  const nodes: GraphNode[] = [];
  for await (const { text: line } of readLines(join(directory, 'nodes.jsonl'), signal)) {
    const checked = parseNode(line, survey.schema);
    if (!('row' in checked)) continue;
    const { row } = checked;
    const names = namesOf(row, survey.aliasKeys.get(row.type) ?? new Set());
    nodes.push({ ...row, names, text: profileText(row) });
  }
  const edges = survey.edges.map((list) => list.map(({ relation, target }) => ({ relation, to: target })));
  return { graph: createSkbGraph(nodes, edges), statistics: survey.statistics, digest: survey.digest };
}
