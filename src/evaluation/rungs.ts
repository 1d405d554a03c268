import { hitAt, mean, quantile } from './measures.ts';
import type { QuestionResult } from './results.ts';

/** What one rung of the ladder did in a pipeline. */
export interface RungSummary {
  readonly questions: number;
  /** Of the pipeline's questions, 0 to 1. */
  readonly share: number;
  /** Hit@1 over the questions that it answered; absent where the suite has no right results. */
  readonly precision?: number;
  readonly p50Ms: number;
}

/** Returns what each rung did among one pipeline's results: the rung that answered most questions first, ties by name. */
export function summariseRungs(results: readonly QuestionResult[]): Readonly<Record<string, RungSummary>> {
  const byRung = new Map<string, QuestionResult[]>();
  for (const result of results) byRung.set(result.rung, [...(byRung.get(result.rung) ?? []), result]);
  const sorted = [...byRung].sort((a, b) => b[1].length - a[1].length || (a[0] < b[0] ? -1 : 1));
  return Object.fromEntries(
    sorted.map(([rung, own]) => {
      const ranked = own.filter(({ relevant }) => relevant.length > 0);
      const times = own.map(({ ms }) => ms);
      return [
        rung,
        {
          questions: own.length,
          share: own.length / results.length,
          ...(ranked.length === 0 ? {} : { precision: mean(ranked.map(({ ranks }) => hitAt(ranks, 1))) }),
          p50Ms: quantile(times, 0.5),
        },
      ];
    }),
  );
}
