import { fold } from '../../domain/text/fold.ts';
import { queryTerms } from '../../domain/text/terms.ts';
import { tokenize } from '../../domain/text/tokenize.ts';
import { answerFormOf } from '../analyse/answer-form.ts';
import { findDates } from '../analyse/dates.ts';
import { findNames } from '../analyse/names.ts';
import { countNegations } from '../analyse/negation.ts';

/** In what a question differs from a stored one though they sound alike. */
export type Difference =
  | 'numbers'
  | 'dates'
  | 'polarity'
  | 'form'
  | 'question-word'
  | 'tense'
  | 'direction'
  | 'names'
  | 'words'
  | 'order';

const list = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/u));

/** Words of politeness and of asking: they change nothing of what is asked. */
const LIGHT = list(
  `please tell give show explain describe say state know want need let could would exactly actually currently
  dime diga indica indique explica explique quiero saber favor exactamente actualmente`,
);

/** Function words that turn a question round; index terms leave them out. */
const DIRECTION = list(
  `before after above below under over up down until between during against all only both more most less least each
  from than since without antes despues encima debajo hasta desde contra entre durante mas menos todos todas solo cada sin`,
);

/** Words after which the order of the names decides. */
const ORDERED = list(
  'from to than by before after between over under into onto de a por antes despues desde hasta',
);

const QUESTION_WORDS: Readonly<Record<string, string>> = {
  who: 'who',
  whom: 'who',
  whose: 'who',
  quien: 'who',
  quienes: 'who',
  where: 'where',
  donde: 'where',
  adonde: 'where',
  when: 'when',
  cuando: 'when',
  why: 'why',
  how: 'how',
  como: 'how',
};

const TENSES: Readonly<Record<string, string>> = {
  was: 'past',
  were: 'past',
  did: 'past',
  had: 'past',
  fue: 'past',
  fueron: 'past',
  era: 'past',
  eran: 'past',
  will: 'future',
  would: 'future',
  shall: 'future',
  sera: 'future',
  seran: 'future',
};

const same = (a: Iterable<string>, b: Iterable<string>): boolean =>
  [...new Set(a)].sort().join('\n') === [...new Set(b)].sort().join('\n');

const wordsOf = (text: string): string[] => tokenize(text).map(({ normal }) => normal);

function numbersOf(text: string): string[] {
  return wordsOf(text)
    .filter((word) => /\p{N}/u.test(word))
    .map((word) => word.replace(/,(?=\d{3}(?:\D|$))/gu, ''));
}

function mapped(text: string, table: Readonly<Record<string, string>>): string[] {
  return wordsOf(text).flatMap((word) => table[word] ?? []);
}

interface Significant {
  readonly words: readonly (readonly string[])[];
}

function significant(text: string, language: string): Significant {
  const terms = queryTerms(text, language).filter(({ word }) => !LIGHT.has(word) && !DIRECTION.has(word));
  return { words: terms.map(({ word, variants }) => [word, ...variants]) };
}

const shares = (a: readonly string[], b: readonly string[]): boolean => a.some((form) => b.includes(form));

function covers(a: Significant, b: Significant): boolean {
  return a.words.every((forms) => b.words.some((other) => shares(forms, other)));
}

/** Whether the names, or all telling words where a word of direction stands between them, come in the same order. */
function sameOrder(question: string, stored: string, language: string): boolean {
  const ordered = wordsOf(question).some((word) => ORDERED.has(word));
  const a = significant(question, language).words;
  const b = significant(stored, language).words;
  const named = new Set([...findNames(question), ...findNames(stored)].flatMap(({ words }) => words));
  const positions = a
    .filter((forms) => ordered || forms.some((form) => named.has(form)))
    .map((forms) => b.findIndex((other) => shares(forms, other)));
  return positions.every((position, index) => index === 0 || position >= (positions[index - 1] ?? 0));
}

function namesAgree(question: string, stored: string): boolean {
  const all = (text: string) => new Set(wordsOf(text));
  const held = (from: string, other: ReadonlySet<string>) =>
    findNames(from).every(({ words }) => words.every((word) => other.has(word)));
  return held(question, all(stored)) && held(stored, all(question));
}

/**
 * Returns in what `question` asks for something else than `stored`: numbers, dates, polarity, form of the answer,
 * question word, tense, direction, names, telling words, or their order. Empty when a stored answer may be given.
 * Strict on purpose: what similarity can't see must agree, and another word counts as another question.
 */
export function differences(question: string, stored: string, language: string): Difference[] {
  // A bare year is told among the numbers already, where `1,900` and `1900` are one.
  const dates = (text: string) =>
    findDates(text).flatMap(({ value }) => (/^\d{4}$/u.test(value) ? [] : [value]));
  const directions = (text: string) => wordsOf(text).filter((word) => DIRECTION.has(word));
  const a = significant(question, language);
  const b = significant(stored, language);
  const checks: Readonly<Record<Difference, boolean>> = {
    numbers: same(numbersOf(question), numbersOf(stored)),
    dates: same(dates(question), dates(stored)),
    polarity: countNegations(question) % 2 === countNegations(stored) % 2,
    form: answerFormOf(question) === answerFormOf(stored),
    'question-word': same(mapped(question, QUESTION_WORDS), mapped(stored, QUESTION_WORDS)),
    tense: same(mapped(question, TENSES), mapped(stored, TENSES)),
    direction: same(directions(question), directions(stored)),
    names: namesAgree(question, stored),
    words: covers(a, b) && covers(b, a),
    order: sameOrder(question, stored, language),
  };
  return (Object.keys(checks) as Difference[]).filter((key) => !checks[key]);
}

/** Returns the form under which a question that is asked word for word is known again. */
export function exactForm(question: string): string {
  return fold(question)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
