import type { QuestionAnalysis } from '../../domain/question.ts';
import type { Database } from '../../store/driver.ts';
import { type QaCandidate, qaCandidates } from '../../store/search.ts';
import type { QueryEmbeddings } from '../retrievers/dense-search.ts';
import type { RetrievalRequest } from '../retrievers/retriever.ts';
import { differences, exactForm } from './guard.ts';

interface MatchDependencies {
  readonly database: Database;
  readonly embeddings: QueryEmbeddings;
  /** Cosine from which a stored question may answer. */
  readonly threshold: number;
}

/** Stored questions looked at: the nearest one may fail the guard where the next passes. */
const NEAREST = 10;

function judge(analysis: QuestionAnalysis, pair: QaCandidate): readonly string[] {
  if (exactForm(analysis.text) === exactForm(pair.question)) return [];
  return differences(analysis.text, pair.question, analysis.language);
}

/**
 * Returns a finder of the stored question that asks the same: similar enough, and agreeing in everything that
 * similarity can't see. Undefined when there is none. One embedding, one read, no call of a chat model.
 */
export function createQuestionMatch(
  dependencies: MatchDependencies,
): (request: RetrievalRequest) => Promise<QaCandidate | undefined> {
  const { database, embeddings, threshold } = dependencies;
  return async ({ analysis, scope, documentIds, trace }) => {
    const vector = await embeddings.embedQuery(analysis.text);
    const pairs = await qaCandidates(database, scope, vector, { limit: NEAREST });
    const near = pairs.filter(
      (pair) =>
        pair.score >= threshold && (documentIds === undefined || documentIds.includes(pair.documentId)),
    );
    const judged = near.map((pair) => ({ pair, differs: judge(analysis, pair) }));
    const match = judged.find(({ differs }) => differs.length === 0)?.pair;
    const seen = judged.map(({ pair, differs }) => ({ question: pair.question, score: pair.score, differs }));
    trace.add(
      'qa',
      match === undefined
        ? `no stored question asks the same (${near.length} similar)`
        : `stored question “${match.question}” asks the same`,
      { threshold, nearest: pairs[0]?.score, similar: seen },
    );
    return match;
  };
}
