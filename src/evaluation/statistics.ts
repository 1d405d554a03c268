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
  return {
    mean: mean(differences),
    low: quantile(means, 0.025),
    high: quantile(means, 0.975),
    better: differences.filter((difference) => difference > 0).length,
    worse: differences.filter((difference) => difference < 0).length,
    equal: differences.filter((difference) => difference === 0).length,
  };
}
