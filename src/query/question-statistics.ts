import type { Scope } from '../domain/access.ts';
import type { QuestionAnalysis } from '../domain/question.ts';
import type { Database } from '../store/driver.ts';
import { termCountsOf } from '../store/search.ts';
import type { CollectionStatistics } from './bm25.ts';

/** Collections that questions are matched with: passages of documents, and texts of imported entities. */
export const SEARCHED = ['chunk', 'profile'] as const;
export type SearchedCollection = (typeof SEARCHED)[number];

/** What a reader's scope holds of the words of one question. */
export type Statistics = Readonly<Record<SearchedCollection, CollectionStatistics>>;

/** Returns the statistics of a question within a scope. */
export type QuestionStatistics = (analysis: QuestionAnalysis, scope: Scope) => Promise<Statistics>;

/**
 * Returns the statistics of questions, each read once however many steps ask for it with the same analysis and scope:
 * so all steps of one question see the same counts. Nothing is kept longer than the analysis.
 */
export function createQuestionStatistics(database: Database): QuestionStatistics {
  const known = new WeakMap<QuestionAnalysis, WeakMap<Scope, Promise<Statistics>>>();
  return (analysis, scope) => {
    const ofAnalysis = known.get(analysis) ?? new WeakMap<Scope, Promise<Statistics>>();
    known.set(analysis, ofAnalysis);
    const started = ofAnalysis.get(scope);
    if (started !== undefined) return started;
    const variants = analysis.terms.flatMap((term) => term.variants);
    const read = termCountsOf(database, scope, SEARCHED, variants);
    ofAnalysis.set(scope, read);
    return read;
  };
}
