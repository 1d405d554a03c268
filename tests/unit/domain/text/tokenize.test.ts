import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lexicalTerms, MAX_TERM_LENGTH, queryTerms, wordTerms } from '../../../../src/domain/text/terms.ts';
import { tokenize } from '../../../../src/domain/text/tokenize.ts';

const normals = (text: string): string[] => tokenize(text).map((token) => token.normal);
const words = (question: string, language?: string): string[] =>
  queryTerms(question, language).map((term) => term.word);

/** Text with what breaks tokenizers: accents, joiners, codes, scripts, marks of query languages, lone surrogates. */
const anyText = fc.string({
  unit: fc.oneof(
    fc.constantFrom(
      'a',
      'B',
      '9',
      '-',
      '/',
      '.',
      '+',
      '#',
      "'",
      ' ',
      '\n',
      'é',
      'e\u0301',
      'ñ',
      '\u00AD',
      'ß',
      'ﬁ',
      '水',
      'ก',
      '👍',
      '\uD800',
      '~',
      '"',
      ':',
      '_',
      '&',
      '@',
      ',',
      'ﷺ',
      'İ',
    ),
    fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
  ),
});

describe('tokenize', () => {
  it.each([
    ['ISO-9001', ['iso-9001']],
    ['v2.1.3.', ['v2.1.3']],
    ['tb-500,', ['tb-500']],
    ['(TCP/IP)', ['tcp/ip']],
    ['C++ and C#', ['c++', 'and', 'c#']],
    ['AT&T', ['at&t']],
    ['U.S. law', ['us', 'law']],
    ['root causes/solutions', ['root', 'causes', 'solutions']],
    ['well-known', ['well', 'known']],
    ['~alien "unclosed node:', ['alien', 'unclosed', 'node']],
    ['a AND NOT x', ['a', 'and', 'not', 'x']],
    ["the engineer's and the engineer’s", ['the', 'engineer', 'and', 'the', 'engineer']],
    ['3.5 and 1,000', ['3.5', 'and', '1,000']],
    ['ticket# 5', ['ticket', '5']],
  ])('reads %s as %j', (text, expected) => {
    expect(normals(text)).toEqual(expected);
  });

  it('gives one normal form to spellings that differ in accent, case, width, ligature or code points', () => {
    expect(normals('Café CAFE\u0301 cafe ＣＡＦＥ')).toEqual(['cafe', 'cafe', 'cafe', 'cafe']);
    expect(normals('Stra\u00ADße Strasse')).toEqual(['strasse', 'strasse']);
    expect(normals('ﬁrma firma')).toEqual(['firma', 'firma']);
  });

  it('finds no token in punctuation, emoji or nothing', () => {
    expect(['', '   ', '?!…—', '👍🏽', '\uD800'].flatMap(normals)).toEqual([]);
  });

  it('gives ascending, disjoint tokens that stand at their offsets and lose no letter or digit', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        let end = 0;
        let covered = '';
        for (const token of tokenize(text)) {
          expect(token.start).toBeGreaterThanOrEqual(end);
          expect(text.slice(token.start, token.end)).toBe(token.text);
          expect(token.normal).not.toBe('');
          expect(token.normal).not.toMatch(/[\s\p{C}]/u);
          covered += token.text;
          end = token.end;
        }
        const letters = (from: string): string => (from.match(/[\p{L}\p{N}]/gu) ?? []).join('');
        expect(letters(covered)).toBe(letters(text));
      }),
      { numRuns: 500 },
    );
  });

  it('takes a million characters without white space in linear time', () => {
    const started = performance.now();
    expect(tokenize('a-'.repeat(500_000))).toHaveLength(1);
    expect(performance.now() - started).toBeLessThan(10_000);
  });
});

describe('lexicalTerms', () => {
  it('keeps a code whole and adds its parts', () => {
    expect(lexicalTerms('ISO-9001', 'en')).toEqual(['iso-9001', 'iso', '9001']);
    expect(lexicalTerms('firmware v2.1.3', 'en')).toEqual(['firmwar', 'v2.1.3', '2.1.3']);
  });

  it('stems English as Snowball does', () => {
    expect(lexicalTerms('generously dying ties gas exceedingly hopping', 'en')).toEqual([
      'generous',
      'die',
      'tie',
      'gas',
      'exceed',
      'hop',
    ]);
  });

  it('gives a Spanish word one stem with and without accent, singular and plural, and none that is an English word', () => {
    const [a, b, c] = ['calibración', 'calibracion', 'calibraciones'].map(
      (word) => lexicalTerms(word, 'es')[0],
    );
    expect(new Set([a, b, c]).size).toBe(1);
    expect(lexicalTerms('cara', 'es')).toEqual(['car_']);
  });

  it('pairs neighbouring characters of scripts without spaces', () => {
    expect(lexicalTerms('地下水', 'zh')).toEqual(['地', '下', '地下', '水', '下水']);
  });

  it('leaves other languages unstemmed and takes thousands separators out', () => {
    expect(lexicalTerms('Häuser kosten 1,250,000', 'de')).toEqual(['hauser', 'kosten', '1250000']);
  });

  it('gives terms that a white space analyzer keeps apart, whatever the text', () => {
    fc.assert(
      fc.property(anyText, fc.constantFrom('en', 'es', 'und', 'de'), (text, language) => {
        const terms = lexicalTerms(text, language);
        for (const term of terms) {
          expect(term.length).toBeGreaterThan(0);
          expect(term.length).toBeLessThanOrEqual(MAX_TERM_LENGTH);
          expect(term).not.toMatch(/[\s\p{Z}\p{C}]/u);
        }
        expect(wordTerms(text)).toHaveLength(terms.length);
        expect(lexicalTerms(text, language)).toEqual(terms);
      }),
      { numRuns: 500 },
    );
  });

  it('keeps long words distinct that begin alike', () => {
    const [a, b] = [`${'x'.repeat(100)}a`, `${'x'.repeat(100)}b`].map((word) => lexicalTerms(word, 'en')[0]);
    expect(a).not.toBe(b);
    expect(a?.length).toBeLessThanOrEqual(MAX_TERM_LENGTH);
  });
});

describe('queryTerms', () => {
  it('leaves stop words of both languages out and joins words of one stem', () => {
    expect(words('What is the calibration of the calibrations?', 'en')).toEqual(['calibration']);
    expect(words('¿Quién dirige el laboratorio de Girona?', 'es')).toEqual([
      'dirige',
      'laboratorio',
      'girona',
    ]);
  });

  it('keeps all words of a question that is made of stop words', () => {
    expect(words('who is it')).toEqual(['who', 'is', 'it']);
  });

  it('tells names in capitals from stop words, unless all is in capitals', () => {
    expect(words('What does the US supply to IT?', 'en')).toEqual(['us', 'supply', 'it']);
    expect(words('WHO MADE IT', 'en')).toEqual(['made']);
  });

  it('finds a document term of either language, whichever language the question is taken for', () => {
    const sample = fc.constantFrom(
      'Torres',
      'instrumentos',
      'suppliers',
      'gratings',
      'casas',
      'ISO-9001',
      'niños',
      'running',
    );
    fc.assert(
      fc.property(
        sample,
        fc.constantFrom('en', 'es', 'und'),
        fc.constantFrom('en', 'es', 'de'),
        (word, asked, written) => {
          const variants = queryTerms(word, asked).flatMap((term) => term.variants);
          expect(variants).toEqual(expect.arrayContaining(lexicalTerms(word, written)));
        },
      ),
    );
  });

  it('is empty for a question without words', () => {
    expect(queryTerms('?! ...')).toEqual([]);
  });
});
