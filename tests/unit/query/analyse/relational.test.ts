import { describe, expect, test } from 'vitest';
import { alignName } from '../../../../src/query/analyse/align-name.ts';
import { answerTypeOf } from '../../../../src/query/analyse/answer-type.ts';
import { createConstraintFinder } from '../../../../src/query/analyse/constraints.ts';
import { findCountCondition } from '../../../../src/query/analyse/count-condition.ts';
import { negatedWords } from '../../../../src/query/analyse/negated-words.ts';
import { parseNumber } from '../../../../src/query/analyse/numbers.ts';
import { questionWords } from '../../../../src/query/analyse/question-words.ts';
import { createSchemaMatcher } from '../../../../src/query/analyse/schema-match.ts';
import { withinSlips } from '../../../../src/query/analyse/word-match.ts';
import type { QuerySchema } from '../../../../src/query/graph/query-schema.ts';

const type = (name: string, description: string, personShare = 0) => ({
  name,
  description,
  count: 9,
  personShare,
  names: [],
});
const schema: QuerySchema = {
  language: 'en',
  types: [
    type('recipe', 'a recipe of the cookery school'),
    type('cook', 'a person who cooks', 1),
    type('spice', 'a seasoning'),
  ],
  relations: [
    {
      name: 'created_by',
      domain: 'recipe',
      range: 'cook',
      description: 'the recipe was made by the cook',
      count: 9,
    },
    { name: 'uses', domain: 'recipe', range: 'spice', description: 'the recipe needs this spice', count: 9 },
    { name: 'replaces', domain: 'recipe', range: 'recipe', description: '', count: 9 },
  ],
  properties: [
    { type: 'recipe', key: 'year', kind: 'number', values: [], minimum: 1900, maximum: 2020 },
    {
      type: 'recipe',
      key: 'level',
      kind: 'category',
      values: [
        { value: 'Beginner level', count: 5 },
        { value: 'Advanced level', count: 4 },
      ],
      minimum: 0,
      maximum: 0,
    },
  ],
};
const match = createSchemaMatcher(schema);
const understand = (text: string) => {
  const words = questionWords(text, 'en');
  const matches = match(words);
  const answer = answerTypeOf(text, words, matches, schema);
  return { words, matches, answer, count: findCountCondition(text, words, matches, answer, schema) };
};
const known = () => true;
const weighing = { weight: () => 1, known };

describe('names in questions', () => {
  const alignmentOf = (name: string, question: string) =>
    alignName(name, questionWords(question, 'en'), weighing);

  test('a name is found in any order of its words', () => {
    expect(alignmentOf('Curry, green', 'who made the green curry')).toMatchObject({ score: 1, how: 'exact' });
  });

  test('given names may be initials as far as they go, and other given names tell another person', () => {
    expect(alignmentOf('J. Smith', 'recipes by John Smith')?.score).toBe(1);
    expect(alignmentOf('Smith, J.', 'recipes by J. Smith')?.score).toBe(1);
    expect(alignmentOf('J. Smith', 'recipes by Paul Smith')?.score ?? 1).toBeLessThan(0.5);
  });

  test('half a name scores half', () => {
    expect(alignmentOf('green curry', 'the green one')?.score).toBeCloseTo(0.5, 9);
  });

  test('a slip is forgiven only in a word that the graph does not know', () => {
    const question = questionWords('recipes with cinamon', 'en');
    expect(alignName('cinnamon', question, { weight: () => 1, known: () => false })?.how).toBe('fuzzy');
    expect(alignName('cinnamon', question, weighing)?.score ?? 0).toBeLessThan(0.8);
  });
});

test('slips are insertions, drops, changes and swaps of neighbours', () => {
  expect(withinSlips('cinamon', 'cinnamon', 1)).toBe(true);
  expect(withinSlips('cinanmon', 'cinnamon', 1)).toBe(true);
  expect(withinSlips('cumin', 'cinnamon', 2)).toBe(false);
});

describe('the type asked for', () => {
  test.each([
    ['Which recipes use saffron?', 'recipe'],
    ['who created the green curry', 'cook'],
    ['Saffron and rice in one dish. Recipe?', 'recipe'],
    ['spice recipes by J. Smith', 'recipe'],
    ['Spices that two cooks use', 'spice'],
  ])('%s → %s', (question, expected) => {
    expect([...understand(question).answer.scores.keys()]).toEqual([expected]);
  });
});

test('a relation is spoken of by its name, by a word of its family, or seen from its other end', () => {
  const { matches } = understand('recipe that supersedes one created in Paris');
  expect(matches.relations.get('replaces')?.[0]?.quality).toBeCloseTo(0.7, 9);
  expect(matches.relations.get('created_by')?.length).toBe(1);
});

describe('conditions', () => {
  const find = createConstraintFinder(schema);
  const tests = (text: string) => find(text, questionWords(text, 'en'), known).map((found) => found.test);

  test.each([
    ['recipes before 1990', { maximum: 1989 }],
    ['recipes since 1990', { minimum: 1990 }],
    ['recipes from 2003 on', { minimum: 2003 }],
    ['recipes from 2012 or earlier', { maximum: 2012 }],
    ['recipes up to and including 2008', { maximum: 2008 }],
    ['recipes between 1990 and 1995', { minimum: 1990, maximum: 1995 }],
    ['recipes of 1990', { minimum: 1990, maximum: 1990 }],
  ])('%s', (question, range) => {
    expect(tests(question)[0]).toEqual({ type: 'recipe', key: 'year', ...range });
  });

  test('a value is told by the word that tells it from the others', () => {
    expect(tests('recipes for beginners')).toEqual([
      { type: 'recipe', key: 'level', equals: 'Beginner level' },
    ]);
  });
});

describe('counts', () => {
  test('a bound counts the neighbours that the words name', () => {
    expect(understand('Cooks with at least thirty-five recipes').count).toMatchObject({
      type: 'cook',
      step: { relation: 'created_by', direction: 'in' },
      minimum: 35,
    });
  });

  test('a superlative asks for the one with the most', () => {
    expect(understand('Which recipe uses the most spices?').count).toMatchObject({
      step: { relation: 'uses', direction: 'out' },
      extreme: 'most',
    });
  });

  test('a question without a count has none', () => {
    expect(understand('Which recipes use saffron?').count).toBeUndefined();
  });
});

test('"without" denies what follows, "not" its clause', () => {
  const denied = (text: string) => {
    const words = questionWords(text, 'en');
    return [...negatedWords(text, words)].map((at) => words[at]?.text).join(' ');
  };
  expect(denied('curry without salt, with rice')).toBe('without salt');
  expect(denied('recipes in which salt is not used')).toBe('which salt is not used');
  expect(denied('document 5 of the moment')).toBe('');
});

test('numbers are read in digits and in words', () => {
  expect(['30', '1,000', 'thirty', 'curry'].map(parseNumber)).toEqual([30, 1000, 30, undefined]);
});
