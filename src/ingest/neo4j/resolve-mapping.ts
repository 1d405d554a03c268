import { isUsableName } from '../../domain/graph-names.ts';
import type { SourceSchema } from '../../domain/source-schema.ts';
import { nearestNames } from '../../domain/text/edit-distance.ts';
import { inferNode, propertiesOf } from './infer-node.ts';
import { type Mapping, mappingInvalid, type NodeMapping, type RelationMapping } from './mapping.ts';

/** How the nodes of a label are read; every choice made. */
export interface ResolvedNode {
  readonly label: string;
  readonly type: string;
  readonly description: string;
  /** null: Neo4j's element id. */
  readonly id: string | null;
  /** null: the node's type and id. */
  readonly name: string | null;
  readonly text: readonly string[];
  readonly aliases: readonly string[];
  /** Name here by name in the source. */
  readonly properties: ReadonlyMap<string, string>;
  /** Nodes with the label, those with another imported label counted, too. */
  readonly count: number;
}

/** How the relationships of a type are read. */
export interface ResolvedRelation {
  readonly type: string;
  readonly name: string;
  readonly description: string;
  readonly count: number;
}

/** A mapping with nothing left to guess. */
export interface ResolvedMapping {
  readonly name: string;
  readonly language: string;
  readonly source: Mapping['source'];
  /** A node with several of the labels is read as the first: rarest labels first where the mapping names none. */
  readonly nodes: readonly ResolvedNode[];
  readonly relations: readonly ResolvedRelation[];
}

/**
 * Returns the mapping with everything filled in from what is known of the source. Throws
 * `TRELLIS_IMPORT_MAPPING_INVALID` that lists every name the source does not have, each with the nearest ones.
 */
export function resolveMapping(mapping: Mapping, schema: SourceSchema): ResolvedMapping {
  const problems: string[] = [];
  const nodes = resolveNodes(mapping, schema, problems);
  const relations = resolveRelations(mapping, schema, problems);
  if (nodes.length === 0 && problems.length === 0) problems.push('the source has no node with a label');
  if (problems.length > 0) throw mappingInvalid(problems);
  return {
    name: mapping.name ?? mapping.source.database ?? 'neo4j',
    language: mapping.language ?? 'en',
    source: mapping.source,
    nodes,
    relations,
  };
}

function countsByLabel({ groups }: SourceSchema): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { labels, count } of groups)
    for (const label of labels) counts.set(label, (counts.get(label) ?? 0) + count);
  return counts;
}

function unknown(what: string, name: string, known: readonly string[]): string {
  const near = nearestNames(name, known);
  const hint = near.length === 0 ? 'it has none' : `nearest: ${near.join(', ')}`;
  return `the source has no ${what} "${name}" (${hint})`;
}

function resolveNodes(mapping: Mapping, schema: SourceSchema, problems: string[]): ResolvedNode[] {
  const counts = countsByLabel(schema);
  const all = [...counts].sort((a, b) => a[1] - b[1] || (a[0] < b[0] ? -1 : 1)).map(([label]) => label);
  const wanted = mapping.nodes === undefined ? all : Object.keys(mapping.nodes);
  return wanted.flatMap((label) => {
    const count = counts.get(label);
    if (count === undefined) {
      problems.push(unknown('label', label, all));
      return [];
    }
    return [{ ...resolveNode(label, mapping.nodes?.[label] ?? {}, schema, problems), count }];
  });
}

function listOf(names: string | readonly string[]): readonly string[] {
  return typeof names === 'string' ? [names] : names;
}

function resolveNode(
  label: string,
  given: NodeMapping,
  schema: SourceSchema,
  problems: string[],
): Omit<ResolvedNode, 'count'> {
  const inferred = inferNode(schema, label);
  const name = given.name ?? inferred.name;
  const text = given.text === undefined ? inferred.text.filter((key) => key !== name) : listOf(given.text);
  const aliases =
    given.aliases === undefined ? inferred.aliases.filter((key) => key !== name) : listOf(given.aliases);
  const taken = new Set([name, ...text, ...aliases]);
  const guessed = [...inferred.properties, ...inferred.text].filter((key) => !taken.has(key)).sort();
  const properties = pairsOf(given.properties ?? guessed);
  const node = {
    label,
    type: given.type ?? usable(label),
    description: given.description ?? '',
    id: given.id === undefined ? inferred.id : given.id,
    name,
    text,
    aliases,
    properties: new Map(properties),
  };
  const known = propertiesOf(schema, label);
  for (const key of keysOf(node).filter((own) => !known.includes(own)))
    problems.push(unknown(`property of ${label}`, key, known));
  for (const own of [node.type, ...node.properties.values()].filter((entry) => !isUsableName(entry)))
    problems.push(`the name ${JSON.stringify(own.slice(0, 50))} of ${label} cannot be used`);
  return node;
}

function pairsOf(given: readonly string[] | Readonly<Record<string, string>>): [string, string][] {
  return Array.isArray(given)
    ? (given as string[]).map((key) => [key, usable(key)])
    : Object.entries(given as Readonly<Record<string, string>>);
}

/** A name of the source as it can stand here: without control characters and backticks, at most 100 characters. */
function usable(name: string): string {
  return name.replace(/[\p{Cc}`]/gu, '_').slice(0, 100);
}

/** Returns every property that a node's reading needs, each once. */
export function keysOf(
  node: Pick<ResolvedNode, 'id' | 'name' | 'text' | 'aliases' | 'properties'>,
): string[] {
  const { id, name, text, aliases, properties } = node;
  const keys = [id, name, ...text, ...aliases, ...properties.keys()];
  return [...new Set(keys.filter((key): key is string => key !== null))];
}

function resolveRelations(mapping: Mapping, schema: SourceSchema, problems: string[]): ResolvedRelation[] {
  const all = schema.relations.map(({ type }) => type);
  const wanted = mapping.relations === undefined ? all : Object.keys(mapping.relations);
  return wanted.flatMap((type) => {
    const known = schema.relations.find((entry) => entry.type === type);
    if (known === undefined) {
      problems.push(unknown('relationship type', type, all));
      return [];
    }
    const relation = resolveRelation(type, mapping.relations?.[type] ?? {});
    if (!isUsableName(relation.name))
      problems.push(`the name ${JSON.stringify(relation.name.slice(0, 50))} of ${type} cannot be used`);
    return [{ ...relation, count: known.count }];
  });
}

function resolveRelation(type: string, given: RelationMapping): Omit<ResolvedRelation, 'count'> {
  const { name, description } = typeof given === 'string' ? { name: given, description: undefined } : given;
  return { type, name: name ?? usable(type), description: description ?? '' };
}
