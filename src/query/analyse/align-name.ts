import { readsLikePerson } from '../graph/person-names.ts';
import { questionWords, type Word } from './question-words.ts';
import { allowedSlips, withinSlips, wordAgreement } from './word-match.ts';

/** A word of the question that a name accounts for, and how well (0 to 1). */
export interface WordMatch {
  readonly index: number;
  readonly quality: number;
}

/** How a name fits a question. */
export interface Alignment {
  /** By place in the question. */
  readonly matches: readonly WordMatch[];
  /** Share of the name that the question says, by weight, less what stands between: 0 to 1. */
  readonly score: number;
  readonly how: 'exact' | 'inflected' | 'fuzzy' | 'partial';
}

/** What the words of a question and of names weigh. */
export interface Weighing {
  /** How telling a word is: above 0. */
  readonly weight: (word: Word) => number;
  /** Whether any name or text of the graph holds the word: only words that none holds may be typing errors. */
  readonly known: (word: Word) => boolean;
}

const SLIP_QUALITY = 0.8;
/** What a content word of the question between two matched ones takes off, as a share of its weight. */
const GAP_SHARE = 0.5;

function agreement(name: Word, word: Word, weighing: Weighing): number {
  const plain = wordAgreement(name, word);
  if (plain >= 0.7) return plain;
  const slips = allowedSlips(word.normal.length);
  if (slips > 0 && !weighing.known(word) && withinSlips(name.normal, word.normal, slips)) return SLIP_QUALITY;
  return plain;
}

interface Option {
  readonly index: number;
  readonly quality: number;
}

/** For each name word the places of the question that could be it. */
function optionsOf(name: readonly Word[], words: readonly Word[], weighing: Weighing): Option[][] {
  return name.map((part) =>
    words.flatMap((word) => {
      const quality = agreement(part, word, weighing);
      return quality >= 0.5 ? [{ index: word.index, quality }] : [];
    }),
  );
}

function chooseNear(options: readonly Option[][], anchor: number): (Option | undefined)[] {
  const taken = new Set<number>();
  return options.map((list) => {
    const free = list.filter(({ index }) => !taken.has(index));
    const best = free.sort(
      (a, b) =>
        Math.abs(a.index - anchor) - 4 * a.quality - (Math.abs(b.index - anchor) - 4 * b.quality) ||
        a.index - b.index,
    )[0];
    if (best !== undefined) taken.add(best.index);
    return best;
  });
}

/** Content words of the question that stand between the matched ones and are not matched. */
function gapWeight(matches: readonly WordMatch[], words: readonly Word[], weighing: Weighing): number {
  const places = new Set(matches.map(({ index }) => index));
  const from = Math.min(...places);
  const to = Math.max(...places);
  let weight = 0;
  for (const word of words.slice(from, to + 1)) {
    if (word.content && !places.has(word.index)) weight += weighing.weight(word);
  }
  return weight;
}

function howOf(matches: readonly WordMatch[], cover: number): Alignment['how'] {
  if (matches.some(({ quality }) => quality === SLIP_QUALITY)) return 'fuzzy';
  if (cover < 0.95) return 'partial';
  return matches.every(({ quality }) => quality === 1) ? 'exact' : 'inflected';
}

function alignAt(
  anchor: number,
  name: readonly Word[],
  options: readonly Option[][],
  words: readonly Word[],
  weighing: Weighing,
): Alignment {
  const chosen = chooseNear(options, anchor);
  const matches: WordMatch[] = [];
  let matched = 0;
  let all = 0;
  for (const [at, part] of name.entries()) {
    const weight = weighing.weight(part);
    all += weight;
    const option = chosen[at];
    if (option === undefined) continue;
    matched += weight * option.quality;
    matches.push(option);
  }
  const gap = matches.length < 2 ? 0 : gapWeight(matches, words, weighing);
  const cover = all === 0 ? 0 : matched / all;
  const score = cover * (matched / (matched + GAP_SHARE * gap));
  return { matches: matches.sort((a, b) => a.index - b.index), score, how: howOf(matches, cover) };
}

