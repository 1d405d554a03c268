import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../../src/evaluation/random.ts';
import { pairedBootstrap, signTest } from '../../../src/evaluation/statistics.ts';

describe('paired bootstrap', () => {
  it('says nothing of a difference where there is none', () => {
    expect(pairedBootstrap([1, 0, 1], [1, 0, 1])).toEqual({
      mean: 0,
      low: 0,
      high: 0,
      better: 0,
      worse: 0,
      equal: 3,
      signTest: 1,
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

describe('sign test', () => {
  it('is the exact two-sided binomial chance', () => {
    expect(signTest(0, 0)).toBe(1);
    // 2 · (1/2)^5 = 1/16
    expect(signTest(5, 0)).toBeCloseTo(1 / 16, 12);
    // 2 · (1 + 10) / 2^10 = 22/1024
    expect(signTest(1, 9)).toBeCloseTo(22 / 1024, 12);
    expect(signTest(9, 1)).toBeCloseTo(22 / 1024, 12);
    // 3 of 6 is as even as can be: the doubled tail exceeds 1 and is cut there
    expect(signTest(3, 3)).toBe(1);
    // Without cutting short: 2 · Σ C(40, 0…12) / 2^40
    expect(signTest(12, 28)).toBeCloseTo(0.016589, 6);
    expect(signTest(0, 2000)).toBeGreaterThanOrEqual(0);
  });
});
