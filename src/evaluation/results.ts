import type { PipelineName } from '../domain/api/ask.ts';
import { type CragVerdict, summariseCrag } from './crag-score.ts';
import type { ErrorClass } from './error-class.ts';
import {
  answerF1,
  exactMatch,
  hitAt,
  mean,
  quantile,
  ranksOf,
  recallAt,
  reciprocalRank,
  rougeL,
} from './measures.ts';
import type { SuiteQuestion } from './questions.ts';
import type { RungSummary } from './rungs.ts';
import type { MissCause } from './understanding/judge-rungs.ts';
import type { UnderstandingSummary } from './understanding/summarise-understanding.ts';

/** One line of `results.jsonl`: what one pipeline did with one question. */
export interface QuestionResult {
  readonly id: string;
  readonly pipeline: PipelineName;
  readonly question: string;
  readonly relevant: readonly string[];
  /** Rank of each right id that was found, ascending, from 1. */
  readonly ranks: readonly number[];
  /** First results: their ids, score and parts of the score. */
  readonly top: readonly {
    readonly ids: readonly string[];
    readonly score: number;
    readonly parts: Readonly<Record<string, number>>;
  }[];
  readonly rung: string;
  readonly status?: string;
  readonly answer?: string;
  /** Best over the right answers in words; only where the pipeline answers and the suite has answers. */
  readonly answerF1?: number;
  readonly answerEm?: number;
  readonly answerRougeL?: number;
  /** CRAG's verdict; only where the suite is in CRAG's form. */
  readonly crag?: CragVerdict;
  readonly errorClass: ErrorClass;
  /** Why the first result is not right; only for pipelines that read the graph, where the suite has the question's form. */
  readonly cause?: MissCause;
  readonly modelCalls: number;
  readonly ms: number;
}

/** Measures of one pipeline, those that are defined for the suite's kind. Names are stable. */
export type PipelineSummary = Readonly<Record<string, number>>;

/** `summary.json`. */
export interface RunSummary {
  readonly suite: string;
  readonly questions: number;
  readonly pipelines: Readonly<Record<string, PipelineSummary>>;
  /** By pipeline and rung. */
  readonly rungs: Readonly<Record<string, Readonly<Record<string, RungSummary>>>>;
  /** Only for graph suites with forms. */
  readonly understanding?: UnderstandingSummary;
}

/** Returns the ranks of a question's right ids in a ranking; see `ranksOf`. */
export function scoreRanking(ranking: readonly (readonly string[])[], question: SuiteQuestion): number[] {
  return ranksOf(ranking, question.relevant);
}

/** Returns the answer measures against the best-fitting right answer; empty when the suite has none. */
export function scoreAnswer(
  answer: string,
  question: SuiteQuestion,
): Pick<QuestionResult, 'answerF1' | 'answerEm' | 'answerRougeL'> {
  if (question.answers.length === 0) return {};
  const best = (measure: (given: string, gold: string) => number) =>
    Math.max(...question.answers.map((gold) => measure(answer, gold)));
  return { answerF1: best(answerF1), answerEm: best(exactMatch), answerRougeL: best(rougeL) };
}

/** Returns the means over one pipeline's results. `results` is not empty. */
export function summarise(results: readonly QuestionResult[]): PipelineSummary {
  const average = (value: (result: QuestionResult) => number) => mean(results.map(value));
  const summary: Record<string, number> = {};
  if (results.some(({ relevant }) => relevant.length > 0)) {
    for (const k of [1, 5, 10]) summary[`hit@${k}`] = average(({ ranks }) => hitAt(ranks, k));
    for (const k of [2, 5, 10, 20]) {
      summary[`recall@${k}`] = average(({ ranks, relevant }) => recallAt(ranks, relevant.length, k));
    }
    summary['mrr'] = average(({ ranks }) => reciprocalRank(ranks));
  }
  const verdicts = results.flatMap(({ crag }) => crag ?? []);
  if (verdicts.length > 0) Object.assign(summary, summariseCrag(verdicts));
  for (const name of ['answerF1', 'answerEm', 'answerRougeL'] as const) {
    const values = results.flatMap((result) => result[name] ?? []);
    if (values.length > 0) summary[name] = mean(values);
  }
  if (results.some(({ status }) => status !== undefined)) {
    summary['answered'] = average(({ status }) => (status === 'answered' ? 1 : 0));
  }
  summary['modelCalls'] = average(({ modelCalls }) => modelCalls);
  summary['p50Ms'] = quantile(
    results.map(({ ms }) => ms),
    0.5,
  );
  summary['p95Ms'] = quantile(
    results.map(({ ms }) => ms),
    0.95,
  );
  return summary;
}
