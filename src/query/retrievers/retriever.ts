import type { Scope } from '../../domain/access.ts';
import type { PipelineName } from '../../domain/api/ask.ts';
import type { Candidate } from '../../domain/candidate.ts';
import type { QuestionAnalysis } from '../../domain/question.ts';
import type { Trace } from '../../domain/trace.ts';
import type { CallBudget } from '../../models/budget.ts';
import type { SharedWork } from './shared-work.ts';

/** Every pipeline but the ladder is one retriever. */
export type RetrieverName = Exclude<PipelineName, 'auto'>;

/** What a retriever is asked for. */
export interface RetrievalRequest {
  readonly analysis: QuestionAnalysis;
  /** Nothing outside it may be read or counted. */
  readonly scope: Scope;
  /** Only passages of these documents, and no entities; absent: everything in scope. */
  readonly documentIds?: readonly string[];
  /** Most candidates returned, at least 1. */
  readonly limit: number;
  readonly trace: Trace;
  /** Present when several modules are asked the same: what they share is done once. */
  readonly shared?: SharedWork;
  readonly signal?: AbortSignal;
  /** Model calls that the question may still make; absent: none. */
  readonly budget?: CallBudget;
}

/** What a retriever found. */
export interface Retrieval {
  /** Falling score, ties by id, each id once, at most `limit`. Passages name a page. */
  readonly candidates: readonly Candidate[];
  /** Why this module cannot answer such a question; `candidates` is empty then. */
  readonly refused?: string;
}

/**
 * A module of the bank. Finding nothing is an empty list; a fault of the store or a model is thrown with its code.
 * Equal requests on an equal graph give equal results.
 */
export interface Retriever {
  readonly name: RetrieverName;
  retrieve(request: RetrievalRequest): Promise<Retrieval>;
}
