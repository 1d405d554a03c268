import { detectAll } from 'tinyld';
import { ENGLISH_STOP_WORDS, SPANISH_STOP_WORDS } from './stop-words.ts';
import { tokenize } from './tokenize.ts';

/** Characters read: enough to be sure, and the cost stays the same for a book. */
const SAMPLE_LENGTH = 4_000;
const SLICE_LENGTH = 500;

/** Languages told apart; rarer ones (Esperanto, Latin …) are nearly always a wrong guess on names and tables. */
const LANGUAGES =
  `ar bg bn ca cs da de el en es fa fi fr he hi hu id it ja ko nl no pl pt ro ru sk sv th tr uk vi
zh`.split(/\s+/u);

/** Marks of Spanish. An `ñ` in a capitalised word is none: names keep theirs in English. */
const SPANISH_ONLY = /[¿¡]|(?<![\p{L}\p{M}])\p{Ll}*ñ/u;

/** Words that both lists hold (`a`, `no`, `me`, `he`) tell nothing. */
const tells = (own: ReadonlySet<string>, other: ReadonlySet<string>, word: string): boolean =>
  own.has(word) && !other.has(word);

/** Returns `text` when short, else slices from all over it: a foreign abstract in front must not decide. */
function sample(text: string): string {
  if (text.length <= SAMPLE_LENGTH) return text;
  const count = SAMPLE_LENGTH / SLICE_LENGTH;
  const step = (text.length - SLICE_LENGTH) / (count - 1);
  const slices = Array.from({ length: count }, (_, index) => Math.floor(index * step));
  return slices.map((start) => text.slice(start, start + SLICE_LENGTH)).join('\n');
}

function votes(words: readonly string[]): { en: number; es: number } {
  let en = 0;
  let es = 0;
  for (const word of words) {
    if (tells(ENGLISH_STOP_WORDS, SPANISH_STOP_WORDS, word)) en += 1;
    if (tells(SPANISH_STOP_WORDS, ENGLISH_STOP_WORDS, word)) es += 1;
  }
  return { en, es };
}

/** Function words decide between English and Spanish where they clearly lead; `null` leaves it open. */
function byFunctionWords(words: readonly string[], text: string): 'en' | 'es' | null {
  const { en, es } = votes(words);
  const spanish = es + (SPANISH_ONLY.test(text) ? 2 : 0);
  const enough = Math.max(2, words.length * 0.2);
  if (en >= enough && en > spanish * 2) return 'en';
  if (spanish >= enough && spanish > en * 2) return 'es';
  return null;
}

/**
 * Returns the ISO 639-1 code of the language of `text`, `und` when that cannot be told: no words, or too few of them
 * (a title, a name) without any telling function word. Reads a bounded sample; equal texts give equal codes.
 */
export function detectLanguage(text: string): string {
  const part = sample(text);
  const words = tokenize(part)
    .filter((token) => token.kind === 'word')
    .map((token) => token.normal);
  const early = byFunctionWords(words, part);
  // No other language has English's function words; Spanish shares too many to skip the statistics.
  if (early === 'en') return 'en';
  const best = words.length >= 8 ? detectAll(part, { only: LANGUAGES })[0] : undefined;
  if (best !== undefined && best.lang !== '') {
    return best.lang === 'en' || best.lang === 'es' ? (early ?? best.lang) : settle(best, early);
  }
  if (early !== null) return early;
  const { en, es } = votes(words);
  if (en !== es && Math.min(en, es) === 0) return en > es ? 'en' : 'es';
  return 'und';
}

/** A third language must be near certain to beat function words: Catalan, Galician and names look like Spanish. */
function settle(
  best: { readonly lang: string; readonly accuracy: number },
  early: 'en' | 'es' | null,
): string {
  return early !== null && best.accuracy < 0.9 ? early : best.lang;
}
