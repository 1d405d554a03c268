import { stemVariants } from '../../domain/text/stem.ts';
import { isStopWord } from '../../domain/text/stop-words.ts';
import { type Token, tokenize } from '../../domain/text/tokenize.ts';

/** A word of a question or name. Codes are taken apart (`FGFR3-related` is two words). */
export interface Word {
  /** Place in the list, from 0. */
  readonly index: number;
  /** As written. */
  readonly text: string;
  readonly normal: string;
  /** Characters of the source. */
  readonly start: number;
  readonly end: number;
  /** Index terms under which names and texts may hold it, likeliest first. */
  readonly variants: readonly string[];
  /** Neither a function word nor a word of asking. */
  readonly content: boolean;
}

/** Words of asking: they say that something is wanted, not what. */
const ASKING = new Set(
  `list name find show give tell identify please want need looking search get called named mention describe
   dime lista nombra muestra busca encuentra llamado llamada`.split(/\s+/u),
);

const PIECE = /[\p{L}\p{N}\p{M}]+(?:\+\+|#)?/gu;

function piecesOf(token: Token): { text: string; start: number }[] {
  if (token.kind !== 'code') return [{ text: token.text, start: token.start }];
  const pieces = [...token.text.matchAll(PIECE)].map((match) => ({
    text: match[0],
    start: token.start + match.index,
  }));
  return pieces.length === 0 ? [{ text: token.text, start: token.start }] : pieces;
}

function variantsOf(token: Token, normal: string, first: boolean, language: string): string[] {
  const own = token.kind === 'number' ? [normal] : stemVariants(normal, language);
  if (/^\p{Lu}{2,}s$/u.test(token.text)) own.unshift(normal.slice(0, -1));
  const whole = first && token.kind === 'code' && token.normal !== normal ? [token.normal] : [];
  return [...new Set([...own, ...whole])];
}

/** `US` in mixed text is not the pronoun. */
function isContent(text: string, normal: string, language: string): boolean {
  if (/^\p{Lu}{2,}$/u.test(text)) return true;
  return !isStopWord(normal, language) && !ASKING.has(normal);
}

/**
 * Returns the words of a question or name in order, function words included and marked. Possessive endings are taken
 * off. In a text all in capitals, capitals mean nothing.
 */
export function questionWords(text: string, language: string): Word[] {
  const shouting = !/\p{Ll}/u.test(text);
  const words: Word[] = [];
  for (const token of tokenize(text)) {
    const pieces = piecesOf(token);
    for (const [at, piece] of pieces.entries()) {
      const normal = pieces.length === 1 ? token.normal.replaceAll("'", '') : piece.text.toLowerCase();
      words.push({
        index: words.length,
        text: piece.text,
        normal,
        start: piece.start,
        end: piece.start + piece.text.length,
        variants: variantsOf(token, normal, at === 0, language),
        content: isContent(shouting ? normal : piece.text, normal, language),
      });
    }
  }
  return words;
}
