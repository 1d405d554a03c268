/**
 * Rank measures and answer measures. Ranks start at 1. A ranking lists each result once, best first;
 * there is at least one right id. The rank measures agree with trec_eval's success, recall and recip_rank.
 */

/**
 * Returns, ascending, the rank at which each right id is first met; right ids that are not found are left out.
 * A result may count under several ids (a page and its document).
 */
export function ranksOf(ranking: readonly (readonly string[])[], relevant: readonly string[]): number[] {
  return relevant
    .map((id) => ranking.findIndex((ids) => ids.includes(id)) + 1)
    .filter((rank) => rank > 0)
    .sort((a, b) => a - b);
}

/** Returns 1 when a right id stands among the first `k`, else 0. */
export function hitAt(ranks: readonly number[], k: number): number {
  return ranks.some((rank) => rank <= k) ? 1 : 0;
}

/** Returns the share (0 to 1) of the `relevantCount` right ids among the first `k`. */
export function recallAt(ranks: readonly number[], relevantCount: number, k: number): number {
  return ranks.filter((rank) => rank <= k).length / relevantCount;
}

/** Returns 1 / the rank of the first right id, 0 when none is found. */
export function reciprocalRank(ranks: readonly number[]): number {
  return ranks.length === 0 ? 0 : 1 / Math.min(...ranks);
}

/** Returns the mean, 0 for an empty list. */
export function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Returns the `share` quantile (0 to 1) by the nearest-rank method, 0 for an empty list. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0;
}

/**
 * Returns an answer's words as SQuAD compares them (Rajpurkar et al. 2016): lower case, no punctuation,
 * no articles, single spaces. Marks such as [1] are left out.
 */
export function answerWords(text: string): string[] {
  return text
    .replace(/\[\d+\]/g, ' ')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s]/gu, '')
    .replace(/\b(a|an|the)\b/g, ' ')
    .split(/\s+/)
    .filter((word) => word !== '');
}

/** Returns 1 when both answers have the same words in the same order, else 0. */
export function exactMatch(given: string, gold: string): number {
  return answerWords(given).join(' ') === answerWords(gold).join(' ') ? 1 : 0;
}

/** Returns the harmonic mean of word precision and recall, counting repeated words; two empty answers score 1. */
export function answerF1(given: string, gold: string): number {
  const givenWords = answerWords(given);
  const goldWords = answerWords(gold);
  if (givenWords.length === 0 || goldWords.length === 0)
    return givenWords.length === goldWords.length ? 1 : 0;
  const left = new Map<string, number>();
  for (const word of goldWords) left.set(word, (left.get(word) ?? 0) + 1);
  let common = 0;
  for (const word of givenWords) {
    const count = left.get(word) ?? 0;
    if (count > 0) {
      common += 1;
      left.set(word, count - 1);
    }
  }
  return harmonicMean(common / givenWords.length, common / goldWords.length);
}

/** Returns ROUGE-L (Lin 2004) with equal weight of precision and recall over the words of `answerWords`. */
export function rougeL(given: string, gold: string): number {
  const a = answerWords(given);
  const b = answerWords(gold);
  if (a.length === 0 || b.length === 0) return a.length === b.length ? 1 : 0;
  const longest = longestCommonSubsequence(a, b);
  return harmonicMean(longest / a.length, longest / b.length);
}

function longestCommonSubsequence(a: readonly string[], b: readonly string[]): number {
  let previous = new Array<number>(b.length + 1).fill(0);
  for (const word of a) {
    const current = [0];
    for (const [index, other] of b.entries()) {
      current.push(
        word === other ? (previous[index] ?? 0) + 1 : Math.max(previous[index + 1] ?? 0, current[index] ?? 0),
      );
    }
    previous = current;
  }
  return previous[b.length] ?? 0;
}

function harmonicMean(a: number, b: number): number {
  return a + b === 0 ? 0 : (2 * a * b) / (a + b);
}
