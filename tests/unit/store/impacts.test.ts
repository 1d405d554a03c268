import { describe, expect, it } from 'vitest';
import { impactLevel, indexedLexical } from '../../../src/store/impacts.ts';

describe('the impact of a term', () => {
  it('is the saturated frequency in eighths of its limit', () => {
    // length 200 = reference: tf 1 → 2.2/2.2 = 1 → 1/2.2·8 = 3.6 → 4; tf 3 → 6.6/4.2 = 1.571 → 5.7 → 6
    expect(impactLevel(1, 200)).toBe(4);
    expect(impactLevel(3, 200)).toBe(6);
    // length 800: norm 0.25 + 3 = 3.25; tf 1 → 2.2/(1 + 3.9) = 0.449 → 1.6 → 2
    expect(impactLevel(1, 800)).toBe(2);
    // length 0: tf 1 → 2.2/1.3 = 1.692 → 6.2 → 6
    expect(impactLevel(1, 0)).toBe(6);
  });

  it('stays between 1 and 8', () => {
    expect(impactLevel(1, 100_000)).toBe(1);
    expect(impactLevel(10_000, 200)).toBe(8);
  });

  it('is written once for each distinct term, function words not counted in the length', () => {
    // content words 2: norm 0.25 + 0.75·2/200 = 0.2575; tf 1 → 2.2/1.309 = 1.681 → 6.1 → 6; tf 2 → 4.4/2.309 = 1.906 → 6.9 → 7
    expect(indexedLexical('pump valve').impacts).toBe('pump|6 valve|6');
    expect(indexedLexical('the pump of the').length).toBe(1);
    expect(indexedLexical('the pump of the').impacts).toBe('the|7 pump|6 of|6');
  });

  it('is left out at level 1, and for an empty text', () => {
    const long = `rare ${Array.from({ length: 3000 }, () => 'common').join(' ')}`;
    expect(indexedLexical(long).impacts).toBe('common|8');
    expect(indexedLexical('').impacts).toBe('');
  });
});
