import type { QuerySchema } from '../graph/query-schema.ts';
import type { Word } from './question-words.ts';
import type { SchemaMatches } from './schema-match.ts';

/** Which type of entity a question asks for. */
export interface AnswerType {
  /** Type → belief, 0 to 1; types not named are not in it. */
  readonly scores: ReadonlyMap<string, number>;
  /** Words that say so; they describe no particular entity. */
  readonly words: ReadonlySet<number>;
}

/** Returns the type most believed in, the first by name of equal ones; undefined when none is named. */
export function likeliestType({ scores }: AnswerType): { type: string; belief: number } | undefined {
  const [best] = [...scores].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
  return best === undefined ? undefined : { type: best[0], belief: best[1] };
}

const ASKS_PERSON = /^(?:who|whom|quien|quienes)$/u;
const ASKS_THING = /^(?:which|what|whose|que|cual|cuales)$/u;
/** How many words after "which" the thing asked for may be named. */
const REACH = 5;

interface Cue {
  readonly index: number;
  readonly type: string;
  readonly quality: number;
}

/** "indexed" and "authored" are deeds: they name no thing. */
const isDeed = (word: Word | undefined): boolean => /(?:ed|ado|ada)$/u.test(word?.normal ?? '');

function cuesOf(matches: SchemaMatches, words: readonly Word[]): Cue[] {
  const cues: Cue[] = [];
  for (const [type, list] of matches.types) {
    for (const { index, quality } of list) {
      if (!isDeed(words[index])) cues.push({ index, type, quality });
    }
  }
  return cues.sort((a, b) => a.index - b.index || b.quality - a.quality || (a.type < b.type ? -1 : 1));
}

/** Whether a question word opens a clause and so asks; "the one which …" does not. */
function asks(word: Word, text: string): boolean {
  const before = text.slice(0, word.start).trimEnd();
  return /(?:^|[.:;,?!¿(—–-])\s*(?:in|of|by|for|to|from|and|at|on|with|de|en|por|y|con)?$/iu.test(before);
}

function clauseEnd(words: readonly Word[], text: string, from: number): number {
  for (let at = from + 1; at < words.length; at += 1) {
    const previous = words[at - 1];
    const word = words[at];
    if (previous === undefined || word === undefined) continue;
    if (/[.:;?!]/u.test(text.slice(previous.end, word.start))) return at;
  }
  return words.length;
}

/** Places where the thing asked for may be named: after the question word, else from the start of the text. */
function focus(words: readonly Word[], text: string): { from: number; to: number; person: number } {
  let person = -1;
  for (const word of words) {
    if (ASKS_PERSON.test(word.normal) && asks(word, text)) person = word.index;
    if (ASKS_THING.test(word.normal) && asks(word, text)) {
      const to = Math.min(word.index + 1 + REACH, clauseEnd(words, text, word.index));
      return { from: word.index + 1, to, person: -1 };
    }
  }
  if (person >= 0) return { from: person, to: person + 1, person };
  return { from: 0, to: words.length, person: -1 };
}

/** Of nouns in a row ("working group documents") the last is meant; "indexed" is no noun. */
function headOf(cues: readonly Cue[], words: readonly Word[], text: string): number {
  let head = cues[0]?.index ?? -1;
  for (let at = head + 1; at > 0 && at < words.length; at += 1) {
    const gap = text.slice(words[at - 1]?.end ?? 0, words[at]?.start ?? 0);
    const noun = cues.some(({ index, quality }) => index === at && quality >= 0.35);
    if (!noun || /[^\s-]/u.test(gap)) break;
    head = at;
  }
  return head;
}

/** A last sentence of one to three words names the thing ("… Gene?"). */
function tail(words: readonly Word[], text: string): number {
  const last = words.at(-1);
  if (last === undefined) return -1;
  for (let at = words.length - 1; at > 0; at -= 1) {
    const gap = text.slice(words[at - 1]?.end ?? 0, words[at]?.start ?? 0);
    const initial = (words[at - 1]?.text.length ?? 0) === 1;
    if (/[:;?!]/u.test(gap) || (gap.includes('.') && !initial)) return words.length - at <= 3 ? at : -1;
  }
  return -1;
}

/**
 * Returns which types a question asks for, by the words that name types: after "which" and "what", by "who" the
 * types of persons, else the first that the text names, or a short last sentence. Empty when no word tells.
 */
export function answerTypeOf(
  text: string,
  words: readonly Word[],
  matches: SchemaMatches,
  schema: QuerySchema,
): AnswerType {
  const cues = cuesOf(matches, words);
  const end = tail(words, text);
  const { from, to, person } = focus(words, text);
  const scores = new Map<string, number>();
  const used = new Set<number>();
  if (person >= 0) {
    for (const type of schema.types) if (type.personShare > 0.5) scores.set(type.name, 1);
    for (const { index, type, quality } of cues) {
      if (index === person && quality > (scores.get(type) ?? 0)) scores.set(type, quality);
    }
    return { scores, words: used };
  }
  const inTail = end >= 0 ? cues.filter(({ index }) => index >= end) : [];
  const inFocus = cues.filter(({ index }) => index >= from && index < to);
  const named = [inTail, inFocus, cues].find((list) => list.length > 0) ?? [];
  const head = headOf(named, words, text);
  for (const { index, type, quality } of named) {
    if (index !== head) continue;
    scores.set(type, Math.max(scores.get(type) ?? 0, quality));
    used.add(index);
  }
  return { scores, words: used };
}
