/** How a property is stored on entity nodes. `json`: nested values, kept as a JSON string. */
export type PropertyKind = 'string' | 'number' | 'boolean' | 'strings' | 'numbers' | 'json';

/** What is known of one property of one node type. */
export interface PropertyStatistics {
  /** Property name on the node: the name in the file, with `own_` in front where ours has that name. */
  readonly key: string;
  /** The kind of most of its values; mixed kinds are stored each as they are. */
  readonly kind: PropertyKind;
  /** Nodes that have it (null, empty text and empty lists not counted). */
  readonly count: number;
  /** Distinct values, of lists distinct elements; counted up to 100,000. */
  readonly distinct: number;
  /** All distinct texts, numbers and truth values when there are at most 50: most frequent first, ties by value. */
  readonly values: readonly { readonly value: string | number | boolean; readonly count: number }[];
  /** Of numbers only. */
  readonly minimum?: number;
  readonly maximum?: number;
}

/** What is known of one node type. */
export interface NodeTypeStatistics {
  /** Label on the node: the type, with `own_` in front where ours has that name. */
  readonly label: string;
  readonly description: string;
  readonly count: number;
  /** By property name in the file. */
  readonly properties: Readonly<Record<string, PropertyStatistics>>;
}

/** How often a relation leads from one type to another. */
export interface RelationEnds {
  readonly domain: string;
  readonly range: string;
  readonly count: number;
  /** Distinct nodes at either end. */
  readonly sources: number;
  readonly targets: number;
}

/** What is known of one relation. */
export interface RelationStatistics {
  /** Relationship type in the graph: the name, with `own_` in front where ours has that name. */
  readonly type: string;
  readonly description: string;
  readonly count: number;
  /** Most frequent first, ties by domain and range. */
  readonly ends: readonly RelationEnds[];
}

/**
 * An imported graph's schema with what its rows taught: the JSON of a `GraphSchema` node
 * (`{id: "tenant|source", tenant, acl, source, json}`; a tenant may hold several).
 */
export interface GraphSchema {
  readonly source: string;
  /** ISO 639-1 code in which its texts are indexed. */
  readonly language: string;
  /** By type name in the file. */
  readonly types: Readonly<Record<string, NodeTypeStatistics>>;
  /** By relation name in the file. */
  readonly relations: Readonly<Record<string, RelationStatistics>>;
}
