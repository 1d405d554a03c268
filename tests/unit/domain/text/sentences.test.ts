import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { detectLanguage } from '../../../../src/domain/text/language.ts';
import { sentences } from '../../../../src/domain/text/sentences.ts';

const split = (text: string): string[] => sentences(text).map(({ start, end }) => text.slice(start, end));

describe('sentences', () => {
  it.each([
    ['Dr. Smith met J. R. Jones at 3.5 p.m. on No. 5 Main St. in Rome. She left.', 2],
    ['The answer is no. Then he left.', 2],
    ['See Fig. 3 and art. 7. El Sr. López firmó. ¿Qué pasó? Nada.', 4],
    ['"Stop!" she said. He did.', 2],
    ['She left... and returned.', 1],
    ['第一句。第二句！', 2],
    ['row a | b\nrow c | d', 2],
    ['no end', 1],
    [' \n ', 0],
  ])('counts the sentences of %j as %i', (text, count) => {
    expect(split(text)).toHaveLength(count);
  });

  it('holds every non-blank character once, in order', () => {
    const anyText = fc.string({
      unit: fc.constantFrom('a', 'B', '.', '!', '?', ' ', '\n', '"', '。', '5', 'r', 'D'),
    });
    fc.assert(
      fc.property(anyText, (text) => {
        expect(split(text).join('').replace(/\s/gu, '')).toBe(text.replace(/\s/gu, ''));
        for (const sentence of split(text)) expect(sentence).toBe(sentence.trim());
      }),
      { numRuns: 500 },
    );
  });
});

describe('detectLanguage', () => {
  it.each([
    ['The contract begins on the first of May and ends after two years.', 'en'],
    ['El contrato comienza el uno de mayo y termina tras dos años.', 'es'],
    ['Le conseil municipal a décidé de construire une nouvelle école dans le quartier nord.', 'fr'],
    ['Der Vertrag beginnt am ersten Mai und endet nach zwei Jahren.', 'de'],
    ['¿Quién suministra la lente?', 'es'],
    ['Who supplies the lens?', 'en'],
    ['Kestrel K-4', 'und'],
    ['', 'und'],
    ['12 345 %', 'und'],
  ])('takes %j for %s', (text, language) => {
    expect(detectLanguage(text)).toBe(language);
  });
});
