import { isStopWord } from '../../domain/text/stop-words.ts';
import { type Token, tokenize } from '../../domain/text/tokenize.ts';

/** A stretch of a text that names something: capitalised words in a row, or a code. */
export interface NameSpan {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** Folded words that tell it from another name, in order. */
  readonly words: readonly string[];
}

const CAPITAL = /^\p{Lu}/u;
const LINKING = new Set([
  'of',
  'the',
  'and',
  'de',
  'del',
  'la',
  'las',
  'los',
  'y',
  'for',
  'van',
  'von',
  'da',
  'di',
]);

function isNameWord(token: Token): boolean {
  return token.kind === 'code' || (token.kind === 'word' && CAPITAL.test(token.text));
}

/** The first word of a sentence is capitalised whatever it is; it counts when another name word follows at once. */
function opensSentence(text: string, token: Token): boolean {
  return /(?:^|[.!?¿¡:]\s*|["“]\s*)$/u.test(text.slice(Math.max(0, token.start - 3), token.start));
}

function spanOf(text: string, tokens: readonly Token[]): NameSpan[] {
  const first = tokens[0];
  const last = tokens.at(-1);
  const words = tokens.map(({ normal }) => normal).filter((word) => !isStopWord(word));
  if (first === undefined || last === undefined || words.length === 0) return [];
  return [{ start: first.start, end: last.end, text: text.slice(first.start, last.end), words }];
}

function trimStart(text: string, run: Token[]): Token[] {
  const [first, second] = run;
  if (first === undefined || !opensSentence(text, first)) return run;
  const adjacent = second !== undefined && text.slice(first.end, second.start).trim() === '';
  const drops = first.kind === 'word' && (isStopWord(first.normal) || !adjacent);
  return drops ? run.slice(1) : run;
}

/**
 * Returns the names and codes of a question in order, as far as capitals show them; none when all of it is in
 * capitals. Linking words inside a name (`Bank of Spain`) belong to it.
 */
export function findNames(text: string): NameSpan[] {
  if (!/\p{Ll}/u.test(text)) return [];
  const found: NameSpan[] = [];
  let run: Token[] = [];
  let linking: Token[] = [];
  const close = () => {
    found.push(...spanOf(text, trimStart(text, run)));
    run = [];
    linking = [];
  };
  for (const token of tokenize(text)) {
    const before = linking.at(-1) ?? run.at(-1);
    const gap = before === undefined ? '' : text.slice(before.end, token.start);
    if (before !== undefined && gap.trim() !== '' && gap.trim() !== '-') close();
    if (isNameWord(token)) {
      run.push(...linking, token);
      linking = [];
    } else if (run.length > 0 && LINKING.has(token.normal) && linking.length < 2) linking.push(token);
    else close();
  }
  close();
  return found;
}
