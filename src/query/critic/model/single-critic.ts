import { Type } from 'typebox';
import type { Comment } from '../../../domain/comment.ts';
import {
  CHOSEN_COMMENTS,
  chooseAllowed,
  commentInputs,
  describeCommentExamples,
  type ModelCommentRequest,
} from './comment-on-route.ts';
import type { CriticCall, CriticTurn } from './critic-call.ts';
import type { CommentExample } from './example-files.ts';
import {
  describeJudged,
  type JudgedCandidate,
  type ModelVerdict,
  toVerdict,
  VERDICT_FIELDS,
} from './validate-paths.ts';

/** What validator and commenter in one are asked. */
export interface SingleCriticRequest extends Omit<ModelCommentRequest, 'verdict'> {
  /** Best first. */
  readonly candidates: readonly JudgedCandidate[];
}

/** A verdict with the comments on what is refused; none on what is accepted. */
export interface SingleCriticAnswer {
  readonly verdict: ModelVerdict;
  readonly comments: readonly Comment[];
}

const AnswerSchema = Type.Object({ ...VERDICT_FIELDS, comments: CHOSEN_COMMENTS });

/**
 * Returns validator and commenter as one call: the ablation `single-critic` (HybGRAG, Lee et al. 2024), to be compared
 * with the two apart. Undefined when the model says nothing usable. At most two calls.
 */
export function createSingleCritic({
  ask,
  examples,
}: {
  readonly ask: CriticCall;
  readonly examples: readonly CommentExample[];
}): (request: SingleCriticRequest, turn: CriticTurn) => Promise<SingleCriticAnswer | undefined> {
  return async (request, turn) => {
    const { verdict: _, ...route } = commentInputs({ ...request, verdict: '' });
    const candidates = describeJudged(request.candidates, 'paths');
    const inputs = { ...route, candidates, examples: describeCommentExamples(examples) };
    const task = { step: 'validate', prompt: 'criticise-route', inputs, schema: AnswerSchema } as const;
    const answer = await ask(task, turn);
    if (answer === undefined) return undefined;
    const verdict = toVerdict(answer.value);
    const { chosen, dropped } = chooseAllowed(answer.value.comments, request.allowed);
    const comments = verdict.accepted ? [] : chosen;
    const note = verdict.accepted ? 'the model accepts what was found' : 'the model refuses and comments';
    turn.trace.add('validate', note, { by: 'model', calls: answer.calls, ...verdict, comments, dropped });
    return { verdict, comments };
  };
}
