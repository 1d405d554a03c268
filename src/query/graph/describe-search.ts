import type { Candidate, GraphPath } from '../../domain/candidate.ts';
import type { Constraint } from '../analyse/constraints.ts';
import type { CountCondition } from '../analyse/count-condition.ts';
import type { QuestionModel } from './question-model.ts';

/** Returns a path in one line: `Ada Lovelace ‹author›→ Note G`, arrows as the relations point. */
export function describePath({ startName, steps }: GraphPath): string {
  return steps.reduce(
    (line, { relation, direction, nodeName }) =>
      `${line} ${direction === 'out' ? `–${relation}→` : `←${relation}–`} ${nodeName}`,
    startName,
  );
}

function describeConstraint({ test: { key, equals, minimum, maximum } }: Constraint): string {
  if (equals !== undefined) return `${key} = ${equals}`;
  return minimum === maximum ? `${key} = ${minimum}` : `${key} from ${minimum ?? '…'} to ${maximum ?? '…'}`;
}

function describeCount({ step, minimum, maximum, extreme }: CountCondition): string {
  const wanted = extreme ?? `${minimum ?? 0} to ${maximum ?? '…'}`;
  return `${wanted} ${step.direction === 'out' ? '' : 'incoming '}${step.relation}`;
}

const LISTED = 12;

/** Returns what was understood of a question, as data for the trace. */
export function describeModel(model: QuestionModel): Readonly<Record<string, unknown>> {
  const words = (places: Iterable<number>): string =>
    [...places].map((at) => model.words[at]?.text ?? '').join(' ');
  return {
    answerTypes: [...model.answer.scores].map(([type, belief]) => ({ type, belief })),
    links: model.links.slice(0, LISTED).map(({ name, type, score, how, matches }) => ({
      words: words(matches.map(({ index }) => index)),
      name,
      type,
      how,
      score,
    })),
    relations: [...model.matches.relations].map(([relation, matches]) => ({
      relation,
      words: words(matches.map(({ index }) => index)),
    })),
    conditions: model.constraints.slice(0, LISTED).map(describeConstraint),
    ...(model.count === undefined ? {} : { count: describeCount(model.count) }),
    denied: words(model.negated),
  };
}

/** Returns the best candidates with their paths in words, for the trace. */
export function describeCandidates(
  candidates: readonly Candidate[],
): readonly Readonly<Record<string, unknown>>[] {
  return candidates.slice(0, 5).map(({ id, score, parts, paths = [] }) => ({
    id,
    score,
    parts,
    paths: paths.map(describePath),
  }));
}
