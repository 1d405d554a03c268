import type { QuestionAnalysis } from '../../domain/question.ts';
import { isSupporting } from './compose.ts';
import type { Draft } from './draft.ts';
import { phrasesFor } from './phrases.ts';
import type { Source } from './sources.ts';

/** Sources named as nearest, and missing words told. */
const MAX_NEAREST = 2;
const MAX_MISSING = 4;

function nameOf({ node, entity }: Source): string {
  if (entity !== undefined) return entity.name;
  if (node === undefined) return '';
  return node.sectionPath === '' ? node.document.title : `${node.document.title} / ${node.sectionPath}`;
}

/** The words as the question writes them. */
function asWritten(question: string, words: readonly string[]): string[] {
  const written = question.match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}'’&/+._-]*[\p{L}\p{N}+#]|[\p{L}\p{N}]/gu) ?? [];
  return words.map((word) => written.find((form) => form.toLowerCase() === word) ?? word);
}

/** Words that no source holds; else those that the nearest source lacks. */
function missingWords(sources: readonly Source[]): string[] {
  const lists = sources.map(({ support }) => ({
    required: support.missingRequired.map(({ word }) => word),
    all: support.missing.map(({ word }) => word),
  }));
  const [first] = lists;
  if (first === undefined) return [];
  const nowhere = first.all.filter((word) => lists.every(({ all }) => all.includes(word)));
  const words = [nowhere, first.required, first.all].find((list) => list.length > 0) ?? [];
  return words.slice(0, MAX_MISSING);
}

/**
 * Returns what is said when the evidence does not suffice: which words of the question no source has, and what came
 * nearest, cited. In the question's language.
 */
export function refuse(analysis: QuestionAnalysis, sources: readonly Source[], wanted: number): Draft {
  const phrases = phrasesFor(analysis.language);
  const supporting = sources.filter(isSupporting).length;
  const nearest = sources.slice(0, MAX_NEAREST);
  const missing = asWritten(analysis.text, missingWords(sources));
  const parts = [phrases.insufficient];
  if (sources.length === 0) parts.push(phrases.nothing);
  if (missing.length > 0) parts.push(phrases.missing(missing));
  if (supporting > 0 && supporting < wanted) parts.push(phrases.tooFew(supporting, wanted));
  if (nearest.length > 0) {
    parts.push(phrases.nearest(nearest.map((source, index) => `“${nameOf(source)}” [${index + 1}]`)));
  }
  const cited = nearest.map((source) => {
    const { start, end } = source.candidate.span ?? {
      start: 0,
      end: Math.min(300, source.evidence.text.length),
    };
    return { source, span: { start, end } };
  });
  return { text: parts.join(' '), cited };
}
