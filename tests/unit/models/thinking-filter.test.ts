import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stripThinking } from '../../../src/models/parse-json.ts';
import { createThinkingFilter } from '../../../src/models/thinking-filter.ts';

function passThrough(pieces: readonly string[]): string {
  let passed = '';
  const filter = createThinkingFilter((piece) => {
    passed += piece;
  });
  for (const piece of pieces) filter(piece);
  return passed;
}

describe('createThinkingFilter', () => {
  it('passes on an answer without reasoning as it comes', () => {
    expect(passThrough(['Wat', 'er <b', 'oils'])).toBe('Water <boils');
  });

  it('holds back reasoning that comes in pieces', () => {
    expect(passThrough(['<th', 'ink>let me ', 'see</thi', 'nk>\n\nWa', 'ter'])).toBe('Water');
  });

  it('passes on what only looks like the start of reasoning', () => {
    expect(passThrough(['<th', 'e> end'])).toBe('<the> end');
  });

  it('agrees with stripThinking however the answer is cut into pieces', () => {
    const answers = fc.constantFrom(
      '<think>a b</think> Yes, 3 < 4.',
      'No.',
      '<thin> air',
      ' \n<think>x</think>y <think>z',
    );
    fc.assert(
      fc.property(
        answers,
        fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 40, maxLength: 40 }),
        (answer, sizes) => {
          const pieces: string[] = [];
          let from = 0;
          for (const size of sizes) {
            pieces.push(answer.slice(from, from + size));
            from += size;
          }
          expect(passThrough(pieces.filter((piece) => piece !== ''))).toBe(stripThinking(answer));
        },
      ),
    );
  });
});
