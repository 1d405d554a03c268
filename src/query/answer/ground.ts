import { sentences } from '../../domain/text/sentences.ts';
import { stemVariants } from '../../domain/text/stem.ts';
import { isStopWord } from '../../domain/text/stop-words.ts';
import { tokenize } from '../../domain/text/tokenize.ts';
import { findNames } from '../analyse/names.ts';
import { countNegations } from '../analyse/negation.ts';
import { analyseText } from '../lexical/analysed-text.ts';

/** Least share of a sentence's content words that the cited passages must hold. */
const MIN_WORDS_HELD = 0.6;

/** A sentence of a generated answer that its marks bear out. */
export interface GroundedSentence {
  /** Without its marks. */
  readonly text: string;
  /** Numbers of the passages, from 1, as the sentence cites them. */
  readonly marks: readonly number[];
}

/** What became of a generated answer. */
export interface Grounding {
  readonly kept: readonly GroundedSentence[];
  /** Sentences taken out, each with the reason. */
  readonly dropped: readonly { readonly text: string; readonly reason: string }[];
}

const MARK = /\s*\[(\d{1,3})\]/gu;

/** A mark behind the full stop belongs to the sentence before it. */
const pullMarks = (text: string): string => text.replace(/([.!?…]+)((?:\s*\[\d{1,3}\])+)/gu, '$2$1');

function formsOf(text: string): Set<string> {
  const forms = new Set<string>();
  for (const word of analyseText(text, 'und').words) {
    forms.add(word);
    for (const variant of stemVariants(word, 'en')) forms.add(variant);
  }
  return forms;
}

function problemOf(
  sentence: string,
  marks: readonly number[],
  passages: readonly string[],
): string | undefined {
  if (marks.length === 0) return 'cites nothing';
  const cited = marks.flatMap((mark) => passages[mark - 1] ?? []);
  if (cited.length < marks.length) return 'cites a source that does not exist';
  const text = cited.join('\n');
  const held = formsOf(text);
  const tokens = tokenize(sentence);
  const strict = new Set([
    ...tokens.filter(({ normal }) => /\p{N}/u.test(normal)).map(({ normal }) => normal),
    ...findNames(sentence).flatMap(({ words }) => words),
  ]);
  const absent = [...strict].find((word) => !stemVariants(word, 'en').some((form) => held.has(form)));
  if (absent !== undefined) return `“${absent}” is not in what it cites`;
  const content = tokens.filter(({ kind, normal }) => kind === 'word' && !isStopWord(normal));
  const found = content.filter(({ normal }) => stemVariants(normal, 'en').some((form) => held.has(form)));
  if (content.length > 0 && found.length / content.length < MIN_WORDS_HELD)
    return 'says what its sources do not';
  if (countNegations(sentence) > 0 && countNegations(text) === 0)
    return 'denies what its sources do not deny';
  return undefined;
}

/**
 * Checks a generated answer sentence by sentence against the numbered passages that it cites. A sentence is kept when
 * it cites, every mark exists, all its numbers, dates, names and codes stand in what it cites, most of its other words
 * do, and it denies only where its sources deny something. `passages[0]` is mark 1.
 */
export function ground(answer: string, passages: readonly string[]): Grounding {
  const text = pullMarks(answer.trim());
  const kept: GroundedSentence[] = [];
  const dropped: { text: string; reason: string }[] = [];
  for (const { start, end } of sentences(text)) {
    const written = text.slice(start, end);
    const marks = [...new Set([...written.matchAll(MARK)].map((match) => Number(match[1])))];
    const bare = written.replace(MARK, '').trim();
    if (tokenize(bare).length === 0) continue;
    const reason = problemOf(bare, marks, passages);
    if (reason === undefined) kept.push({ text: bare, marks });
    else dropped.push({ text: bare, reason });
  }
  return { kept, dropped };
}
