import type { Collection } from '../../domain/graph-names.ts';
import type { QueryTerm } from '../../domain/question.ts';
import type { CollectionStatistics } from '../bm25.ts';
import type { QuerySchema } from './query-schema.ts';

/** A name of an entity as the graph holds it. */
export interface NameHit {
  readonly entityId: string;
  readonly type: string;
  readonly text: string;
  readonly normal: string;
}

/** What names are looked for: each term must occur (one of its variants); `fuzzy` also takes near spellings. */
export interface NameProbe {
  readonly terms: readonly QueryTerm[];
  readonly fuzzy: boolean;
  readonly limit: number;
}

/** Neighbours of one node along one relation, as far as the limit goes. */
export interface EdgeGroup {
  readonly from: string;
  readonly relation: string;
  /** Seen from `from`. */
  readonly direction: 'out' | 'in';
  /** Type of the neighbours. */
  readonly type: string;
  /** Sorted. */
  readonly to: readonly string[];
  /** All neighbours that the reader may see; more than `to` holds when the limit cut. */
  readonly total: number;
}

/** An entity's own values; prose is left to `texts`. */
export interface EntityRecord {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly properties: Readonly<Record<string, unknown>>;
}

/** The searchable text of an entity as index terms. */
export interface EntityText {
  readonly id: string;
  readonly lexical: string;
}

/** A relation seen from a node. */
export interface Step {
  readonly relation: string;
  readonly direction: 'out' | 'in';
}

/** Which nodes of a type have a value or a number in a range. */
export interface PropertyTest {
  readonly type: string;
  readonly key: string;
  readonly equals?: string;
  readonly minimum?: number;
  readonly maximum?: number;
}

/**
 * All that graph retrieval reads, bound to one reader's scope: nothing outside it is seen or counted. Every method is
 * one bounded round trip (unless said otherwise), and its result has a fixed order.
 */
export interface GraphReader {
  /** The types and relations of the tenant's entities; empty when it has none. */
  schema(): Promise<QuerySchema>;
  /** Names whose normal form is one of `normals`; at most 50 for each. */
  exactNames(normals: readonly string[]): Promise<readonly NameHit[]>;
  /** For each probe the names that fit best, shortest first, at most its limit; together each name once. */
  similarNames(probes: readonly NameProbe[]): Promise<readonly NameHit[]>;
  /** Counts over `collection` for index terms. */
  statistics(collection: Collection, variants: readonly string[]): Promise<CollectionStatistics>;
  /** Entities whose text has the telling terms, best first by the index's own order. */
  textHits(terms: readonly QueryTerm[], limit: number): Promise<readonly EntityText[]>;
  /** Texts of these entities; those without one are missing. */
  texts(ids: readonly string[]): Promise<readonly EntityText[]>;
  /** Neighbours along every relation between entities, at most `limitEach` for a node, relation and type. */
  expand(ids: readonly string[], limitEach: number): Promise<readonly EdgeGroup[]>;
  /** Names, types, and the values of the properties that the schema lets questions ask for. */
  records(ids: readonly string[]): Promise<readonly EntityRecord[]>;
  /** Number of visible neighbours of each node along a step. */
  degrees(ids: readonly string[], step: Step): Promise<ReadonlyMap<string, number>>;
  /** Nodes of a type with the most neighbours along a step, at least `minimum`, most first. */
  largest(type: string, step: Step, minimum: number, limit: number): Promise<ReadonlyMap<string, number>>;
  /** Ids of nodes that pass every test (of one type), sorted, at most `limit`. */
  withProperties(tests: readonly PropertyTest[], limit: number): Promise<readonly string[]>;
}
