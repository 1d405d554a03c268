/** A step of a path: from the node before it along a relation. `direction` is seen from that node. */
export interface PathStep {
  readonly relation: string;
  readonly direction: 'out' | 'in';
  readonly nodeId: string;
  readonly nodeName: string;
  readonly nodeType: string;
}

/** Why a candidate was reached: a walk through the graph from a linked entity or passage. */
export interface GraphPath {
  readonly startId: string;
  readonly startName: string;
  readonly startType: string;
  readonly steps: readonly PathStep[];
  /** Tree nodes that state the steps, where documents state them. */
  readonly sources: readonly string[];
}

/** One result of a retriever. Lists are ordered by falling `score`, ties by `id`. */
export interface Candidate {
  readonly id: string;
  readonly kind: 'chunk' | 'summary' | 'entity';
  /** Comparable only inside one list. */
  readonly score: number;
  /** The parts of the score by scorer (bm25, vector, rrf, graph …), for the trace. */
  readonly parts: Readonly<Record<string, number>>;
  /** Best page of a chunk over several pages, from 1; absent for entities. */
  readonly page?: number;
  /** Characters of the node's text that matched best. */
  readonly span?: { readonly start: number; readonly end: number };
  readonly paths?: readonly GraphPath[];
}
