import type { Step } from '../graph/graph-reader.ts';
import type { QuerySchema } from '../graph/query-schema.ts';
import { type AnswerType, likeliestType } from './answer-type.ts';
import { parseNumber } from './numbers.ts';
import type { Word } from './question-words.ts';
import type { SchemaMatches } from './schema-match.ts';

/** A condition on how many neighbours the answer has along a step. */
export interface CountCondition {
  readonly type: string;
  /** Seen from the answer. */
  readonly step: Step;
  readonly minimum?: number;
  readonly maximum?: number;
  /** The answer is the one with the most, or the fewest. */
  readonly extreme?: 'most' | 'fewest';
  /** Words that state it. */
  readonly words: readonly number[];
}

type Bound = Pick<CountCondition, 'minimum' | 'maximum' | 'extreme'>;

interface Found extends Bound {
  readonly words: readonly number[];
  /** Where the thing counted is looked for: around this place. */
  readonly at: number;
}

const MOST = /^(?:most|maximum|mas|mayor)$/u;
const FEWEST = /^(?:fewest|least|minimum|menos|menor)$/u;
const SIZE = /^(?:longest|largest|highest|biggest|greatest)$/u;
const SMALL = /^(?:shortest|smallest|lowest)$/u;
const AMOUNT = /^(?:number|list|count|amount|set|numero|lista|cantidad)$/u;
const UP_BEFORE = /\b(?:at least|no fewer than|no less than|minimum of|al menos|por lo menos)\s*$/iu;
const OVER_BEFORE = /\b(?:more than|over|above|exceeding|más de|mas de)\s*$/iu;
const DOWN_BEFORE = /\b(?:at most|no more than|up to|como máximo)\s*$/iu;
const UNDER_BEFORE = /\b(?:fewer than|less than|under|below|menos de)\s*$/iu;
const UP_AFTER = /^\s*(?:or|o)\s+(?:more|over|above|más|mas)\b/iu;
const DOWN_AFTER = /^\s*(?:or|o)\s+(?:fewer|less|under|menos)\b/iu;

/** "seventy-five" is two words. */
function numberAt(words: readonly Word[], index: number): { value: number; used: number[] } | undefined {
  const word = words[index];
  const value = word === undefined ? undefined : parseNumber(word.normal);
  if (word === undefined || value === undefined || (index > 0 && isTens(words[index - 1]))) return undefined;
  const next = words[index + 1];
  const unit = next === undefined ? undefined : parseNumber(next.normal);
  const joined = isTens(word) && unit !== undefined && unit < 10 && !/\d/u.test(next?.normal ?? '');
  return joined ? { value: value + unit, used: [index, index + 1] } : { value, used: [index] };
}

const isTens = (word: Word | undefined): boolean =>
  /^(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)$/u.test(word?.normal ?? '');

function boundAt(text: string, start: number, end: number, value: number): Bound | undefined {
  const before = text.slice(0, start);
  const after = text.slice(end);
  if (UP_BEFORE.test(before) || UP_AFTER.test(after)) return { minimum: value };
  if (OVER_BEFORE.test(before)) return { minimum: value + 1 };
  if (DOWN_BEFORE.test(before) || DOWN_AFTER.test(after)) return { maximum: value };
  return UNDER_BEFORE.test(before) ? { maximum: value - 1 } : undefined;
}

/** Words of comparing around a number ("at least", "or more", "times"). */
function comparing(words: readonly Word[], from: number, to: number): number[] {
  const around = words.slice(Math.max(0, from - 3), to + 4);
  return around
    .filter(({ normal }) => /^(?:least|most|more|fewer|less|over|than|times|veces)$/u.test(normal))
    .map(({ index }) => index);
}

function findBound(text: string, words: readonly Word[]): Found | undefined {
  for (const word of words) {
    const number = numberAt(words, word.index);
    const last = words[number?.used.at(-1) ?? -1];
    if (number === undefined || last === undefined) continue;
    const bound = boundAt(text, word.start, last.end, number.value);
    if (bound === undefined) continue;
    return { ...bound, words: [...number.used, ...comparing(words, word.index, last.index)], at: last.index };
  }
  for (const { index, normal } of words) {
    const near = words.slice(index + 1, index + 3).find((word) => AMOUNT.test(word.normal));
    const sized = near !== undefined && (SIZE.test(normal) || SMALL.test(normal));
    if (!sized && !MOST.test(normal) && !FEWEST.test(normal)) continue;
    if (/^at$/u.test(words[index - 1]?.normal ?? '')) continue;
    const extreme = FEWEST.test(normal) || SMALL.test(normal) ? 'fewest' : 'most';
    return { extreme, words: near === undefined ? [index] : [index, near.index], at: near?.index ?? index };
  }
  return undefined;
}

interface Option {
  readonly step: Step;
  readonly fit: number;
  readonly words: readonly number[];
}

const REACH = 5;

/** Steps from a type, by the words near the number that speak of the relation or of the type at its other end. */
function optionsOf(
  type: string,
  at: number,
  words: readonly Word[],
  matches: SchemaMatches,
  schema: QuerySchema,
): Option[] {
  const near = (index: number): boolean => Math.abs(index - at) <= REACH;
  return schema.relations.flatMap((relation): Option[] => {
    const spoken = (matches.relations.get(relation.name) ?? []).filter(({ index }) => near(index));
    const ends: { step: Step; other: string }[] = [];
    if (relation.domain === type)
      ends.push({ step: { relation: relation.name, direction: 'out' }, other: relation.range });
    if (relation.range === type)
      ends.push({ step: { relation: relation.name, direction: 'in' }, other: relation.domain });
    return ends.map(({ step, other }) => {
      const named = (matches.types.get(other) ?? []).filter(({ index }) => index > at - 2 && near(index));
      const passive = spoken.some(({ index }) => /(?:ed|ado|ada)$/u.test(words[index]?.normal ?? ''));
      const told = relation.domain !== relation.range ? 0 : (step.direction === 'in') === passive ? 0.1 : 0;
      const best = (list: readonly { quality: number }[]): number =>
        Math.max(0, ...list.map(({ quality }) => quality));
      return {
        step,
        fit: best(spoken) + (other === type ? 0 : best(named)) + told,
        words: [...spoken, ...named].map(({ index }) => index),
      };
    });
  });
}

/**
 * Returns the condition on a number of neighbours that a question states ("at least nine diseases", "most cited");
 * undefined when it states none, or nothing of the schema that could be counted.
 */
export function findCountCondition(
  text: string,
  words: readonly Word[],
  matches: SchemaMatches,
  answer: AnswerType,
  schema: QuerySchema,
): CountCondition | undefined {
  const bound = findBound(text, words);
  const type = likeliestType(answer)?.type;
  if (bound === undefined || type === undefined) return undefined;
  const options = optionsOf(type, bound.at, words, matches, schema).sort((a, b) => b.fit - a.fit);
  const best = options[0];
  if (best === undefined || best.fit < 0.3) return undefined;
  const { at: _at, words: stated, ...rest } = bound;
  return {
    ...rest,
    type,
    step: best.step,
    words: [...new Set([...stated, ...best.words])].sort((a, b) => a - b),
  };
}
