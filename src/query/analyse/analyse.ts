import type { Scope } from '../../domain/access.ts';
import type { QuestionAnalysis } from '../../domain/question.ts';
import { detectLanguage } from '../../domain/text/language.ts';
import { queryTerms } from '../../domain/text/terms.ts';
import { tokenize } from '../../domain/text/tokenize.ts';
import type { Trace } from '../../domain/trace.ts';
import { TrellisError } from '../../errors.ts';
import { answerFormOf } from './answer-form.ts';
import { findDates } from './dates.ts';
import { countNegations } from './negation.ts';

/** What a later part of the analysis may read. */
export interface AnalysisContext {
  readonly scope: Scope;
  readonly trace: Trace;
  readonly signal?: AbortSignal;
}

/** A part of the analysis that reads the graph: it returns the analysis with what it found added. */
export type AnalysisPart = (
  analysis: QuestionAnalysis,
  context: AnalysisContext,
) => Promise<QuestionAnalysis>;

/** Analyses a question; throws `TRELLIS_QUERY_QUESTION_EMPTY` or `TRELLIS_QUERY_QUESTION_TOO_LONG`. */
export type Analyse = (question: string, context: AnalysisContext) => Promise<QuestionAnalysis>;

interface AnalyseDependencies {
  /** Longest question taken, in UTF-16 units. */
  readonly maxCharacters: number;
  /** Run in order after the words are known. */
  readonly parts?: readonly AnalysisPart[];
}

/** Numbers as they are compared: `1,000` and `1000` are one. */
function numbersOf(text: string): string[] {
  const numbers = tokenize(text).filter((token) => token.kind === 'number');
  return numbers.map(({ normal }) => normal.replace(/,(?=\d{3}(?:\D|$))/gu, ''));
}

/**
 * Returns what the words of a question tell: language, telling words, numbers, dates, negation and the form of the
 * answer. Nothing of the graph is known yet: no links, no types.
 */
export function analyseWords(question: string): QuestionAnalysis {
  const language = detectLanguage(question);
  return {
    text: question,
    language,
    terms: queryTerms(question, language),
    numbers: numbersOf(question),
    dates: findDates(question).map(({ value }) => value),
    negated: countNegations(question) % 2 === 1,
    links: [],
    answerTypes: [],
    answerForm: answerFormOf(question),
  };
}

function check(question: string, maxCharacters: number): void {
  if (question.length > maxCharacters) {
    throw new TrellisError(
      'TRELLIS_QUERY_QUESTION_TOO_LONG',
      `The question has ${question.length} characters; at most ${maxCharacters} are taken (QUESTION_MAX_CHARACTERS).`,
      { details: { characters: question.length, limit: maxCharacters } },
    );
  }
  if (tokenize(question).length === 0) {
    throw new TrellisError(
      'TRELLIS_QUERY_QUESTION_EMPTY',
      'The question has no words. Ask with at least one word or number.',
    );
  }
}

/** Returns the analysis of questions: the words first, then each part of `parts`. */
export function createAnalyse(dependencies: AnalyseDependencies): Analyse {
  const { maxCharacters, parts = [] } = dependencies;
  return async (question, context) => {
    check(question, maxCharacters);
    let analysis = analyseWords(question.normalize('NFC'));
    for (const part of parts) analysis = await part(analysis, context);
    const { language, answerForm, numbers, dates, negated } = analysis;
    const words = analysis.terms.map(({ word }) => word);
    context.trace.add('analyse', `${words.length} telling words, ${language}, answer form ${answerForm}`, {
      words,
      numbers,
      dates,
      negated,
      links: analysis.links,
    });
    return analysis;
  };
}
