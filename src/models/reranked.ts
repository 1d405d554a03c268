/** A text to be judged. */
export interface RerankCandidate {
  readonly id: string;
  readonly text: string;
}

/** How well one candidate fits, larger is better; comparable within one call only. */
export interface RerankedCandidate {
  readonly id: string;
  readonly score: number;
}

/** Judges texts against a question, each on its own. */
export interface Reranker {
  readonly id: string;
  /**
   * Returns every candidate, best first, ties by id. No candidates, no call.
   * Throws `TRELLIS_MODEL_UNAVAILABLE` and its kin.
   */
  rerank(
    question: string,
    candidates: readonly RerankCandidate[],
    signal?: AbortSignal,
  ): Promise<RerankedCandidate[]>;
}

/** Orders by score, then by id. */
export function compareReranked(a: RerankedCandidate, b: RerankedCandidate): number {
  return b.score - a.score || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);
}
