import type { QueryTerm, QuestionAnalysis } from '../../domain/question.ts';
import { fold } from '../../domain/text/fold.ts';
import { sentences } from '../../domain/text/sentences.ts';
import { findNames } from '../analyse/names.ts';
import { analyseText } from '../lexical/analysed-text.ts';
import { type Extract, shown } from './extract.ts';
import { fitsForm } from './form-fit.ts';
import type { Source } from './sources.ts';

/** A sentence of another passage that goes on where the first one stops. */
export interface Bridge {
  readonly source: Source;
  readonly extract: Extract;
}

function formsOf(text: string, language: string): ReadonlySet<string> {
  const { words, stems } = analyseText(text, language);
  return new Set([...words, ...stems]);
}

const holds = (forms: ReadonlySet<string>, { word, variants }: QueryTerm): boolean =>
  forms.has(word) || variants.some((variant) => forms.has(variant));

/** Names that the sentence brings in: the question does not hold them. */
function broughtIn(sentence: string, question: string): string[] {
  const asked = fold(question);
  return findNames(`· ${sentence}`)
    .map(({ text }) => fold(text))
    .filter((name) => name.length > 3 && !asked.includes(name));
}

function sentenceIn(source: Source, names: readonly string[], accepts: (sentence: string) => boolean) {
  const { text } = source.evidence;
  for (const { start, end } of sentences(text)) {
    const sentence = text.slice(start, end);
    if (!names.some((name) => fold(sentence).includes(name)) || !accepts(sentence)) continue;
    return { start, end, text: shown(text, start, end), score: 0 };
  }
  return undefined;
}

/**
 * Returns the sentence that a two-step question still needs after its first answer: it is about a name that the first
 * sentence brings in, and holds words of the question that the first passage lacks, else a value of the asked kind that
 * neither question nor first sentence has. Undefined when the first passage holds all words or nothing goes on.
 */
export function bridgeFrom(
  analysis: QuestionAnalysis,
  first: Source,
  sentence: string,
  sources: readonly Source[],
): Bridge | undefined {
  const { node } = first;
  if (node === undefined) return undefined;
  const held = formsOf(`${node.document.title}\n${node.sectionPath}\n${node.text}`, node.document.language);
  const open = analysis.terms.filter((term) => !holds(held, term));
  const names = broughtIn(sentence, analysis.text);
  if (open.length === 0 || names.length === 0) return undefined;
  const known = `${analysis.text} ${sentence}`;
  const tests = [
    (text: string) => open.some((term) => holds(formsOf(text, 'und'), term)),
    (text: string) => fitsForm(analysis.answerForm, text, known) === true,
  ];
  for (const accepts of tests) {
    for (const source of sources) {
      if (source === first || source.node === undefined) continue;
      const extract = sentenceIn(source, names, accepts);
      if (extract !== undefined) return { source, extract };
    }
  }
  return undefined;
}
