import type { Word } from './question-words.ts';

/** These deny what follows, up to the end of the clause. */
const FORWARD = /^(?:without|no|except|excluding|lacking|neither|nor|sin|excepto|salvo|ningun|ninguna)$/u;
/** These deny the whole clause that they stand in. */
const CLAUSE = /^(?:not|never|cannot|nunca|jamas|tampoco|absent)$/u;
const OPENS_CLAUSE =
  /^(?:that|which|who|whose|while|whereas|where|but|although|though|when|because|que|quien|pero|aunque|mientras)$/u;
const CONTRACTED = /^(?:is|are|was|were|do|does|did|has|have|had|ca|could|should|would|wo)nt$/u;

function clauseStarts(text: string, words: readonly Word[]): number[] {
  const starts = [0];
  for (const word of words.slice(1)) {
    const gap = text.slice(words[word.index - 1]?.end ?? 0, word.start);
    if (/[,;:.?!()–—]/u.test(gap) || OPENS_CLAUSE.test(word.normal)) starts.push(word.index);
  }
  return starts;
}

/**
 * Returns the places of the words that the question denies: after "without", "except" … to the end of the clause,
 * around "not" the whole clause. The denying words themselves are among them.
 */
export function negatedWords(text: string, words: readonly Word[]): ReadonlySet<number> {
  const starts = clauseStarts(text, words);
  const negated = new Set<number>();
  for (const word of words) {
    const contracted = CONTRACTED.test(word.normal);
    const forward = FORWARD.test(word.normal) && !/^\s*\.?\s*\d/u.test(text.slice(word.end));
    if (!forward && !contracted && !CLAUSE.test(word.normal)) continue;
    const own = starts.filter((start) => start <= word.index).at(-1) ?? 0;
    const end = starts.find((start) => start > word.index) ?? words.length;
    for (let at = forward ? word.index : own; at < end; at += 1) negated.add(at);
  }
  return negated;
}
