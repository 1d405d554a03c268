import type { QueryTerm } from '../domain/question.ts';
import { contentLength } from '../domain/text/content-length.ts';

/** Term saturation (Robertson and Zaragoza 2009, section 3.2); the usual value. */
export const K1 = 1.2;
/** Length normalisation (the same section); the usual value. */
export const B = 0.75;

/** What a reader's scope holds of one collection. Counts cover only what the reader may see. */
export interface CollectionStatistics {
  /** Nodes in the collection. */
  readonly nodes: number;
  /** Sum of `contentLength` over all of them: index terms without function words. */
  readonly tokens: number;
  /** Index term → number of nodes that have it; absent means none. */
  readonly byTerm: ReadonlyMap<string, number>;
}

/** A text as counts of the terms that matter. `length` is its `contentLength`. */
export interface CountedTerms {
  readonly counts: ReadonlyMap<string, number>;
  readonly length: number;
}

/** How often a term stands between the spaces of a `lexical` text. */
function occurrences(lexical: string, term: string): number {
  let count = 0;
  for (let at = lexical.indexOf(term); at >= 0; at = lexical.indexOf(term, at + term.length)) {
    const end = at + term.length;
    const opens = at === 0 || lexical[at - 1] === ' ';
    if (opens && (end === lexical.length || lexical[end] === ' ')) count += 1;
  }
  return count;
}

/**
 * Returns a text with the counts of the terms asked for, and its content length: `length` where it is known, else it
 * is counted. `lexical` holds index terms joined by single spaces. Searching the string for a few terms takes a fifth
 * of the time of counting all of its words.
 */
export function countTerms(lexical: string, wanted: Iterable<string>, length?: number): CountedTerms {
  const counts = new Map<string, number>();
  for (const term of wanted) {
    const count = term === '' ? 0 : occurrences(lexical, term);
    if (count > 0) counts.set(term, count);
  }
  return { counts, length: length ?? contentLength(lexical === '' ? [] : lexical.split(' ')) };
}

/**
 * Returns ln(1 + (N − n + 0.5) / (n + 0.5)): above 0 for every n from 0 to N. More holders than nodes (counts read
 * while an ingest commits) are taken as N.
 */
export function inverseDocumentFrequency(nodes: number, holders: number): number {
  const n = Math.min(holders, nodes);
  return Math.log(1 + (nodes - n + 0.5) / (n + 0.5));
}

/** Returns the saturated frequency of a term: 0 when absent, below K1 + 1 always. */
export function saturate(frequency: number, length: number, averageLength: number): number {
  if (frequency === 0) return 0;
  const norm = averageLength > 0 ? length / averageLength : 1;
  return (frequency * (K1 + 1)) / (frequency + K1 * (1 - B + B * norm));
}

/** Returns the mean number of terms in a node; 0 for an empty collection. */
export function averageLength(statistics: CollectionStatistics): number {
  return statistics.nodes === 0 ? 0 : statistics.tokens / statistics.nodes;
}

/**
 * Returns what one question word adds to a text's score. Its variants are forms in different languages, of which a
 * text uses one: the best counts, so that a form that happens to be a frequent word of another language adds nothing.
 */
export function termScore(term: QueryTerm, text: CountedTerms, statistics: CollectionStatistics): number {
  const mean = averageLength(statistics);
  let best = 0;
  for (const variant of term.variants) {
    const frequency = text.counts.get(variant) ?? 0;
    if (frequency === 0) continue;
    const idf = inverseDocumentFrequency(statistics.nodes, statistics.byTerm.get(variant) ?? 0);
    best = Math.max(best, idf * saturate(frequency, text.length, mean));
  }
  return best;
}

/** Returns the BM25 score of a text (Robertson et al. 1994, with the idf that never falls below 0); 0 without a match. */
export function bm25(
  terms: readonly QueryTerm[],
  text: CountedTerms,
  statistics: CollectionStatistics,
): number {
  let score = 0;
  for (const term of terms) score += termScore(term, text, statistics);
  return score;
}

/**
 * Returns how telling a question word is: the idf of its rarest form that the collection holds, that of an unseen
 * word when it holds none.
 */
export function termWeight(term: QueryTerm, statistics: CollectionStatistics): number {
  const holders = term.variants.map((variant) => statistics.byTerm.get(variant) ?? 0).filter((n) => n > 0);
  return inverseDocumentFrequency(statistics.nodes, holders.length === 0 ? 0 : Math.min(...holders));
}
