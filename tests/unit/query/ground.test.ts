import { describe, expect, test } from 'vitest';
import { ground } from '../../../src/query/answer/ground.ts';

const PASSAGES = [
  'Lease / Terms\nThe lease of the Ostrava plant ends on 3 May 2027. Pets are not allowed.',
  'Pumps\nPump P-200 by Norvane runs at 25 bar.',
];

describe('the check of a generated answer', () => {
  test.each([
    ['The lease of the Ostrava plant ends on 3 May 2027 [1].', [1]],
    ['The Ostrava lease ends on 3 May 2027. [1]', [1]],
    ['Norvane’s pump P-200 runs at 25 bar [2].', [2]],
    ['Pets are not allowed [1].', [1]],
  ])('keeps %j', (answer, marks) => {
    const { kept, dropped } = ground(answer, PASSAGES);
    expect(dropped).toEqual([]);
    expect(kept.map((sentence) => sentence.marks)).toEqual([marks]);
  });

  test.each([
    ['a sentence without a mark', 'The lease of the Ostrava plant ends on 3 May 2027.'],
    ['a mark that does not exist', 'The lease of the Ostrava plant ends on 3 May 2027 [9].'],
    ['the right fact under the wrong mark', 'The lease of the Ostrava plant ends on 3 May 2027 [2].'],
    ['another number', 'The lease of the Ostrava plant ends on 3 May 2028 [1].'],
    ['another name', 'The lease of the Gdynia plant ends on 3 May 2027 [1].'],
    ['a denial that no source makes', 'Pump P-200 by Norvane never runs at 25 bar [2].'],
    ['words that no source has', 'Investors everywhere admire such wonderful engineering achievements [2].'],
  ])('drops %s', (_what, answer) => {
    const { kept, dropped } = ground(answer, PASSAGES);
    expect(kept).toEqual([]);
    expect(dropped).toHaveLength(1);
  });

  test('judges each sentence alone', () => {
    const { kept, dropped } = ground('Pump P-200 runs at 25 bar [2]. It costs 900 EUR [2].', PASSAGES);
    expect(kept.map(({ text }) => text)).toEqual(['Pump P-200 runs at 25 bar.']);
    expect(dropped).toHaveLength(1);
  });

  test('gives nothing for nothing', () => {
    expect(ground('', PASSAGES)).toEqual({ kept: [], dropped: [] });
    expect(ground('[1]', PASSAGES)).toEqual({ kept: [], dropped: [] });
  });
});
