/** A value as a node of an imported graph carries it; lists hold scalars of one kind. */
export type PropertyValue = string | number | boolean | readonly (string | number | boolean)[];

/**
 * What a property is good for, told from its values alone.
 * `category`: few distinct strings, each on several nodes; `number`: numbers (or years) that can be compared;
 * `name`: other names of the node; `identifier`: codes that stand for the node; `text`: prose; `other`: the rest.
 */
export type PropertyRole = 'category' | 'number' | 'name' | 'identifier' | 'text' | 'other';

/** A property of one node type. */
export interface PropertySchema {
  readonly name: string;
  readonly role: PropertyRole;
  /** Whether nodes hold lists of values. */
  readonly list: boolean;
  /** Nodes that have at least one value. */
  readonly nodes: number;
  /** Distinct values. */
  readonly distinct: number;
  /** Of a category: every value with the number of nodes that have it, most frequent first, ties by value. */
  readonly values?: readonly { readonly value: string; readonly count: number }[];
  /** Of a number: the extremes. */
  readonly minimum?: number;
  readonly maximum?: number;
}

/** A type of node. */
export interface NodeTypeSchema {
  readonly name: string;
  /** As the schema's maker describes it; '' when nobody did. */
  readonly description: string;
  readonly count: number;
  /** Share of nodes whose name reads like a person's (initials or given names, then a surname), 0 to 1. */
  readonly personShare: number;
  /** Words frequent at the end of names of this type (stems) with the share of this type's names, best first. */
  readonly headWords: readonly { readonly stem: string; readonly share: number }[];
  readonly properties: readonly PropertySchema[];
}

/** A relation between nodes of one pair of types. A relation name with several such pairs has several entries. */
export interface RelationSchema {
  readonly name: string;
  readonly domain: string;
  readonly range: string;
  readonly description: string;
  readonly count: number;
}

/** What is known about a graph of entities: what its maker declared and what its data shows. */
export interface GraphSchema {
  readonly name: string;
  /** By name. */
  readonly types: readonly NodeTypeSchema[];
  /** By name, domain, range. */
  readonly relations: readonly RelationSchema[];
}

/** Returns a schema of a graph without entities. */
export function emptySchema(name: string): GraphSchema {
  return { name, types: [], relations: [] };
}
