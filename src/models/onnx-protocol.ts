import type { Pooling } from './model-profile.ts';

/** What the worker is started with. */
export interface WorkerSettings {
  readonly folder: string;
  readonly dtype: string;
  readonly threads: number;
}

/** One batch. `ids` holds the texts one after another; `lengths` says where each ends. */
export interface WorkerRequest {
  readonly id: number;
  readonly ids: Int32Array;
  readonly lengths: readonly number[];
  /** One vector a text by this pooling, or one a token. */
  readonly output: Pooling | 'tokens';
}

/** The worker's answer: rows of `dimensions` floats, each of unit length, in the order asked. */
export type WorkerReply =
  | { readonly id: number; readonly vectors: Float32Array; readonly dimensions: number }
  | { readonly id: number; readonly error: string };
