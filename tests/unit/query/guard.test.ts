import { describe, expect, test } from 'vitest';
import { differences, exactForm } from '../../../src/query/qa/guard.ts';

const STORED = 'What is the notice period for suppliers of Norvane Energy in 2024?';

describe('the guard of stored answers', () => {
  test.each([
    STORED,
    'what is the notice period for suppliers of norvane energy in 2024',
    'For suppliers of Norvane Energy, what is the notice period in 2024?',
    'Please tell me what the notice period for Norvane Energy suppliers in 2024 is.',
  ])('lets the same question in other dress pass: %s', (question) => {
    expect(differences(question, STORED, 'en')).toEqual([]);
  });

  test.each([
    ['another year', 'What is the notice period for suppliers of Norvane Energy in 2023?', 'numbers'],
    ['another name', 'What is the notice period for suppliers of Bolt Energy in 2024?', 'names'],
    ['another name in lower case', 'what is the notice period for suppliers of bolt energy in 2024', 'names'],
    ['a denial', 'What is not the notice period for suppliers of Norvane Energy in 2024?', 'polarity'],
    ['another tense', 'What was the notice period for suppliers of Norvane Energy in 2024?', 'tense'],
    ['another word', 'What is the trial period for suppliers of Norvane Energy in 2024?', 'words'],
    ['a missing condition', 'What is the notice period of Norvane Energy in 2024?', 'words'],
    ['another form of answer', 'Who set the notice period for suppliers of Norvane Energy in 2024?', 'form'],
  ])('stops %s', (_what, question, difference) => {
    expect(differences(question, STORED, 'en')).toContain(difference);
  });

  test.each([
    ['What is the fee above 100 EUR?', 'What is the fee below 100 EUR?', 'direction'],
    ['What is the fee above 100 EUR?', 'What is the fee above 150 EUR?', 'numbers'],
    ['What is due on 1 March 2024?', 'What is due on 2 March 2024?', 'dates'],
    ['Did Bolt buy Norvane?', 'Did Norvane buy Bolt?', 'order'],
    ['Who moved from Norvane to Bolt?', 'Who moved from Bolt to Norvane?', 'order'],
    ['How does the pump start?', 'When does the pump start?', 'question-word'],
    ['¿Cuál es la tarifa máxima?', '¿Cuál es la tarifa mínima?', 'words'],
    ['¿Qué plantas tienen licencia?', '¿Qué plantas no tienen licencia?', 'polarity'],
    ['the limit of pump P-100', 'the limit of pump P-200', 'numbers'],
  ])('tells %j from %j', (question, stored, difference) => {
    const language = question.startsWith('¿') ? 'es' : 'en';
    expect(differences(question, stored, language)).toContain(difference);
    expect(differences(stored, question, language)).toContain(difference);
  });

  test('takes 1,900 and 1900 for the same number', () => {
    expect(differences('What costs 1,900 EUR?', 'What costs 1900 EUR?', 'en')).toEqual([]);
  });

  test('knows a question asked word for word, whatever its case and marks', () => {
    expect(exactForm('¿Qué es  Norvane?')).toBe(exactForm('que es norvane'));
    expect(exactForm('Is it A?')).not.toBe(exactForm('Is it B?'));
  });
});
