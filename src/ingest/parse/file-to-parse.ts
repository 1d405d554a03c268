import type { ParsedDocument } from '../../domain/document.ts';
import type { TrellisError } from '../../errors.ts';

/** A file's bytes. `sha256` is their digest in hexadecimal; `path` is only for messages. */
export interface FileToParse {
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly name: string;
  readonly sha256: string;
}

/** How to parse. Aborting `signal` ends the running call with its reason. */
export interface ParseOptions {
  readonly signal?: AbortSignal | undefined;
  readonly password?: string | undefined;
  /** Told after each file of `parseMany`. */
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
}

/** One file of many: its document, or why there is none. */
export type ParseOutcome =
  | { readonly file: FileToParse; readonly result: ParsedDocument }
  | { readonly file: FileToParse; readonly error: TrellisError };

/** Where degraded readings are reported. */
export interface ParseLogger {
  warn(details: object, message: string): void;
}
