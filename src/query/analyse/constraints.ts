import { inverseDocumentFrequency } from '../bm25.ts';
import type { PropertyTest } from '../graph/graph-reader.ts';
import type { QueryProperty, QuerySchema } from '../graph/query-schema.ts';
import type { WordMatch } from './align-name.ts';
import { parseNumber } from './numbers.ts';
import { questionWords, type Word } from './question-words.ts';
import { familyRelation } from './word-families.ts';
import { allowedSlips, withinSlips, wordAgreement } from './word-match.ts';

/** A condition on a property that some words of the question may state. */
export interface Constraint {
  readonly test: PropertyTest;
  readonly matches: readonly WordMatch[];
  /** Share of the value that the question says, 0 to 1; 1 for a number. */
  readonly score: number;
}

const MIN_SCORE = 0.4;
/** A word of a value that is said in other words. */
const FAMILY_QUALITY = 0.7;
const SLIP_QUALITY = 0.8;

interface ValueWord {
  readonly word: Word;
  readonly weight: number;
}

interface Value {
  readonly property: QueryProperty;
  readonly value: string;
  readonly words: readonly ValueWord[];
}

/** Words that many values of a property share say little of one ("onset" among onsets). */
function valuesOf(property: QueryProperty): Value[] {
  const parsed = property.values.map(({ value }) => ({
    value,
    words: questionWords(value, 'en').filter((word) => word.content),
  }));
  const holders = new Map<string, number>();
  for (const { words } of parsed) {
    for (const stem of new Set(words.map((word) => word.variants[0] ?? word.normal))) {
      holders.set(stem, (holders.get(stem) ?? 0) + 1);
    }
  }
  return parsed.map(({ value, words }) => ({
    property,
    value,
    words: words.map((word) => ({
      word,
      weight: inverseDocumentFrequency(parsed.length, holders.get(word.variants[0] ?? word.normal) ?? 1),
    })),
  }));
}

function agreement(value: Word, word: Word, known: (word: Word) => boolean): number {
  const plain = wordAgreement(value, word);
  if (plain > 0.5) return plain;
  const slips = allowedSlips(word.normal.length);
  if (slips > 0 && !known(word) && withinSlips(value.normal, word.normal, slips)) return SLIP_QUALITY;
  const related = familyRelation(
    'qualities',
    [word.normal, ...word.variants],
    [value.normal, ...value.variants],
  );
  return related === 'same' ? FAMILY_QUALITY : plain;
}

function matchValue(value: Value, words: readonly Word[], known: (word: Word) => boolean): Constraint[] {
  const matches = new Map<number, number>();
  let said = 0;
  let all = 0;
  for (const part of value.words) {
    all += part.weight;
    let best = { index: -1, quality: 0 };
    for (const word of words) {
      if (!word.content && part.word.normal !== word.normal) continue;
      const quality = agreement(part.word, word, known);
      if (quality > best.quality && !matches.has(word.index)) best = { index: word.index, quality };
    }
    if (best.index < 0) continue;
    said += part.weight * best.quality;
    matches.set(best.index, best.quality);
  }
  const score = all === 0 ? 0 : said / all;
  if (score < MIN_SCORE) return [];
  const { type, key } = value.property;
  return [
    {
      test: { type, key, equals: value.value },
      matches: [...matches].map(([index, quality]) => ({ index, quality })).sort((a, b) => a.index - b.index),
      score,
    },
  ];
}

type Range = Pick<PropertyTest, 'minimum' | 'maximum'>;

const BEFORE = /\b(?:before|prior to|earlier than|until|antes de)\s*$/iu;
const UP_TO = /\b(?:through|up to(?: and including)?|by|no later than|hasta|at most|or before)\s*$/iu;
const FROM = /\b(?:since|from|starting(?: in| from)?|desde|at least|no earlier than|de)\s*$/iu;
const AFTER = /\b(?:after|later than|despues de|más de|more than)\s*$/iu;
const TRAIL_DOWN = /^\s*(?:or|and)\s+(?:earlier|before|older|less|fewer)\b|^\s*o antes\b/iu;
const TRAIL_UP = /^\s*(?:(?:or|and)\s+(?:later|after|newer|more)|on(?:wards?)?|onwards?|o después)\b/iu;
const TRAIL_RANGE = /^\s*(?:to|and|-|–|until|through|a|y)\s*(\d{1,9})\b/iu;

function rangeOf(text: string, word: Word, value: number): Range {
  const before = text.slice(0, word.start);
  const after = text.slice(word.end);
  const second = TRAIL_RANGE.exec(after);
  if (/\b(?:between|from|entre|de)\s*$/iu.test(before) && second !== null) {
    return { minimum: value, maximum: Number(second[1]) };
  }
  if (TRAIL_DOWN.test(after)) return { maximum: value };
  if (TRAIL_UP.test(after)) return { minimum: value };
  if (BEFORE.test(before)) return { maximum: value - 1 };
  if (AFTER.test(before)) return { minimum: value + 1 };
  if (UP_TO.test(before)) return { maximum: value };
  if (/\b(?:since|desde|at least|no earlier than)\s*$/iu.test(before)) return { minimum: value };
  return FROM.test(before) && TRAIL_UP.test(after) ? { minimum: value } : { minimum: value, maximum: value };
}

/** Numbers that lie in a property's own range, or stand beside the property's name. */
function numberConstraints(property: QueryProperty, text: string, words: readonly Word[]): Constraint[] {
  const names = questionWords(property.key.replaceAll(/[_\W]+/gu, ' '), 'en');
  return words.flatMap((word) => {
    const value = parseNumber(word.normal);
    if (value === undefined) return [];
    const near = words.slice(Math.max(0, word.index - 3), word.index + 3);
    const named = names.some((name) => near.some((other) => wordAgreement(name, other) >= 0.95));
    const inside = value >= property.minimum && value <= property.maximum && property.minimum > 100;
    if (!named && !inside) return [];
    const range = rangeOf(text, word, value);
    return [
      {
        test: { type: property.type, key: property.key, ...range },
        matches: [{ index: word.index, quality: 1 }],
        score: 1,
      },
    ];
  });
}

/** Returns a function that finds conditions on properties in questions; the schema's values are prepared once. */
export function createConstraintFinder(
  schema: QuerySchema,
): (text: string, words: readonly Word[], known: (word: Word) => boolean) => Constraint[] {
  const values = schema.properties.filter(({ kind }) => kind === 'category').flatMap(valuesOf);
  const numbers = schema.properties.filter(({ kind }) => kind === 'number');
  return (text, words, known) => [
    ...values.flatMap((value) => matchValue(value, words, known)),
    ...numbers.flatMap((property) => numberConstraints(property, text, words)),
  ];
}
