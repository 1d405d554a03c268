import { describe, expect, test } from 'vitest';
import { createTrace } from '../../../src/domain/trace.ts';
import { analyseWords, createAnalyse } from '../../../src/query/analyse/analyse.ts';
import { answerFormOf } from '../../../src/query/analyse/answer-form.ts';
import { findDates } from '../../../src/query/analyse/dates.ts';
import { findNames } from '../../../src/query/analyse/names.ts';
import { countNegations } from '../../../src/query/analyse/negation.ts';

const scope = { tenant: 't', acls: [] };
const analyse = createAnalyse({ maxCharacters: 4000 });
const run = (question: string) => analyse(question, { scope, trace: createTrace() });

describe('dates', () => {
  test.each([
    ['signed on March 1, 2016 in Bilbao', ['2016-03-01']],
    ['firmado el 1 de marzo de 2016', ['2016-03-01']],
    ['the 3rd of May 2020', ['2020-05-03']],
    ['2016-03-01 and 2017', ['2016-03-01', '2017']],
    ['in Q3 2020', ['2020-q3']],
    ['in September 1999', ['1999-09']],
    ['due on 5 June', ['--06-05']],
    ['on 1/2/2016', ['1/2/2016']],
    ['it costs 2016.50 or 12,016', []],
    ['he may go', []],
  ])('are told in "%s"', (text, values) => {
    expect(findDates(text).map(({ value }) => value)).toEqual(values);
  });
});

describe('answer form', () => {
  test.each([
    ['Who signed the lease?', 'person'],
    ['¿Quién firmó el contrato?', 'person'],
    ['When does the lease end?', 'date'],
    ['¿Dónde está la planta?', 'place'],
    ['How many pumps are there?', 'count'],
    ['¿Cuánto cuesta la tarifa básica?', 'amount'],
    ['How long is the notice period?', 'number'],
    ['Does the lease allow pets?', 'yes-no'],
    ['¿Es obligatorio el casco?', 'yes-no'],
    ['List the pumps of the plant', 'list'],
    ['What is a heat exchanger?', 'definition'],
    ['Why did the pump fail?', 'reason'],
    ['¿Por qué falló la bomba?', 'reason'],
    ['Which pump failed?', 'other'],
  ])('of "%s" is %s', (question, form) => {
    expect(answerFormOf(question)).toBe(form);
  });
});

describe('names', () => {
  test('are capitalised words in a row, with linking words inside, and codes', () => {
    const names = findNames('Which pumps did Port of Ostrava buy from Norvane Energy under ISO-9001?');
    expect(names.map(({ text }) => text)).toEqual(['Port of Ostrava', 'Norvane Energy', 'ISO-9001']);
    expect(names[0]?.words).toEqual(['port', 'ostrava']);
  });

  test('do not start at a question word, and an all-capitals question has none', () => {
    expect(findNames('What is Norvane?').map(({ text }) => text)).toEqual(['Norvane']);
    expect(findNames('WHAT IS NORVANE?')).toEqual([]);
  });
});

describe('negation', () => {
  test('counts denying words and leaves numbering alone', () => {
    expect(countNegations('Which plants are not open?')).toBe(1);
    expect(countNegations("It isn't never open")).toBe(2);
    expect(countNegations('plantas sin licencia')).toBe(1);
    expect(countNegations('see clause no. 5')).toBe(0);
  });
});

describe('analysis of a question', () => {
  test('tells language, words, numbers, dates, polarity and form', () => {
    const analysis = analyseWords('How much was not paid of the 1,200 EUR in 2019?');
    expect(analysis).toMatchObject({
      language: 'en',
      numbers: ['1200', '2019'],
      dates: ['2019'],
      negated: true,
      answerForm: 'amount',
    });
    expect(analysis.terms.map(({ word }) => word)).toEqual(
      ['much', 'not', 'paid', '1200', 'eur', '2019'].filter((word) => word !== 'not'),
    );
  });

  test.each([
    'root causes/solutions',
    'TCP/IP',
    '~alien',
    '"unclosed',
    'a AND',
    'NOT x',
    'C++',
    'node:',
    'node:(lexical) OR tenant:*',
    'delete the create statement',
    "x' OR 1=1",
    'パイプの圧力',
    '🙂 pump 🙂',
    'n'.repeat(3000),
  ])('takes %j as words', async (question) => {
    const { terms } = await run(question);
    expect(terms.length).toBeGreaterThan(0);
    for (const { variants } of terms) expect(variants.every((variant) => !/\s/u.test(variant))).toBe(true);
  });

  test.each(['', '   ', '?!… --', '🙂'])('refuses %j, which has no words', async (question) => {
    await expect(run(question)).rejects.toMatchObject({ code: 'TRELLIS_QUERY_QUESTION_EMPTY' });
  });

  test('refuses a question of 100,000 characters', async () => {
    await expect(run('pump '.repeat(20_000))).rejects.toMatchObject({
      code: 'TRELLIS_QUERY_QUESTION_TOO_LONG',
      details: { characters: 100_000, limit: 4000 },
    });
  });

  test('reads é as one or as two code points alike', async () => {
    const composed = await run('caf\u00e9 prices');
    const decomposed = await run('cafe\u0301 prices');
    expect(decomposed.terms).toEqual(composed.terms);
  });

  test('runs the parts that read the graph in order, each on what the one before found', async () => {
    const withParts = createAnalyse({
      maxCharacters: 4000,
      parts: [
        async (analysis) => ({ ...analysis, answerTypes: ['Pump'] }),
        async (analysis) => ({ ...analysis, answerTypes: [...analysis.answerTypes, 'Plant'] }),
      ],
    });
    const { answerTypes } = await withParts('Which pumps?', { scope, trace: createTrace() });
    expect(answerTypes).toEqual(['Pump', 'Plant']);
  });
});
