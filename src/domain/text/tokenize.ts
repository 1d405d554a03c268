import { foldWord } from './fold.ts';

export type TokenKind = 'word' | 'code' | 'number';

/** A word, code or number of a text. */
export interface Token {
  /** As written: `source.slice(start, end)`. */
  readonly text: string;
  /** Folded (see `foldWord`), possessive `'s` taken off; never empty, no white space. */
  readonly normal: string;
  readonly start: number;
  readonly end: number;
  readonly kind: TokenKind;
}

/** Scripts written without spaces: each character is a token, and terms pair neighbours. */
const UNSPACED =
  '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}';
const FIRST = `[[\\p{L}\\p{N}]--[${UNSPACED}]]`;
const LATER = `[[\\p{L}\\p{N}\\p{M}\\u00AD\\u200B-\\u200D\\u2060\\uFEFF]--[${UNSPACED}]]`;
const CONNECTOR = "(?:[\\-\\u2010\\u2011._\\/+&@'\\u2019\\u02BC]|(?<=\\p{Nd})[,:](?=\\p{Nd}))";
const TOKEN = new RegExp(
  `([${UNSPACED}])|${FIRST}${LATER}*(?:${CONNECTOR}${FIRST}${LATER}*)*(?:(?:\\+\\+|#)(?![\\p{L}\\p{N}+#]))?`,
  'gv',
);

/** Most words of most texts: nothing to split, fold or take off. */
const PLAIN_WORD = /^[A-Za-z]+$/u;

const APOSTROPHE = /['\u2019\u02BC]/u;
const SOFT_CONNECTOR = /[-\u2010\u2011/.+]/u;
const HARD_CONNECTOR = /[_&@:,]/u;
const DIGIT = /\p{N}/u;
const NUMBER = /^\p{Nd}+(?:[.,]\p{Nd}+)*$/u;
const DOTTED_INITIALS = /^\p{L}(?:\.\p{L})+$/u;

/** Whether a joined run names one thing (`TCP/IP`, `v2.1.3`, `AT&T`, `node.js`) and is not just words side by side. */
function isCode(run: string): boolean {
  if (/(?:\+\+|#)$/u.test(run) || HARD_CONNECTOR.test(run) || DIGIT.test(run)) return true;
  if (!SOFT_CONNECTOR.test(run)) return false;
  if (/\.\p{Ll}/u.test(run)) return true;
  return run.split(SOFT_CONNECTOR).some((part) => /^\p{Lu}{2,}$/u.test(part) || /^\p{L}$/u.test(part));
}

function kindOf(run: string): TokenKind {
  if (NUMBER.test(run)) return 'number';
  return isCode(run) ? 'code' : 'word';
}

function normalOf(text: string, kind: TokenKind): string {
  const folded = foldWord(text);
  if (kind === 'code' && DOTTED_INITIALS.test(folded)) return folded.replaceAll('.', '');
  return kind === 'word' ? folded.replace(/(?<=.)'s$/u, '') : folded;
}

function tokenAt(text: string, start: number, kind: TokenKind): Token[] {
  const normal = normalOf(text, kind);
  return normal === '' ? [] : [{ text, normal, start, end: start + text.length, kind }];
}

/** Splits `well-known` or `and/or` into its words; offsets stay those of the source. */
function wordsOf(run: string, start: number): Token[] {
  const tokens: Token[] = [];
  for (const part of run.matchAll(/[^-\u2010\u2011/.+]+/gu)) {
    tokens.push(...tokenAt(part[0], start + part.index, 'word'));
  }
  return tokens;
}

/** A `#` counts only behind one or two letters (`C#`, not `ticket#`). */
function trimHash(run: string): string {
  return run.endsWith('#') && run.length > 3 ? run.slice(0, -1) : run;
}

/**
 * Returns the tokens of `text` in order; they never overlap. Codes such as `ISO-9001`, `v2.1.3`, `TCP/IP` and `C++`
 * are one token; hyphenated plain words are several. Punctuation and symbols are no tokens. Linear in the length.
 */
export function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  for (const match of text.matchAll(TOKEN)) {
    const [found, unspaced] = match;
    if (PLAIN_WORD.test(found)) {
      const end = match.index + found.length;
      tokens.push({ text: found, normal: found.toLowerCase(), start: match.index, end, kind: 'word' });
      continue;
    }
    const run = trimHash(found);
    if (unspaced !== undefined) {
      tokens.push(...tokenAt(run, match.index, 'word'));
      continue;
    }
    const kind = kindOf(run);
    tokens.push(...(kind === 'word' ? wordsOf(run, match.index) : tokenAt(run, match.index, kind)));
  }
  return tokens;
}

const CONTRACTION = /(?:n't|'re|'ve|'ll|'d|'m|'s)$/u;
const VERSION = /^(\p{L}?)(\p{Nd}+(?:\.\p{Nd}+)+)$/u;

function codeParts(normal: string): string[] {
  const version = VERSION.exec(normal);
  if (version !== null) return version[1] === '' ? [] : [version[2] ?? ''];
  const pieces = normal.split(/[-/._+&@:,'#]+/u).filter((piece) => piece !== '');
  if (pieces.length === 1 && normal.length <= 3) return [];
  return pieces.flatMap((piece) => {
    const joined = /^(\p{L}{2,})(\p{N}{2,})$/u.exec(piece);
    return joined === null ? [piece] : [piece, joined[1] ?? '', joined[2] ?? ''];
  });
}

/**
 * Returns the folded pieces that readers may type instead of the token: `iso`, `9001` of `iso-9001` or `iso9001`,
 * `2.1.3` of `v2.1.3`, `brien` of `o'brien`. Empty for numbers, plain words and contractions. Never the token itself.
 */
export function tokenParts(token: Token): string[] {
  if (token.kind === 'number') return [];
  if (token.kind === 'code') return codeParts(token.normal).filter((part) => part !== token.normal);
  if (!APOSTROPHE.test(token.normal) || CONTRACTION.test(token.normal)) return [];
  return token.normal.split(APOSTROPHE).filter((part) => part.length > 1);
}
