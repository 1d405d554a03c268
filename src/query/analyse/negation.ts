import { fold } from '../../domain/text/fold.ts';

const NEGATION =
  /\b(?:not|no|never|without|neither|nor|none|nobody|nothing|cannot|except|excluding|unless|sin|nunca|jamas|ningun[oa]?s?|nadie|tampoco|excepto|salvo|ni)\b|n't\b/gu;

/** `no. 5`, `no 5` and `n.º 5` number something. */
const NUMBERING = /\bno\.?\s*(?=\d)/gu;

/** Returns how many words of `text` deny something, in English or Spanish. */
export function countNegations(text: string): number {
  return [...fold(text).replace(NUMBERING, ' ').matchAll(NEGATION)].length;
}
