import type { Span } from './citations.ts';
import type { Source } from './sources.ts';

/** A source that a draft cites, and the characters of its text that state the claim. */
export interface Cited {
  readonly source: Source;
  readonly span: Span;
}

/** An answer before it is told: `text` carries marks `[n]`, where n is the place in `cited`, from 1. */
export interface Draft {
  readonly text: string;
  readonly cited: readonly Cited[];
}
