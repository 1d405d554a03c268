/** An imported graph inside a tenant. */
export interface ImportTarget {
  readonly tenant: string;
  /** Name of the graph: two of them live side by side in a tenant. */
  readonly source: string;
}

/** How far an imported graph is. */
export interface ImportState {
  /** Changes made visible so far. */
  readonly generation: number;
  /** Of the files that are visible; '' before the first import. */
  readonly digest: string;
  /** Access keys under which visible rows stand, oldest first. */
  readonly keys: readonly string[];
  readonly rights: readonly string[];
  /** Key of a run that has not ended. */
  readonly pending: string | null;
  /** `host|process|run` of that run; '' when there is none. */
  readonly owner: string;
  /** Milliseconds since its last sign of life. */
  readonly silentMs: number;
}

/** A visible entity of an imported graph. */
export interface KnownEntity {
  readonly id: string;
  readonly externalId: string;
  readonly label: string;
  readonly digest: string;
  readonly edgesDigest: string;
}

/** A relation by its ends. */
export interface RelationKey {
  readonly sourceId: string;
  readonly type: string;
  readonly targetId: string;
}

/** A name or alias; the first of an entity is its own name. */
export interface ImportedName {
  readonly text: string;
  readonly normal: string;
  readonly lexical: string;
}

/** A piece of a profile that is embedded. */
export interface ImportedWindow {
  readonly start: number;
  readonly end: number;
  readonly embedding: readonly number[];
}

/** An entity with all that is written of it; access keys and the ids of its texts are the store's. */
export interface ImportedEntity {
  readonly id: string;
  readonly externalId: string;
  readonly type: string;
  readonly label: string;
  /** Label before, when it is there already and changes; else equal to `label`. */
  readonly oldLabel: string;
  readonly name: string;
  readonly normal: string;
  /** Own properties by their names in the graph. */
  readonly properties: Readonly<Record<string, unknown>>;
  /** Distinct by `normal`. */
  readonly names: readonly ImportedName[];
  readonly text: string;
  /** Language whose stems `lexical` holds. */
  readonly language: string;
  readonly lexical: string;
  readonly windows: readonly ImportedWindow[];
  readonly digest: string;
  readonly edgesDigest: string;
}
