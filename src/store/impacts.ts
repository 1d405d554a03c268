import { contentLength } from '../domain/text/content-length.ts';

/**
 * Levels of a term's impact on a text, so that the full-text index can add up scores that do not depend on what else
 * it holds: Lucene's own BM25 takes its statistics from all tenants. Impact-ordered indexes: Anh and Moffat 2006
 * (quantised, equal steps). Eight steps move hardly any text in or out of the first few hundred.
 */
export const IMPACT_LEVELS = 8;

/** A fixed length to compare with, in content words: a usual chunk. Real means would differ by scope and change. */
const REFERENCE_LENGTH = 200;
const K1 = 1.2;
const B = 0.75;

/** Returns 1 to `IMPACT_LEVELS`: BM25's saturated frequency (k1 1.2, b 0.75) in equal steps. */
export function impactLevel(frequency: number, length: number): number {
  const saturated = (frequency * (K1 + 1)) / (frequency + K1 * (1 - B + (B * length) / REFERENCE_LENGTH));
  return Math.min(IMPACT_LEVELS, Math.max(1, Math.round((saturated / (K1 + 1)) * IMPACT_LEVELS)));
}

/** Returns the index form of a term at a level. Index terms hold no `|`. */
export function impactTerm(term: string, level: number): string {
  return `${term}|${level}`;
}

/** What is stored beside `lexical` so that it can be searched. */
export interface IndexedLexical {
  readonly lexical: string;
  /** Each distinct term with its impact level, joined by single spaces; level 1 left out, `lexical` finds those. */
  readonly impacts: string;
  /** See `contentLength`. */
  readonly length: number;
}

/** Returns the properties with which writers of chunks, summaries and profiles store a text's index terms. */
export function indexedLexical(lexical: string): IndexedLexical {
  const terms = lexical === '' ? [] : lexical.split(' ');
  const length = contentLength(terms);
  return { lexical, impacts: impactTerms(terms, length), length };
}

function impactTerms(terms: readonly string[], length: number): string {
  const frequencies = new Map<string, number>();
  for (const term of terms) frequencies.set(term, (frequencies.get(term) ?? 0) + 1);
  return [...frequencies]
    .map(([term, frequency]) => ({ term, level: impactLevel(frequency, length) }))
    .filter(({ level }) => level > 1)
    .map(({ term, level }) => impactTerm(term, level))
    .join(' ');
}
