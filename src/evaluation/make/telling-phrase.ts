import { fold } from '../../domain/text/fold.ts';
import { isStopWord } from '../../domain/text/stop-words.ts';
import type { GraphNode } from '../forms/skb-graph.ts';
import { pick, type Random } from './pick.ts';

/** Words in a row, and the pattern that finds them whatever the spaces between. */
export interface TellingPhrase {
  readonly words: string;
  readonly pattern: string;
}

const TRIED = 12;
const LENGTHS = [2, 3, 4];
const WORD = /^\p{L}{3,}$/u;

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\/-]/gu, '\\$&');

function patternOf(words: readonly string[]): string {
  return `(?<!\\p{L})${words.map(escaped).join('\\s+')}(?!\\p{L})`;
}

const isTelling = (word: string | undefined): boolean =>
  word !== undefined && WORD.test(word) && word.length > 3 && !isStopWord(fold(word), 'en');

/** Runs of 2 to 4 plain words of one sentence that begin and end with a telling word and are no part of a name. */
function runsOf({ text, names }: GraphNode): string[][] {
  const named = new Set(names.flatMap((name) => fold(name).split(/[^\p{L}\p{N}]+/u)));
  return text.split(/[.;:,!?()[\]"“”]+/u).flatMap((sentence) => {
    const words = sentence.split(/\s+/u).filter((word) => word !== '');
    return words.flatMap((_, from) =>
      LENGTHS.flatMap((length) => {
        const run = words.slice(from, from + length);
        if (run.length < length || !isTelling(run[0]) || !isTelling(run.at(-1))) return [];
        if (!run.every((word) => /^\p{L}+$/u.test(word))) return [];
        return run.every((word) => named.has(fold(word))) ? [] : [run];
      }),
    );
  });
}

/**
 * Returns words from the text of `node` that keep some but not all of `among` (which holds it) and at most `most`;
 * undefined when a dozen tries found none.
 */
export function tellingPhrase(
  node: GraphNode,
  among: readonly GraphNode[],
  most: number,
  random: Random,
): TellingPhrase | undefined {
  const runs = runsOf(node);
  for (let tried = 0; tried < TRIED; tried += 1) {
    const run = pick(runs, random);
    if (run === undefined) return undefined;
    const pattern = patternOf(run);
    const expression = new RegExp(pattern, 'iu');
    const kept = among.filter(({ text }) => expression.test(text)).length;
    if (kept > 0 && kept < among.length && kept <= most)
      return { words: run.join(' ').toLowerCase(), pattern };
  }
  return undefined;
}
