import type { QuestionAnalysis } from '../../domain/question.ts';
import { isMonth } from '../analyse/dates.ts';
import { findNames } from '../analyse/names.ts';
import type { Retrieval } from '../retrievers/retriever.ts';

/** What the symbolic validator thinks of what the graph found. */
export interface Verdict {
  readonly accepted: boolean;
  /** 0 to 1. */
  readonly confidence: number;
  /** In words, for the trace. */
  readonly reasons: readonly string[];
}

/** Share of the question's weight that candidates cover; 0 to 1. */
export interface CoverageOf {
  readonly graph: number;
  readonly text: number;
}

/** How much less of the question the graph's best may cover than the text's best: its path says what words can't. */
const COVERAGE_SLACK = 0.25;
/** More answers than this do not answer a question for one thing. */
const TOO_MANY = 200;

/** Forms that ask for a single thing. */
const SINGULAR = new Set(['person', 'place', 'date', 'number', 'amount']);

/** A question is relational when it names something, or when the graph answers it with entities. */
function isRelational({ text }: QuestionAnalysis, graph: Retrieval): boolean {
  const names = findNames(text).filter(({ words }) => !words.every(isMonth));
  return names.length > 0 || graph.candidates.slice(0, 3).some(({ kind }) => kind === 'entity');
}

/**
 * Returns whether the graph's candidates may lead the answer, by what the graph did not use itself: how much of the
 * question its best candidates cover beside those of plain text, how many there are, and whether both agree.
 */
export function validateGraph(
  analysis: QuestionAnalysis,
  graph: Retrieval,
  text: Retrieval,
  coverage: CoverageOf,
): Verdict {
  if (graph.refused !== undefined) return { accepted: false, confidence: 1, reasons: [graph.refused] };
  if (graph.candidates.length === 0) {
    return { accepted: false, confidence: 1, reasons: ['the graph found nothing'] };
  }
  if (!isRelational(analysis, graph)) {
    return { accepted: false, confidence: 1, reasons: ['the question names nothing to start from'] };
  }
  const topText = new Set(text.candidates.slice(0, 10).map(({ id }) => id));
  const agree = graph.candidates.slice(0, 3).some(({ id }) => topText.has(id));
  const covers = coverage.graph >= coverage.text - COVERAGE_SLACK;
  const crowded = graph.candidates.length > TOO_MANY && SINGULAR.has(analysis.answerForm);
  const reasons = [
    agree ? 'text retrieval finds it too' : 'text retrieval finds something else',
    `it covers ${coverage.graph.toFixed(2)} of the question, text ${coverage.text.toFixed(2)}`,
    ...(crowded ? ['too many answers for a question about one thing'] : []),
  ];
  const votes = [agree, covers, !crowded].filter(Boolean).length;
  return { accepted: votes >= 2, confidence: votes / 3, reasons };
}
