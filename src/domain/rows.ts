/**
 * Rows as the store writes them. Pure ingest code makes them; every id is decided here, so that writing the same
 * rows twice changes nothing. Embeddings have the length that the graph's embedding model says.
 */

/** A document version. `id` stays over versions, `version` counts from 1. */
export interface DocumentRow {
  readonly id: string;
  readonly version: number;
  readonly title: string;
  /** Where the bytes came from; more than one when the same bytes were given under several names. */
  readonly uris: readonly string[];
  readonly mime: string;
  readonly sha256: string;
  readonly language: string;
  readonly access: readonly string[];
  readonly classification: string;
  readonly tags: readonly string[];
  readonly pageCount: number;
  /** JSON of the problems of the whole document, each {code, message, page?}. */
  readonly problems: readonly string[];
  /** ISO 8601, passed in. */
  readonly ingestedAt: string;
  /** Digest of the settings that shaped this version (segmenter, embedding model …). */
  readonly settings: string;
}

/** A page of a document version. */
export interface PageRow {
  readonly id: string;
  readonly number: number;
  readonly width: number;
  readonly height: number;
  readonly source: string;
  readonly ocrConfidence: number | null;
  readonly problems: readonly string[];
}

/** A heading with what stands below it. */
export interface SectionRow {
  readonly id: string;
  readonly parentId: string | null;
  readonly heading: string;
  readonly level: number;
  readonly order: number;
  /** "2 / 2.1" style path of headings. */
  readonly path: string;
}

/** A tree node: layer 0 is a chunk, layer ≥ 1 a summary. */
export interface TreeNodeRow {
  readonly id: string;
  readonly layer: number;
  readonly order: number;
  readonly sectionId: string | null;
  readonly kind: string;
  readonly text: string;
  /** Index terms in order, joined by single spaces. */
  readonly lexical: string;
  readonly tokens: number;
  readonly sectionPath: string;
  readonly pageStart: number;
  readonly pageEnd: number;
  /** JSON of [{page, start, end}]: which characters of `text` stand on which page. */
  readonly pageSpans: string;
  /** JSON of [{page, box}]. */
  readonly boxes: string;
  readonly keywords: readonly string[];
  readonly confidence: number;
  /** Ids of the nodes that this one summarises; empty at layer 0. */
  readonly childIds: readonly string[];
}

/** A part of a tree node or profile that the embedding model can read at once. */
export interface WindowRow {
  readonly id: string;
  readonly ownerId: string;
  readonly order: number;
  readonly start: number;
  readonly end: number;
  readonly page: number;
  readonly embedding: readonly number[];
}

/** A stored question with its answer, a span of one tree node. */
export interface QaPairRow {
  readonly id: string;
  readonly question: string;
  readonly lexical: string;
  readonly answer: string;
  /** faq, definition, table, key-value, amount, date … */
  readonly kind: string;
  readonly origin: 'generated' | 'faq' | 'table' | 'learned' | 'curated';
  readonly nodeId: string;
  /** Characters of the node's text that state the answer. */
  readonly start: number;
  readonly end: number;
  readonly embedding: readonly number[];
}

/** An entity as one document names it. */
export interface EntityRow {
  readonly id: string;
  readonly type: string;
  readonly name: string;
  readonly normal: string;
  readonly names: readonly NameRow[];
}

/** One name or alias of an entity. `normal` is its form for exact look-up. */
export interface NameRow {
  readonly id: string;
  readonly text: string;
  readonly normal: string;
  readonly lexical: string;
}

/** That a tree node mentions an entity, and where. */
export interface MentionRow {
  readonly nodeId: string;
  readonly entityId: string;
  /** title, heading, term (defined term or acronym), name, code, value … in falling weight. */
  readonly kind: string;
  /** Flat pairs of start and end characters in the node's text; empty for a title or heading. */
  readonly spans: readonly number[];
}

/** A relation between two entities as one tree node states it. */
export interface RelationRow {
  readonly sourceId: string;
  readonly type: string;
  readonly targetId: string;
  /** Tree node that states it. */
  readonly nodeId: string;
  readonly sentence: string;
  /** 0 to 1. */
  readonly confidence: number;
  readonly origin: 'rule' | 'model' | 'import';
}

/** Everything of one document version, ready to be staged and activated. */
export interface DocumentRows {
  readonly tenant: string;
  readonly document: DocumentRow;
  readonly pages: readonly PageRow[];
  readonly sections: readonly SectionRow[];
  readonly nodes: readonly TreeNodeRow[];
  readonly windows: readonly WindowRow[];
  readonly qaPairs: readonly QaPairRow[];
  readonly entities: readonly EntityRow[];
  readonly mentions: readonly MentionRow[];
  readonly relations: readonly RelationRow[];
}
