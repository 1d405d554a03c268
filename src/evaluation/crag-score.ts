/**
 * CRAG's score of an answer (Yang et al. 2024, section 4): right +1, missing 0, wrong −1. CRAG lets a language model
 * compare what is not equal; here rules do, so that no model is needed: an answer in other words than every gold answer
 * counts as wrong, and a score is a lower bound of CRAG's own.
 */

/** 1: right, 0: missing, −1: wrong. */
export type CragVerdict = 1 | 0 | -1;

/** CRAG cuts answers at 75 tokens of a Llama tokenizer; at the usual four tokens for three words these are 56 words. */
const MAX_WORDS = 56;

const MISSING = /\bi (?:do not|don[’']?t|dont) know\b/u;
const INVALID = /\binvalid\b/u;
/** Answers that say so little that they must come first: "no" stands in many a sentence. */
const MUST_LEAD = new Set(['yes', 'no', 'true', 'false', 'none']);
const ARTICLES = new Set(['a', 'an', 'the']);

const WORD = /(?<![\p{L}\p{N}-])-?\d+(?:\.\d+)?|[\p{L}\p{N}]+/gu;

/**
 * Returns an answer's words: lower case, accents, articles, punctuation and marks such as [1] left out; numbers without
 * thousands separators, with sign and decimals ("1,200.50" is 1200.5, not 120050).
 */
export function cragWords(text: string): string[] {
  const plain = withoutSeparators(text.replace(/\[\d+\]/gu, ' '))
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}/gu, '');
  return (plain.match(WORD) ?? [])
    .map((word) => word.replace(/\.0+$|(\.\d*?)0+$/u, '$1'))
    .filter((word) => !ARTICLES.has(word));
}

function withoutSeparators(text: string): string {
  return text.replace(/(?<=\d),(?=\d{3}(?!\d))/gu, '');
}

/**
 * Returns the verdict over an answer against every right answer. Missing: an empty answer (a refusal) and "I don't
 * know". Where a right answer calls the question invalid the answer must, too, and nowhere else. Right: the same words
 * as a right answer, or its words in one piece within the first 56; of a list every entry; yes and no must come first.
 */
export function cragVerdict(answer: string, golds: readonly string[]): CragVerdict {
  const lower = answer.toLowerCase();
  const words = cragWords(answer).slice(0, MAX_WORDS);
  if (words.length === 0 || MISSING.test(lower)) return 0;
  const right = golds.some((gold) => {
    if (INVALID.test(lower) || INVALID.test(gold.toLowerCase()))
      return INVALID.test(lower) && INVALID.test(gold.toLowerCase());
    return holds(words, gold);
  });
  return right ? 1 : -1;
}

function holds(words: readonly string[], gold: string): boolean {
  const wanted = cragWords(gold);
  if (wanted.length === 0) return false;
  if (MUST_LEAD.has(wanted.join(' '))) return words[0] === wanted[0];
  if (contains(words, wanted)) return true;
  const entries = withoutSeparators(gold)
    .split(/[,;]\s*(?:and\s)?|\s+and\s+/u)
    .map(cragWords)
    .filter((entry) => entry.length > 0);
  return entries.length > 1 && entries.every((entry) => contains(words, entry));
}

function contains(words: readonly string[], part: readonly string[]): boolean {
  return words.some((_, start) => part.every((word, index) => words[start + index] === word));
}

/** Shares of right, missing and wrong answers, and their mean score from −1 to 1 (accuracy − hallucination). */
export interface CragSummary {
  readonly crag: number;
  readonly cragAccuracy: number;
  readonly cragMissing: number;
  readonly cragHallucination: number;
}

/** Returns the shares over some verdicts; there is at least one. */
export function summariseCrag(verdicts: readonly CragVerdict[]): CragSummary {
  const share = (wanted: CragVerdict) =>
    verdicts.filter((verdict) => verdict === wanted).length / verdicts.length;
  return {
    crag: verdicts.reduce<number>((sum, verdict) => sum + verdict, 0) / verdicts.length,
    cragAccuracy: share(1),
    cragMissing: share(0),
    cragHallucination: share(-1),
  };
}
