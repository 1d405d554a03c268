import type { ReadLanguages } from '../domain/text/read-languages.ts';
import type { ModelEntry } from '../models/list-models.ts';

/** A fault that was met while looking; its message says what to do. */
export interface Problem {
  readonly code: string;
  readonly message: string;
}

/** What looking gave: the thing, or the fault that hid it. */
export type Outcome<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problem: Problem };

/** What the database says of its own. `problem` stands for a server that cannot be used. */
export type DatabaseFacts =
  | { readonly state: 'stopped' }
  | { readonly state: 'failed'; readonly problem: Problem }
  | {
      readonly state: 'reachable';
      readonly address: string;
      readonly version: string;
      readonly edition: string;
    };

/** What the graph holds, as far as the set-up must fit it. */
export interface GraphFacts {
  readonly indexes: Outcome<{ readonly missing: readonly string[]; readonly populating: readonly string[] }>;
  /** The model that the vectors come from; absent in an empty graph. */
  readonly model?: { readonly id: string; readonly dimensions: number; readonly pending?: string };
  readonly hasVectors: boolean;
  /** ISO 639-1 code → documents of the tenant. */
  readonly languages: Readonly<Record<string, number>>;
}

/** Free space of the file system that holds a folder. */
export interface DiskFacts {
  readonly purpose: 'data' | 'cache';
  readonly folder: string;
  readonly freeMb: number;
}

/** Everything that is judged. */
export interface SetupFacts {
  /** Whether Trellis runs its own Neo4j. */
  readonly embedded: boolean;
  /** `version` is absent when no Java of at least `minimum` is on this machine. */
  readonly java: { readonly minimum: number; readonly version?: string };
  readonly database: DatabaseFacts;
  /** Absent when the database cannot be reached. */
  readonly graph?: Outcome<GraphFacts>;
  readonly models: readonly ModelEntry[];
  /** The embedding model opened; absent when it is not on this machine. */
  readonly embedding?: Outcome<{ readonly id: string; readonly dimensions: number }>;
  readonly languages: ReadLanguages;
  /** Whether the chat service has neither a key nor an address of its own. */
  readonly chatKeyMissing: boolean;
  readonly disks: readonly DiskFacts[];
}
