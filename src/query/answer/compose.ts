import type { QuestionAnalysis } from '../../domain/question.ts';
import { fold } from '../../domain/text/fold.ts';
import { bridgeFrom } from './bridge.ts';
import type { Cited, Draft } from './draft.ts';
import { extract } from './extract.ts';
import { fitsForm } from './form-fit.ts';
import { pathShape } from './path-words.ts';
import { joinWithAnd, phrasesFor } from './phrases.ts';
import type { Source } from './sources.ts';
import { supports } from './support.ts';

/** Most entities in a list, and most paths told in words. */
const MAX_LISTED = 10;
const MAX_TOLD = 3;

/** Least share of the question that an entity and its path must cover: the path itself is evidence. */
const MIN_PATH_COVERAGE = 0.3;

/** Returns whether a source may support an answer. An entity that a path leads to needs less of the words. */
export function isSupporting({ candidate, entity, support }: Source): boolean {
  const led = entity !== undefined && (candidate.paths?.length ?? 0) > 0;
  if (led) return support.missingRequired.length === 0 && support.coverage >= MIN_PATH_COVERAGE;
  return supports(support);
}

/** Entities with the same signature were reached in the same way, and answer the question equally. */
function signature({ candidate }: Source): string {
  const path = candidate.paths?.[0];
  return path === undefined
    ? ''
    : JSON.stringify([path.startId, path.steps.map(({ relation, direction }) => [relation, direction])]);
}

function entityList(analysis: QuestionAnalysis, supporting: readonly Source[]): Draft | undefined {
  const [first] = supporting;
  if (first?.entity === undefined || signature(first) === '') return undefined;
  const listed = supporting
    .filter((source) => source.entity !== undefined && signature(source) === signature(first))
    .slice(0, MAX_LISTED);
  const names = listed.map(({ entity }, index) => `${entity?.name ?? ''} [${index + 1}]`);
  const told = listed
    .slice(0, MAX_TOLD)
    .flatMap(({ candidate }) => (candidate.paths ?? []).slice(0, 1).map((path) => pathShape(path).text));
  const { because } = phrasesFor(analysis.language);
  return {
    text: `${joinWithAnd(names, analysis.language)}, ${because} ${told.join('; ')}.`,
    cited: listed.map((source) => ({ source, span: { start: 0, end: source.evidence.text.length } })),
  };
}

/** Leading passages among which one with a value of the asked kind is preferred. */
const LEADING = 3;

/** The first of the leading passages comes first whose best sentence holds a value of the asked kind. */
function byFit(analysis: QuestionAnalysis, supporting: readonly Source[]): readonly Source[] {
  const fits = supporting.slice(0, LEADING).find(({ evidence, support }) => {
    const best = extract(analysis, evidence.text, support);
    return best !== undefined && fitsForm(analysis.answerForm, best.text, analysis.text) === true;
  });
  if (fits === undefined || analysis.answerForm === 'reason') return supporting;
  return [fits, ...supporting.filter((source) => source !== fits)];
}

/** The words that answer, with their passage; an entity is named where its own sentence does not. */
function sentenceOf(
  analysis: QuestionAnalysis,
  source: Source,
): (Cited & { readonly text: string }) | undefined {
  const found = extract(analysis, source.evidence.text, source.support);
  if (found === undefined) return undefined;
  const name = source.entity?.name ?? '';
  const named = name === '' || fold(found.text).includes(fold(name));
  const text = named ? found.text : `${name}: ${found.text}`;
  return { source, span: { start: found.start, end: found.end }, text };
}

/** The leading sentences, and one that goes on where the first stops. */
function sentencesOf(
  analysis: QuestionAnalysis,
  supporting: readonly Source[],
  all: readonly Source[],
  wanted: number,
) {
  const leading = byFit(analysis, supporting)
    .slice(0, Math.max(1, wanted))
    .flatMap((source) => sentenceOf(analysis, source) ?? []);
  const [first] = leading;
  const bridge = first && bridgeFrom(analysis, first.source, first.text, all);
  if (bridge === undefined) return leading;
  const { start, end, text } = bridge.extract;
  return [...leading, { source: bridge.source, span: { start, end }, text }];
}

/**
 * Returns an answer in the sources' own words: a list of the entities that the same path leads to, with the path told
 * in words, or the best sentence of each of the `wanted` leading passages and, for a question in two steps, the sentence
 * that goes on from there. Undefined when fewer support it.
 */
export function compose(
  analysis: QuestionAnalysis,
  sources: readonly Source[],
  wanted: number,
): Draft | undefined {
  const supporting = sources.filter(isSupporting);
  if (supporting.length < wanted || supporting.length === 0) return undefined;
  const list = entityList(analysis, supporting);
  if (list !== undefined) return list;
  const found = sentencesOf(analysis, supporting, sources, wanted);
  if (found.length < wanted) return undefined;
  return {
    text: found.map(({ text }, index) => `${text} [${index + 1}]`).join(' '),
    cited: found.map(({ source, span }) => ({ source, span })),
  };
}
