import { alignName } from '../../query/analyse/align-name.ts';
import type { Link } from '../../query/analyse/links.ts';
import { questionWords } from '../../query/analyse/question-words.ts';
import type { QuestionModel } from '../../query/graph/question-model.ts';
import type { GoldEntity, GoldQuestion } from './gold-question.ts';
import { saysTheSame, type UnderstandingRung } from './judge-rungs.ts';

/** A question with some parts as the form has them. `only`: ids that may be answers; absent: all. */
export interface Swapped {
  readonly model: QuestionModel;
  readonly only?: ReadonlySet<string>;
}

/** Rungs whose part can be swapped; the last is what remains when all are. */
export type SwappedRung = Exclude<UnderstandingRung, 'rank'>;

/** Least fit of a link that is put in: as of one that the search would have kept. */
const LEAST_FIT = 0.5;

/** Telling words that neither name the type nor belong to a link of the form. */
function unexplained(model: QuestionModel, links: readonly Link[]): number[] {
  const said = new Set(links.flatMap(({ matches }) => matches.map(({ index }) => index)));
  const free = model.words.filter(
    ({ content, index }) => content && !said.has(index) && !model.answer.words.has(index),
  );
  return (free.length > 0 ? free : model.words.filter(({ content }) => content)).map(({ index }) => index);
}

/** The link that the search would have made of an entity that it did not find; by its best name. */
function linkTo(entity: GoldEntity, model: QuestionModel, known: readonly Link[]): Link[] {
  const alignments = entity.names.flatMap((name) => {
    const alignment = alignName(name, model.words, model.weights);
    return alignment === undefined || alignment.matches.length === 0 ? [] : [{ name, ...alignment }];
  });
  const [best] = alignments.sort((a, b) => b.score - a.score || (a.name < b.name ? -1 : 1));
  const alignment = best ?? {
    name: entity.names[0] ?? '',
    matches: unexplained(model, known).map((index) => ({ index, quality: 1 })),
    score: LEAST_FIT,
    how: 'partial' as const,
  };
  const score = Math.max(alignment.score, LEAST_FIT);
  const [entityId] = entity.ids;
  return entityId === undefined ? [] : [{ ...alignment, score, entityId, type: entity.type, value: score }];
}

/** Links of the form's entities: those that were found, else made. */
function goldLinks(entities: readonly GoldEntity[], model: QuestionModel): Link[] {
  const found = model.links.filter(({ entityId }) => entities.some(({ ids }) => ids.includes(entityId)));
  const missing = entities.filter(({ ids }) => !found.some(({ entityId }) => ids.includes(entityId)));
  return [...found, ...missing.flatMap((entity) => linkTo(entity, model, found))];
}

function withCandidates(gold: GoldQuestion, model: QuestionModel): QuestionModel {
  const held = new Set(model.links.map(({ entityId }) => entityId));
  const added = goldLinks([...gold.stated, ...gold.denied], model).filter(
    ({ entityId }) => !held.has(entityId),
  );
  return { ...model, links: [...model.links, ...added] };
}

/** Only the form's links, those it states as sure; of denied ones those that the question's words deny. */
function withLinks(gold: GoldQuestion, model: QuestionModel): QuestionModel {
  const denies = ({ matches }: Link): boolean => matches.every(({ index }) => model.negated.has(index));
  const stated = goldLinks(gold.stated, model).map((link) => ({
    ...link,
    score: 1,
    matches: link.matches.map(({ index }) => ({ index, quality: 1 })),
  }));
  return { ...model, links: [...stated, ...goldLinks(gold.denied, model).filter(denies)] };
}

function withType({ answerType }: GoldQuestion, model: QuestionModel): QuestionModel {
  return { ...model, answer: { ...model.answer, scores: new Map([[answerType, 1]]) } };
}

/** Only conditions that the form has; what was not read is left to `only`. */
function withConstraints({ conditions }: GoldQuestion, model: QuestionModel): QuestionModel {
  const constraints = model.constraints.filter((constraint) =>
    conditions.some((clause) => clause.kind === 'prop' && saysTheSame(constraint, clause)),
  );
  const counts = conditions.some(({ kind }) => kind === 'count' || kind === 'argmax' || kind === 'argmin');
  return { ...model, constraints, count: counts ? model.count : undefined };
}

/** Lets the model weigh the words of the names that it did not come across. One round trip. */
export async function learnNames(
  { stated, denied }: GoldQuestion,
  { weights }: QuestionModel,
): Promise<void> {
  const names = [...stated, ...denied].flatMap((entity) => entity.names);
  await weights.learn(names.flatMap((name) => questionWords(name, 'en')));
}

/**
 * Returns the question with the parts of `upTo` and of every rung below it as the form has them, in the order of the
 * ladder. The names must have been learned (`learnNames`).
 */
export function swapGold(gold: GoldQuestion, model: QuestionModel, upTo: SwappedRung): Swapped {
  if (upTo === 'candidates') return { model: withCandidates(gold, model) };
  const linked = withLinks(gold, model);
  if (upTo === 'links') return { model: linked };
  const typed = withType(gold, linked);
  if (upTo === 'type') return { model: typed };
  if (upTo === 'paths') return { model: typed, only: gold.byPaths };
  return { model: withConstraints(gold, typed), only: gold.byStructure };
}