/** Letters that the given names of a person begin with, and the surname words. */
function personParts(name: string): { initials: string[]; surname: Word[] } {
  const straight = name.includes(', ') ? name.split(', ').toReversed().join(' ') : name;
  const words = questionWords(straight.replaceAll('.', ' '), 'und');
  const isInitial = (word: Word): boolean => /^\p{Lu}{1,3}$/u.test(word.text);
  const initials = words.filter(isInitial).flatMap((word) => [...word.normal]);
  return { initials, surname: words.filter((word) => !isInitial(word)) };
}

/** Given names before a surname in the question, nearest first. */
function givenNames(words: readonly Word[], from: number): Word[] {
  const before: Word[] = [];
  for (let at = from - 1; at >= Math.max(0, from - 3); at -= 1) {
    const word = words[at];
    if (word === undefined || (!word.content && word.normal.length > 2)) break;
    before.push(word);
  }
  return before;
}

function initialsAgree(
  initials: readonly string[],
  given: readonly Word[],
): { quality: number; used: Word[] } {
  const used: Word[] = [];
  const told = given.toReversed();
  for (let take = Math.min(told.length, 3); take >= 1; take -= 1) {
    const tail = told.slice(told.length - take);
    const letters = tail.flatMap((word) =>
      word.normal.length <= 3 && /^\p{Lu}+$/u.test(word.text) ? [...word.normal] : [word.normal[0] ?? ''],
    );
    const agree =
      letters.length <= initials.length
        ? letters.every((letter, at) => letter === initials[at])
        : initials.every((letter, at) => letter === letters[at]);
    if (agree) return { quality: letters.length === initials.length ? 1 : 0.9, used: tail };
  }
  return { quality: 0, used };
}

/**
 * A person's name: the surname must be there; given names may be written out or as initials. A surname alone is a
 * partial match; other given names than the name's own make it unlikely.
 */
function alignPerson(name: string, words: readonly Word[], weighing: Weighing): Alignment | undefined {
  const { initials, surname } = personParts(name);
  if (surname.length === 0) return undefined;
  const options = optionsOf(surname, words, weighing);
  const last = options.at(-1)?.[0];
  if (last === undefined) return undefined;
  const base = alignAt(last.index, surname, options, words, weighing);
  if (base.score < 0.6 || base.matches.length === 0) return undefined;
  const places = base.matches.map(({ index }) => index);
  const given = givenNames(words, Math.min(...places));
  const { quality, used } = initialsAgree(initials, given);
  if (quality > 0) {
    const extra = used.map((word) => ({ index: word.index, quality }));
    const matches = [...extra, ...base.matches].sort((a, b) => a.index - b.index);
    return {
      matches,
      score: base.score * quality,
      how: quality === 1 && base.how === 'exact' ? 'exact' : base.how,
    };
  }
  const other = given[0];
  const contradicted = other !== undefined && /^\p{Lu}/u.test(other.text);
  return { ...base, score: base.score * (contradicted ? 0.3 : 0.75), how: 'partial' };
}

/**
 * Returns how a name fits the words of a question: which words it accounts for and how much of the name they are,
 * whatever their order. Words of the name may be inflected or hold slips; a person's given names may be initials.
 * Undefined when no telling word of the name is there.
 */
export function alignName(name: string, words: readonly Word[], weighing: Weighing): Alignment | undefined {
  if (readsLikePerson(name)) return alignPerson(name, words, weighing);
  const all = questionWords(name, 'en');
  const telling = all.filter((word) => word.content);
  const parts = telling.length > 0 ? telling : all;
  const options = optionsOf(parts, words, weighing);
  let best: Alignment | undefined;
  const anchors = options.reduce(
    (rarest, list, at) => {
      const part = parts[at];
      const weight = part === undefined || list.length === 0 ? -1 : weighing.weight(part);
      return weight > rarest.weight ? { weight, list } : rarest;
    },
    { weight: -1, list: [] as Option[] },
  );
  for (const { index } of [...anchors.list]) {
    const alignment = alignAt(index, parts, options, words, weighing);
    if (best === undefined || alignment.score > best.score) best = alignment;
  }
  return best;
}
