import type { QueryTerm } from '../question.ts';
import { stem, stemVariants } from './stem.ts';
import { isStopWord } from './stop-words.ts';
import { type Token, tokenize, tokenParts } from './tokenize.ts';

/** Longest index term in UTF-16 units; longer ones keep their beginning and a hash, so that they stay distinct. */
export const MAX_TERM_LENGTH = 64;

const UNSPACED =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]$/u;

/** FNV-1a, 32 bits, as eight hexadecimal digits. */
function hash(text: string): string {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  }
  return (value >>> 0).toString(16).padStart(8, '0');
}

function limit(term: string): string {
  if (term.length <= MAX_TERM_LENGTH) return term;
  const beginning = term.slice(0, 48).replace(/[\uD800-\uDBFF]$/u, '');
  return `${beginning}_${hash(term)}`;
}

/** `1,000` and `1.000` are written for 1000; a point may be a decimal too, so both forms count then. */
function numberForms(normal: string): string[] {
  if (/^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/u.test(normal)) return [normal.replaceAll(',', '')];
  if (/^\d{1,3}(?:\.\d{3})+$/u.test(normal)) return [normal, normal.replaceAll('.', '')];
  return [normal];
}

/** Whole forms of a token, before stemming: the word, code or number itself, then its parts. */
function formsOf(token: Token): string[] {
  if (token.kind === 'number') return numberForms(token.normal);
  if (token.kind === 'word' && !token.normal.includes("'")) return [token.normal];
  const whole = token.kind === 'word' ? token.normal.replaceAll("'", '') : token.normal;
  return [...new Set([whole, ...tokenParts(token)])].filter((form) => form !== '');
}

function isNeighbour(before: Token | undefined, token: Token): boolean {
  return before !== undefined && before.end === token.start && UNSPACED.test(before.normal);
}

function termsOf(text: string, toTerm: (form: string) => string): string[] {
  const terms: string[] = [];
  let before: Token | undefined;
  for (const token of tokenize(text)) {
    for (const form of formsOf(token)) terms.push(limit(toTerm(form)));
    if (UNSPACED.test(token.normal) && isNeighbour(before, token)) {
      terms.push(`${before?.normal ?? ''}${token.normal}`);
    }
    before = token;
  }
  return terms;
}

/**
 * Returns the index terms of a text in order: stems of words in `language` (`en`, `es`; `und` as English; others
 * unstemmed), numbers without thousands separators, codes whole and then their parts (`iso-9001 iso 9001`). In scripts
 * without spaces each character is a term, followed by the pair it forms with the one before. Stop words stay.
 * No term is empty, holds white space or is longer than `MAX_TERM_LENGTH`.
 */
export function lexicalTerms(text: string, language: string): string[] {
  return termsOf(text, (form) => stem(form, language));
}

/** Returns the same terms as `lexicalTerms`, one for one, but not stemmed: for scoring by whole words. */
export function wordTerms(text: string): string[] {
  return termsOf(text, (form) => form);
}

/** Capitals tell `US` and `IT` from `us` and `it`, unless the whole question is in capitals. */
function saysLittle(token: Token, language: string, capitalsMean: boolean): boolean {
  if (token.kind !== 'word' || !isStopWord(token.normal, language)) return false;
  return !(capitalsMean && /^\p{Lu}{2,}$/u.test(token.text));
}

function wantedForms(question: string, language: string): string[] {
  const tokens = tokenize(question);
  const capitalsMean = /\p{Ll}/u.test(question);
  const telling = tokens.filter((token) => !saysLittle(token, language, capitalsMean));
  const used = telling.length > 0 ? telling : tokens;
  return used.flatMap((token, index) => {
    const before = used[index - 1];
    const pair = UNSPACED.test(token.normal) && isNeighbour(before, token);
    return pair ? [...formsOf(token), `${before?.normal ?? ''}${token.normal}`] : formsOf(token);
  });
}

/**
 * Returns the distinct words of a question in order, without English and Spanish stop words (all are kept when there
 * is nothing else). Words that share their stem in `language` are one. Each carries its stem in both languages and
 * its whole form, so that a wrong guess of either language loses nothing. Empty for a question without words.
 */
export function queryTerms(question: string, language = 'und'): QueryTerm[] {
  const byStem = new Map<string, { word: string; variants: Set<string> }>();
  for (const form of wantedForms(question, language)) {
    const variants = stemVariants(form, language).map(limit);
    const key = variants[0] ?? form;
    const known = byStem.get(key);
    if (known === undefined) byStem.set(key, { word: form, variants: new Set(variants) });
    else for (const variant of variants) known.variants.add(variant);
  }
  return [...byStem.values()].map(({ word, variants }) => ({ word, variants: [...variants] }));
}
