import type { GraphSchema, PropertyStatistics } from '../../domain/graph-schema.ts';
import { readsLikePerson } from './person-names.ts';

/** A property that questions may put a condition on. */
export interface QueryProperty {
  readonly type: string;
  readonly key: string;
  readonly kind: 'category' | 'number';
  readonly values: readonly { readonly value: string; readonly count: number }[];
  readonly minimum: number;
  readonly maximum: number;
}

/** A type of entity as questions may speak of it. */
export interface QueryType {
  readonly name: string;
  readonly description: string;
  readonly count: number;
  /** Share of sampled names that read like a person's, 0 to 1. */
  readonly personShare: number;
  /** Sampled names, for the words that are frequent in them. */
  readonly names: readonly string[];
}

/** A relation between one pair of types. */
export interface QueryRelation {
  readonly name: string;
  readonly domain: string;
  readonly range: string;
  readonly description: string;
  readonly count: number;
}

/** What questions can be matched against. */
export interface QuerySchema {
  readonly language: string;
  readonly types: readonly QueryType[];
  readonly relations: readonly QueryRelation[];
  readonly properties: readonly QueryProperty[];
}

/** Returns the schema of a graph that has no entities. */
export const EMPTY_SCHEMA: QuerySchema = { language: 'und', types: [], relations: [], properties: [] };

/** A value on fewer nodes than this share of distinct values is a name, not a class. */
const MIN_NODES_PER_VALUE = 2;

function queryProperty(type: string, statistics: PropertyStatistics): QueryProperty[] {
  const { key, kind, count, distinct, values, minimum = 0, maximum = 0 } = statistics;
  const base = { type, key, minimum, maximum };
  if (kind === 'number' || kind === 'numbers') {
    if (distinct === count && distinct > 50) return [];
    return [{ ...base, kind: 'number', values: [] }];
  }
  const texts = values.flatMap(({ value, count: n }) =>
    typeof value === 'string' ? [{ value, count: n }] : [],
  );
  if (texts.length === 0 || count < MIN_NODES_PER_VALUE * distinct) return [];
  return [{ ...base, kind: 'category', values: texts }];
}

function addGraph(schema: GraphSchema, samples: ReadonlyMap<string, readonly string[]>): QuerySchema {
  const types = Object.entries(schema.types).map(([, type]) => {
    const names = samples.get(type.label) ?? [];
    const persons = names.filter(readsLikePerson).length;
    return {
      name: type.label,
      description: type.description,
      count: type.count,
      personShare: names.length === 0 ? 0 : persons / names.length,
      names,
    };
  });
  const labelOf = (name: string): string => schema.types[name]?.label ?? name;
  const relations = Object.values(schema.relations).flatMap(({ type, description, ends }) =>
    ends.map(({ domain, range, count }) => ({
      name: type,
      domain: labelOf(domain),
      range: labelOf(range),
      description,
      count,
    })),
  );
  const properties = Object.values(schema.types).flatMap((type) =>
    Object.values(type.properties).flatMap((property) => queryProperty(type.label, property)),
  );
  return { language: schema.language, types, relations, properties };
}

/**
 * Returns what questions can be matched against, from the stored schemas of a tenant's graphs and a sample of names
 * by type. Several graphs are put side by side.
 */
export function toQuerySchema(
  schemas: readonly GraphSchema[],
  samples: ReadonlyMap<string, readonly string[]>,
): QuerySchema {
  const parts = schemas.map((schema) => addGraph(schema, samples));
  const [first] = parts;
  if (first === undefined) return EMPTY_SCHEMA;
  return {
    language: first.language,
    types: parts.flatMap(({ types }) => types),
    relations: parts.flatMap(({ relations }) => relations),
    properties: parts.flatMap(({ properties }) => properties),
  };
}
