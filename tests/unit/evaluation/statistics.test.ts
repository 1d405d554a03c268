import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../../src/evaluation/random.ts';
import { pairedBootstrap } from '../../../src/evaluation/statistics.ts';

describe('paired bootstrap', () => {
  it('says nothing of a difference where there is none', () => {
    expect(pairedBootstrap([1, 0, 1], [1, 0, 1])).toEqual({
      mean: 0,
      low: 0,
      high: 0,
      better: 0,
      worse: 0,
      equal: 3,
    });
  });

  it('holds a constant difference in a point', () => {
    const difference = pairedBootstrap([0, 0, 0, 0], [1, 1, 1, 1]);
    expect(difference).toMatchObject({ mean: 1, low: 1, high: 1, better: 4 });
  });

  it('has an interval near the normal one for many fair coins', () => {
    const random = seededRandom(7);
    const a = Array.from({ length: 400 }, () => (random() < 0.5 ? 1 : 0));
    const b = Array.from({ length: 400 }, () => (random() < 0.5 ? 1 : 0));
    const { mean, low, high } = pairedBootstrap(a, b);
    // The difference of two fair coins has variance 1/2, so the standard error of its mean is sqrt(0.5 / 400) = 0.0354.
    expect(high - low).toBeGreaterThan(2 * 1.96 * 0.0354 * 0.85);
    expect(high - low).toBeLessThan(2 * 1.96 * 0.0354 * 1.15);
    expect(low).toBeLessThan(mean);
    expect(high).toBeGreaterThan(mean);
  });

  it('is the same each time', () => {
    expect(pairedBootstrap([0, 1, 1], [1, 1, 0])).toEqual(pairedBootstrap([0, 1, 1], [1, 1, 0]));
  });
});
