import { Type } from 'typebox';
import { COMMENT_ERRORS, type Comment, editKey, type RouteEdit } from '../../../domain/comment.ts';
import { normalName } from '../../../domain/text/name.ts';
import { type CriticCall, type CriticTurn, noteFault } from './critic-call.ts';
import type { CommentExample, RouteInWords } from './example-files.ts';
import { promptLine } from './prompt-line.ts';
import { describeRoute } from './route-words.ts';

/** What the commenter by model is asked about a refused route. */
export interface ModelCommentRequest {
  readonly question: string;
  readonly route: RouteInWords;
  /** Why it was refused, in words. */
  readonly verdict: string;
  /** The comments that are legal here, the likeliest first; the model may only choose among them. */
  readonly allowed: readonly Comment[];
}

/** Returns one to three of the allowed comments, the most telling first; undefined when the model chose none. At most two calls. */
export type ModelCommenter = (
  request: ModelCommentRequest,
  turn: CriticTurn,
) => Promise<readonly Comment[] | undefined>;

/** The error table as a model fills it. */
export const CHOSEN_COMMENTS = Type.Array(
  Type.Object({ error: Type.Enum([...COMMENT_ERRORS]), subject: Type.String({ maxLength: 200 }) }),
  { maxItems: 3 },
);
const CommentsSchema = Type.Object({ comments: CHOSEN_COMMENTS });

type Chosen = { readonly error: string; readonly subject: string };

/** More than a person would read; the likeliest are first. */
const MOST_ALLOWED = 24;
const LINE_CHARACTERS = 200;
const QUESTION_CHARACTERS = 1_500;

interface CommenterDependencies {
  readonly ask: CriticCall;
  /** Returns the examples to show for a question, in order; see `createExampleBank`. */
  readonly examplesFor: (question: string) => Promise<readonly CommentExample[]>;
}

/**
 * Returns the commenter by model (HybGRAG, Lee et al. 2024): it fills the table of errors from examples.
 * What is not among the allowed comments is dropped and noted.
 */
export function createModelCommenter({ ask, examplesFor }: CommenterDependencies): ModelCommenter {
  return async (request, turn) => {
    if (request.allowed.length === 0) return undefined;
    const examples = await chooseExamples(examplesFor, request.question, turn);
    if (examples === undefined) return undefined;
    const inputs = { ...commentInputs(request), examples: describeCommentExamples(examples) };
    const task = { step: 'comment', prompt: 'comment-on-route', inputs, schema: CommentsSchema } as const;
    const answer = await ask(task, turn);
    if (answer === undefined) return undefined;
    const { chosen, dropped } = chooseAllowed(answer.value.comments, request.allowed);
    const data = { by: 'model', calls: answer.calls, examples: examples.length, chosen, dropped };
    const note = chosen.length === 0 ? 'the model chose no comment that is legal here' : 'the model comments';
    turn.trace.add('comment', note, data);
    return chosen.length === 0 ? undefined : chosen;
  };
}

/** An embedding that fails is a fault of a model like any other here. */
async function chooseExamples(
  examplesFor: CommenterDependencies['examplesFor'],
  question: string,
  turn: CriticTurn,
): Promise<readonly CommentExample[] | undefined> {
  try {
    return await examplesFor(question);
  } catch (error) {
    noteFault(error, 'comment', 0, turn);
    return undefined;
  }
}

/** Returns the question, the route and the allowed comments as a prompt takes them. */
export function commentInputs({
  question,
  route,
  verdict,
  allowed,
}: ModelCommentRequest): Record<'question' | 'route' | 'verdict' | 'allowed', string> {
  return {
    question: promptLine(question, QUESTION_CHARACTERS),
    route: describeRoute(route),
    verdict: promptLine(verdict, LINE_CHARACTERS),
    allowed: describeAllowed(allowed),
  };
}

/** Returns the comments that a model may choose as lines: error, subject, what would change. */
export function describeAllowed(allowed: readonly Comment[]): string {
  return allowed
    .slice(0, MOST_ALLOWED)
    .map(({ error, subject, edit }) =>
      promptLine(`${error} | ${subject} | ${editWords(edit)}`, LINE_CHARACTERS),
    )
    .join('\n');
}

/** Returns examples as a prompt shows them. */
export function describeCommentExamples(examples: readonly CommentExample[]): string {
  return examples
    .map(({ question, route, verdict, comments }) =>
      [
        `Question: ${question}`,
        describeRoute(route),
        `Verdict: ${verdict}`,
        JSON.stringify({ comments }),
      ].join('\n'),
    )
    .join('\n\n');
}

/** Returns those of the allowed comments that were chosen, in the order chosen, each change once; and what fits none. */
export function chooseAllowed(
  said: readonly Chosen[],
  allowed: readonly Comment[],
): { readonly chosen: readonly Comment[]; readonly dropped: readonly Chosen[] } {
  const chosen = new Map<string, Comment>();
  const dropped: Chosen[] = [];
  for (const one of said) {
    const meant = allowed.find(
      ({ error, subject, edit }) =>
        error === one.error && sameSubject(subject, one.subject) && !chosen.has(editKey(edit)),
    );
    if (meant === undefined) dropped.push(one);
    else chosen.set(editKey(meant.edit), meant);
  }
  return { chosen: [...chosen.values()], dropped };
}

/** Case, accents and marks may differ, and a subject that was shown cut may come back cut. */
function sameSubject(subject: string, said: string): boolean {
  const [own, other] = [normalName(subject), normalName(said.replace(/…$/u, ''))];
  return own === other || (said.endsWith('…') && other !== '' && own.startsWith(other));
}

/** What a change does, for the model; a kind that is not listed is told by its own name. */
const EDIT_WORDS: Readonly<Record<string, string>> = {
  without_entity: 'do not start from it',
  with_entity: 'this entity is meant',
  without_relation_word: 'look for the word in texts',
  any_direction: 'follow relations in both directions',
  not_named: 'the answer is none of the things that the question names',
  strict_conditions: 'the conditions must hold',
  further_step: 'go one step further',
};

function editWords(edit: RouteEdit): string {
  if (edit.kind === 'type') return `look for ${edit.type}`;
  if (edit.kind === 'module') return `use the module ${edit.module}`;
  return EDIT_WORDS[edit.kind] ?? edit.kind.replaceAll('_', ' ');
}
