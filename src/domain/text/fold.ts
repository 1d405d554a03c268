/** Letters that Unicode does not decompose though readers type them plainly. */
const PLAIN_LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
};

/** Nothing to fold but case: most words of most texts. */
const PLAIN_ASCII = /^[\w .,;:!?'"()/+-]*$/;

const PLAIN_WORD = /^[a-z0-9]+$/;

const INVISIBLE = /[\u00AD\u200B-\u200D\u2060\uFEFF]/gu;
const DIACRITICS = /[\u0300-\u036F]/gu;
const APOSTROPHES = /[\u2018\u2019\u02BC\u00B4\u0060\uFF07]/gu;
const HYPHENS = /[\u2010-\u2012\u2212]/gu;
const FORBIDDEN = /[\s\p{Z}\p{C}]/gu;

/**
 * Returns the form under which texts are compared: Unicode NFKC, lower case, Latin accents folded (`ñ` → `n`),
 * soft hyphens and zero-width characters dropped, apostrophes and hyphens in one form each.
 * White space stays. Two spellings of one word (é as one or two code points) give the same result.
 */
export function fold(text: string): string {
  if (PLAIN_ASCII.test(text)) return text.toLowerCase();
  return text
    .replace(INVISIBLE, '')
    .replace(APOSTROPHES, "'")
    .normalize('NFKC')
    .replace(HYPHENS, '-')
    .toLowerCase()
    .normalize('NFD')
    .replace(DIACRITICS, '')
    .normalize('NFC')
    .replace(/[ßæœøłđðþı]/gu, (letter) => PLAIN_LETTERS[letter] ?? letter);
}

/** Returns `fold(word)` without any white space or control character: fit to be an index term. */
export function foldWord(word: string): string {
  const folded = fold(word);
  return PLAIN_WORD.test(folded) ? folded : folded.replace(FORBIDDEN, '');
}
