import type { Constraint } from '../../query/analyse/constraints.ts';
import type { Tree } from '../../query/graph/answer-trees.ts';
import type { Step } from '../../query/graph/graph-reader.ts';
import type { QuestionModel } from '../../query/graph/question-model.ts';
import type { Clause } from '../forms/clause.ts';
import type { GoldEntity, GoldQuestion, GoldWalk } from './gold-question.ts';

/**
 * The ladder of understanding, lowest first. `candidates`: every entity of the form is among the first 20 links.
 * `links`: those it states stand in the first answer's tree. `type`: the type believed most is asked for. `paths`: the
 * tree walks the form's ways. `constraints`: values, ranges, denials, counts and superlatives are read as the form has
 * them. `rank`: among the nodes that meet the form's structure a right one stands first.
 */
export const RUNGS = ['candidates', 'links', 'type', 'paths', 'constraints', 'rank'] as const;
/** One of `RUNGS`. */
export type UnderstandingRung = (typeof RUNGS)[number];

/** What is judged: the question as it was read, the best tree found, and all candidates in order. */
export interface Understood {
  readonly model: Pick<QuestionModel, 'links' | 'answer' | 'constraints' | 'count' | 'negated'>;
  /** Tree of the first answer; undefined when nothing was found. */
  readonly tree: Tree | undefined;
  /** Ids, best first. */
  readonly ranking: readonly string[];
}

const LINKS_JUDGED = 20;

/** Returns the share (0 to 1) of a form's entities among the first 20 linked; 1 when it names none. */
export function linkRecall({ stated, denied }: GoldQuestion, model: Understood['model']): number {
  const entities = [...stated, ...denied];
  const first = [...new Set(model.links.map(({ entityId }) => entityId))].slice(0, LINKS_JUDGED);
  const found = entities.filter(({ ids }) => ids.some((id) => first.includes(id)));
  return entities.length === 0 ? 1 : found.length / entities.length;
}

function holds(tree: Tree, entity: GoldEntity): boolean {
  return entity.ids.includes(tree.id) || tree.children.some((branch) => holds(branch.tree, entity));
}

const sameStep = (a: Step, b: Step | undefined): boolean =>
  a.relation === b?.relation && a.direction === b.direction;

/** Whether a tree has the walk, its last step leading to the tree's root. */
function walks(tree: Tree, { from, steps }: GoldWalk): boolean {
  const last = steps.at(-1);
  if (last === undefined) return from.ids.includes(tree.id);
  const before = { from, steps: steps.slice(0, -1) };
  return tree.children.some((branch) => sameStep(branch.step, last) && walks(branch.tree, before));
}

function believes(answerType: string, { model, tree }: Understood): boolean {
  const most = Math.max(0, ...model.answer.scores.values());
  return most === 0 ? tree?.type === answerType : model.answer.scores.get(answerType) === most;
}

/** Bounds that a numeric comparison means over whole numbers. */
function boundsOf({ operator, value }: Extract<Clause, { kind: 'prop' | 'count' }>): {
  minimum?: number;
  maximum?: number;
} {
  const number = Number(value);
  if (operator === '>=') return { minimum: number };
  if (operator === '>') return { minimum: number + 1 };
  if (operator === '<=') return { maximum: number };
  if (operator === '<') return { maximum: number - 1 };
  return { minimum: number, maximum: number };
}

/** Returns whether a condition that was read says what the clause says (of a range: has the same bound). */
export function saysTheSame({ test }: Constraint, clause: Extract<Clause, { kind: 'prop' }>): boolean {
  if (test.key !== clause.key) return false;
  if (typeof clause.value === 'string') return test.equals === clause.value;
  const { minimum, maximum } = boundsOf(clause);
  const agrees = (own: number | undefined, wanted: number | undefined): boolean =>
    wanted === undefined || own === wanted;
  return test.equals === undefined && agrees(test.minimum, minimum) && agrees(test.maximum, maximum);
}

function isRead(clause: Clause, { model }: Understood): boolean {
  const { constraints, count } = model;
  switch (clause.kind) {
    case 'prop':
      return constraints.some((constraint) => saysTheSame(constraint, clause));
    case 'count': {
      const { minimum, maximum } = boundsOf(clause);
      return (
        count !== undefined &&
        sameStep(clause.step, count.step) &&
        count.minimum === minimum &&
        count.maximum === maximum
      );
    }
    case 'argmax':
    case 'argmin':
      return (
        count?.extreme === (clause.kind === 'argmax' ? 'most' : 'fewest') && sameStep(clause.step, count.step)
      );
    case 'not':
      return clause.clause.kind !== 'prop';
    default:
      return true;
  }
}

function isDenied({ ids }: GoldEntity, { links, negated }: Understood['model']): boolean {
  return links.some(
    ({ entityId, matches }) => ids.includes(entityId) && matches.every(({ index }) => negated.has(index)),
  );
}

function ranksFirst(gold: GoldQuestion, ranking: readonly string[], right: ReadonlySet<string>): boolean {
  const first = ranking.find((id) => gold.byStructure.has(id));
  return first === undefined ? [...gold.byStructure].every((id) => right.has(id)) : right.has(first);
}

/** Returns for each rung whether it holds. `right`: ids of the right answers. */
export function judgeRungs(
  gold: GoldQuestion,
  understood: Understood,
  right: ReadonlySet<string>,
): Readonly<Record<UnderstandingRung, boolean>> {
  const { model, tree, ranking } = understood;
  return {
    candidates: linkRecall(gold, model) === 1,
    links: gold.stated.every((entity) => tree !== undefined && holds(tree, entity)),
    type: believes(gold.answerType, understood),
    paths: gold.walks.every((walk) => tree !== undefined && walks(tree, walk)),
    constraints:
      gold.conditions.every((clause) => isRead(clause, understood)) &&
      gold.denied.every((entity) => isDenied(entity, model)),
    rank: ranksFirst(gold, ranking, right),
  };
}

/** Why a question was missed: the first rung that fails; `outside` when all hold but a node outside the form's stands first. */
export type MissCause = UnderstandingRung | 'outside';

/** Returns the first rung that fails. */
export function causeOf(judged: Readonly<Record<UnderstandingRung, boolean>>): MissCause {
  return RUNGS.find((rung) => !judged[rung]) ?? 'outside';
}
