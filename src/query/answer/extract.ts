import type { QuestionAnalysis } from '../../domain/question.ts';
import { fitsForm } from './form-fit.ts';
import type { SentenceSupport, Support } from './support.ts';

/** The words of a passage that answer, as `text.slice(start, end)`. */
export interface Extract {
  readonly start: number;
  readonly end: number;
  /** What is shown: the quoted words, a table row with its headers. */
  readonly text: string;
  readonly score: number;
}

/** What a value of the asked kind in the sentence is worth, beside the question's words, which sum to at most 1. */
const FIT_BONUS = 0.35;
/** Share of the neighbouring sentences' words. */
const WINDOW_SHARE = 0.5;
/** Most list entries that follow an announcing line. */
const MAX_LIST_LINES = 10;

function score(analysis: QuestionAnalysis, text: string, { sentence, own, window }: SentenceSupport): number {
  const words = text.slice(sentence.start, sentence.end);
  const fits = fitsForm(analysis.answerForm, words, analysis.text);
  const asks = /\?\s*["'”’)]*$/u.test(words) ? 1 : 0;
  return own + WINDOW_SHARE * window + (fits === true ? FIT_BONUS : 0) - asks;
}

/** An announcing line ("The parts are:") is extended over the entries below it, up to an empty line. */
function withList(text: string, start: number, end: number): { start: number; end: number } {
  if (!/:\s*$/u.test(text.slice(start, end))) return { start, end };
  const below = /^(?:[^\S\n]*\n[^\S\n]*\S[^\n]*)+/u.exec(text.slice(end));
  if (below === null) return { start, end };
  const lines = below[0].split('\n').slice(0, MAX_LIST_LINES + 1);
  return { start, end: end + lines.join('\n').length };
}

/** Returns `text` with the document's own marks `[3]` as `(3)`: in an answer they would pass for ours. */
export function withoutMarks(text: string): string {
  return text.replace(/\[(\d{1,3})\]/gu, '($1)');
}

const cells = (line: string): string[] => line.split(' | ').map((cell) => cell.trim());

/** Returns how the words are shown: a table row says what its cells are (`Header: cell; …`), all on one line. */
export function shown(text: string, start: number, end: number): string {
  const words = withoutMarks(text.slice(start, end))
    .replace(/\s*\n\s*/gu, ' ')
    .trim();
  const row = cells(words);
  const header = cells((text.split('\n').find((line) => line.includes(' | ')) ?? '').trim());
  if (row.length < 2 || header.length !== row.length || header.join() === row.join()) return words;
  const named = row
    .map((cell, index) => ({ cell, name: header[index] ?? '' }))
    .filter(({ cell }) => cell !== '');
  return named.map(({ cell, name }) => (name === '' ? cell : `${name}: ${cell}`)).join('; ');
}

/**
 * Returns the sentence of a passage that answers best, or a list that a sentence announces; undefined for a text
 * without sentences. A sentence is worth the share of the question's words that it has, half of what its neighbours
 * add, and a bonus when it holds a value of the asked kind. A question never answers. Ties go to the earlier one.
 */
export function extract(analysis: QuestionAnalysis, text: string, support: Support): Extract | undefined {
  let best: { score: number; support: SentenceSupport } | undefined;
  for (const candidate of support.sentences) {
    const value = score(analysis, text, candidate);
    if (best === undefined || value > best.score + 1e-9) best = { score: value, support: candidate };
  }
  if (best === undefined) return undefined;
  const { start, end } = withList(text, best.support.sentence.start, best.support.sentence.end);
  return { start, end, text: shown(text, start, end), score: best.score };
}
