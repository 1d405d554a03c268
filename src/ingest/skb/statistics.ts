import type {
  GraphSchema,
  NodeTypeStatistics,
  PropertyKind,
  PropertyStatistics,
  RelationEnds,
  RelationStatistics,
} from '../../domain/graph-schema.ts';
import { labelOf, propertyOf, relationshipOf } from './graph-name.ts';
import { typedValue } from './properties.ts';
import type { SkbNode } from './rows.ts';
import type { SkbSchema } from './skb-schema.ts';

const MAX_COUNTED_VALUES = 100_000;
const MAX_LISTED_VALUES = 50;
/** Longer texts are prose, not values that a question could name. */
const MAX_VALUE_LENGTH = 200;

type Scalar = string | number | boolean;

interface PropertyTally {
  readonly kinds: Map<PropertyKind, number>;
  readonly values: Map<Scalar, number>;
  count: number;
  hasProse: boolean;
  minimum: number;
  maximum: number;
}

interface EndsTally {
  count: number;
  readonly sources: Set<number>;
  readonly targets: Set<number>;
}

/** Learns a graph's statistics row by row. */
export interface SchemaStatistics {
  addNode(node: SkbNode): void;
  /** Ends as types and as the nodes' numbers in the file. */
  addEdge(relation: string, domain: string, range: string, source: number, target: number): void;
  result(): GraphSchema;
}

function tallyProperty(tally: PropertyTally, raw: unknown): void {
  const typed = typedValue(raw);
  if (typed === null || typed.value === '') return;
  tally.count += 1;
  tally.kinds.set(typed.kind, (tally.kinds.get(typed.kind) ?? 0) + 1);
  if (typed.kind === 'json') return;
  const items = Array.isArray(typed.value) ? (typed.value as Scalar[]) : [typed.value as Scalar];
  for (const value of items) {
    if (typeof value === 'number') {
      tally.minimum = Math.min(tally.minimum, value);
      tally.maximum = Math.max(tally.maximum, value);
    }
    const counted = tally.values.get(value);
    if (counted !== undefined || tally.values.size < MAX_COUNTED_VALUES) {
      tally.values.set(value, (counted ?? 0) + 1);
    }
    if (typeof value === 'string' && value.length > MAX_VALUE_LENGTH) tally.hasProse = true;
  }
}

function compareText(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}

function propertyResult(key: string, tally: PropertyTally): PropertyStatistics {
  const kinds = [...tally.kinds].sort((a, b) => b[1] - a[1] || compareText(a[0], b[0]));
  const listed = !tally.hasProse && tally.values.size <= MAX_LISTED_VALUES ? [...tally.values] : [];
  return {
    key: propertyOf(key),
    kind: kinds[0]?.[0] ?? 'string',
    count: tally.count,
    distinct: tally.values.size,
    values: listed
      .sort((a, b) => b[1] - a[1] || compareText(String(a[0]), String(b[0])))
      .map(([value, count]) => ({ value, count })),
    ...(tally.minimum <= tally.maximum ? { minimum: tally.minimum, maximum: tally.maximum } : {}),
  };
}

function newTally(): PropertyTally {
  return {
    kinds: new Map(),
    values: new Map(),
    count: 0,
    hasProse: false,
    minimum: Number.POSITIVE_INFINITY,
    maximum: Number.NEGATIVE_INFINITY,
  };
}

function tallyOf<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}

function endsResult(ends: ReadonlyMap<string, EndsTally>): RelationEnds[] {
  return [...ends]
    .map(([key, { count, sources, targets }]) => {
      const [domain, range] = JSON.parse(key) as [string, string];
      return { domain, range, count, sources: sources.size, targets: targets.size };
    })
    .sort((a, b) => b.count - a.count || compareText(a.domain, b.domain) || compareText(a.range, b.range));
}

/** Returns statistics that know no row yet. Every type and relation of the schema is in the result, also unused ones. */
export function createSchemaStatistics(schema: SkbSchema): SchemaStatistics {
  const nodeCounts = new Map<string, number>();
  const properties = new Map<string, Map<string, PropertyTally>>();
  const relations = new Map<string, Map<string, EndsTally>>();

  const typeResult = (type: string, description: string): NodeTypeStatistics => ({
    label: labelOf(type),
    description,
    count: nodeCounts.get(type) ?? 0,
    properties: Object.fromEntries(
      [...(properties.get(type) ?? [])]
        .filter(([, tally]) => tally.count > 0)
        .sort((a, b) => compareText(a[0], b[0]))
        .map(([key, tally]) => [key, propertyResult(key, tally)]),
    ),
  });
  const relationResult = (relation: string, description: string): RelationStatistics => {
    const ends = endsResult(relations.get(relation) ?? new Map());
    const count = ends.reduce((sum, end) => sum + end.count, 0);
    return { type: relationshipOf(relation), description, count, ends };
  };

  return {
    addNode: (node) => {
      nodeCounts.set(node.type, (nodeCounts.get(node.type) ?? 0) + 1);
      const ofType = tallyOf(properties, node.type, () => new Map<string, PropertyTally>());
      for (const [key, raw] of Object.entries(node.properties)) {
        tallyProperty(tallyOf(ofType, key, newTally), raw);
      }
    },
    addEdge: (relation, domain, range, source, target) => {
      const ends = tallyOf(relations, relation, () => new Map<string, EndsTally>());
      const tally = tallyOf(ends, JSON.stringify([domain, range]), () => ({
        count: 0,
        sources: new Set<number>(),
        targets: new Set<number>(),
      }));
      tally.count += 1;
      tally.sources.add(source);
      tally.targets.add(target);
    },
    result: () => ({
      source: schema.source,
      language: schema.language,
      types: Object.fromEntries([...schema.types].map(([type, text]) => [type, typeResult(type, text)])),
      relations: Object.fromEntries(
        [...schema.relations.values()].map(({ name, description }) => [
          name,
          relationResult(name, description),
        ]),
      ),
    }),
  };
}
