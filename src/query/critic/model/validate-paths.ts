import { Type } from 'typebox';
import type { CriticCall, CriticTurn } from './critic-call.ts';
import { promptLine } from './prompt-line.ts';

/** Something that was found, as a model is shown it. */
export interface JudgedCandidate {
  readonly name: string;
  readonly type: string;
  readonly text: string;
  /** Why it was reached, in words; the validation context of the paper. */
  readonly paths: readonly string[];
  /** Conditions of the question on values, each with what was found: "price below 20: 14". */
  readonly conditions: readonly string[];
}

/** What the validator by model is asked. */
export interface ModelValidateRequest {
  readonly question: string;
  /** Best first. */
  readonly candidates: readonly JudgedCandidate[];
}

/** What a model thinks of what was found. */
export interface ModelVerdict {
  readonly accepted: boolean;
  /** How sure the model is of it: 0.5, 0.75 or 0.95. */
  readonly confidence: number;
  /** One line. */
  readonly reason: string;
}

/** Returns a model's verdict, undefined when it says nothing usable or there is nothing to judge. At most two calls. */
export type ModelValidator = (
  request: ModelValidateRequest,
  turn: CriticTurn,
) => Promise<ModelVerdict | undefined>;

/** Fields of a verdict in the order in which the model writes them: the reason before what follows from it. */
export const VERDICT_FIELDS = {
  reason: Type.String({ maxLength: 400 }),
  accepted: Type.Boolean(),
  sure: Type.Enum(['low', 'medium', 'high']),
};
const VerdictSchema = Type.Object(VERDICT_FIELDS);

/** Words, because models give no calibrated numbers; "low" is worth no more than a coin. */
const CONFIDENCE = { low: 0.5, medium: 0.75, high: 0.95 } as const;

/** Of a page of results a person looks at the first few, too. */
const JUDGED = 5;
const TEXT_CHARACTERS = 300;
const LINE_CHARACTERS = 240;
const LINES = 3;
const REASON_CHARACTERS = 200;
const QUESTION_CHARACTERS = 1_500;

interface ValidatorDependencies {
  readonly ask: CriticCall;
  /** `none` leaves the paths out: the ablation of the validation context. */
  readonly context?: 'paths' | 'none';
}

/**
 * Returns the validator by model (HybGRAG, Lee et al. 2024): it sees the first five candidates with the paths that
 * led to them.
 */
export function createModelValidator({ ask, context = 'paths' }: ValidatorDependencies): ModelValidator {
  return async ({ question, candidates }, turn) => {
    if (candidates.length === 0) return undefined;
    const inputs = {
      question: promptLine(question, QUESTION_CHARACTERS),
      candidates: describeJudged(candidates, context),
    };
    const task = { step: 'validate', prompt: 'validate-paths', inputs, schema: VerdictSchema } as const;
    const answer = await ask(task, turn);
    if (answer === undefined) return undefined;
    const verdict = toVerdict(answer.value);
    const note = verdict.accepted ? 'the model accepts what was found' : 'the model refuses what was found';
    turn.trace.add('validate', note, { by: 'model', calls: answer.calls, ...verdict });
    return verdict;
  };
}

/** Returns the verdict that the fields of an answer make. */
export function toVerdict(said: {
  readonly reason: string;
  readonly accepted: boolean;
  readonly sure: string;
}): ModelVerdict {
  return {
    accepted: said.accepted,
    confidence: CONFIDENCE[said.sure as keyof typeof CONFIDENCE],
    reason: promptLine(said.reason, REASON_CHARACTERS),
  };
}

/** Returns the first five candidates for a prompt, each in at most eight bounded lines. */
export function describeJudged(candidates: readonly JudgedCandidate[], context: 'paths' | 'none'): string {
  return candidates
    .slice(0, JUDGED)
    .map(({ name, type, text, paths, conditions }, index) => {
      const lines = (label: string, list: readonly string[]): string[] =>
        list.slice(0, LINES).map((line) => promptLine(`   ${label}: ${line}`, LINE_CHARACTERS));
      return [
        promptLine(`${index + 1}. ${name} (${type})`, LINE_CHARACTERS),
        ...(context === 'paths' ? lines('path', paths) : []),
        ...lines('condition', conditions),
        ...(text === '' ? [] : [promptLine(`   text: ${text}`, TEXT_CHARACTERS)]),
      ].join('\n');
    })
    .join('\n');
}
