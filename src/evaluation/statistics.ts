import { mean, quantile } from './measures.ts';
import { seededRandom } from './random.ts';

/** A difference of two runs on the same questions: mean of B − A with its 95 % interval. */
export interface Difference {
  readonly mean: number;
  readonly low: number;
  readonly high: number;
  /** Questions on which B is better, worse, equal. */
  readonly better: number;
  readonly worse: number;
  readonly equal: number;
  /** Two-sided p of the sign test over the questions that differ: how likely so uneven a split is by chance alone. */
  readonly signTest: number;
}

/**
 * Returns the paired bootstrap of `b − a` (Efron and Tibshirani 1993, percentile interval). Both lists hold one value
 * for each question in the same order. Equal input gives equal output.
 */
export function pairedBootstrap(
  a: readonly number[],
  b: readonly number[],
  { samples = 2000, seed = 1 }: { samples?: number; seed?: number } = {},
): Difference {
  const differences = b.map((value, index) => value - (a[index] ?? 0));
  const random = seededRandom(seed);
  const means = Array.from({ length: samples }, () =>
    mean(differences.map(() => differences[Math.floor(random() * differences.length)] ?? 0)),
  );
  const better = differences.filter((difference) => difference > 0).length;
  const worse = differences.filter((difference) => difference < 0).length;
  return {
    mean: mean(differences),
    low: quantile(means, 0.025),
    high: quantile(means, 0.975),
    better,
    worse,
    equal: differences.length - better - worse,
    signTest: signTest(better, worse),
  };
}

/**
 * Returns the exact two-sided p of the sign test (Dixon and Mood 1946): the chance that of `better + worse` fair coins
 * the rarer side shows at most this often, twice, at most 1. Ties take no part; without a difference 1.
 */
export function signTest(better: number, worse: number): number {
  const count = better + worse;
  let logChoose = 0;
  let tail = 0;
  for (let heads = 0; heads <= Math.min(better, worse); heads += 1) {
    if (heads > 0) logChoose += Math.log(count - heads + 1) - Math.log(heads);
    tail += Math.exp(logChoose - count * Math.LN2);
  }
  return Math.min(1, 2 * tail);
}
