import type { QuestionAnalysis } from '../../domain/question.ts';
import { tokenize } from '../../domain/text/tokenize.ts';
import { findNames } from '../analyse/names.ts';
import type { CollectionStatistics } from '../bm25.ts';
import { compositeQuery } from '../lexical/composite.ts';
import type { Demand } from './support.ts';

/** Words of asking that no passage needs to hold, though the index knows them. */
const ASKING = new Set(
  `list name tell show give find many much mean meaning called define describe explain say says state states according
  lista nombra dime muestra cuesta llama significa define describe explica dice segun`.split(/\s+/u),
);

/** Returns the words that must be there: those of names and codes, numbers and the parts of dates. */
function requiredWords(analysis: QuestionAnalysis): Set<string> {
  const names = findNames(analysis.text).flatMap(({ words }) => words);
  const values = tokenize(analysis.text)
    .filter((token) => token.kind === 'number' || token.kind === 'code')
    .map(({ normal }) => normal.replace(/,(?=\d{3}(?:\D|$))/gu, ''));
  return new Set([...names, ...values]);
}

/**
 * Returns what a passage must hold to support an answer to this question: its telling words without those of asking,
 * weighted by how rare they are for this reader, names, codes and numbers as required ones.
 */
export function demandOf(analysis: QuestionAnalysis, statistics: CollectionStatistics): Demand {
  const telling = analysis.terms.filter(({ word }) => !ASKING.has(word));
  const terms = telling.length > 0 ? telling : analysis.terms;
  const words = requiredWords(analysis);
  const required = [...terms.keys()].filter((index) => words.has(terms[index]?.word ?? ''));
  return { query: compositeQuery(terms, statistics), required: new Set(required) };
}
