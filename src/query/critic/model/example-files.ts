import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Static, type TSchema, Type } from 'typebox';
import { Value } from 'typebox/value';
import { COMMENT_ERRORS } from '../../../domain/comment.ts';
import { TrellisError } from '../../../errors.ts';

const Line = Type.String({ minLength: 1, maxLength: 300 });
const Lines = Type.Array(Line, { maxItems: 8 });
const Module = Type.Enum(['text', 'hybrid']);
const closed = { additionalProperties: false };

const RouteExampleSchema = Type.Object(
  {
    graph: Type.Object({ types: Lines, relations: Lines }, closed),
    question: Line,
    names: Lines,
    answer: Type.Object(
      {
        entities: Type.Array(Type.Object({ words: Line, name: Type.String() }, closed), { maxItems: 6 }),
        relations: Lines,
        answerType: Type.String(),
        module: Module,
      },
      closed,
    ),
  },
  closed,
);

const RouteInWordsSchema = Type.Object(
  {
    /** Names of the entities that it starts from, with their types. */
    entities: Lines,
    /** Names of the relations. */
    relations: Lines,
    /** Type of the answer; empty when unknown. */
    type: Type.String(),
    module: Module,
    /** What it found first, as paths in words; none when it found nothing. */
    found: Lines,
  },
  closed,
);

const CommentExampleSchema = Type.Object(
  {
    question: Line,
    route: RouteInWordsSchema,
    verdict: Line,
    comments: Type.Array(Type.Object({ error: Type.Enum([...COMMENT_ERRORS]), subject: Line }, closed), {
      minItems: 1,
      maxItems: 3,
    }),
  },
  closed,
);

/** A question about a small invented graph, and how to route it. */
export type RouteExample = Static<typeof RouteExampleSchema>;
/** A route and what it found, in words for a model. */
export type RouteInWords = Static<typeof RouteInWordsSchema>;
/** A refused route on an invented graph, and the comments that mended it. */
export type CommentExample = Static<typeof CommentExampleSchema>;

/** The examples that come with Trellis. */
export interface CriticExamples {
  readonly route: readonly RouteExample[];
  readonly comment: readonly CommentExample[];
}

/**
 * Returns `route-question.examples.json` and `comment-on-route.examples.json` of a folder of prompts, each checked.
 * Throws `TRELLIS_MODEL_PROMPT_INVALID` with the file and what is wrong.
 */
export function loadCriticExamples(directory: string): CriticExamples {
  return {
    route: readExamples(join(directory, 'route-question.examples.json'), RouteExampleSchema),
    comment: readExamples(join(directory, 'comment-on-route.examples.json'), CommentExampleSchema),
  };
}

function readExamples<T extends TSchema>(path: string, schema: T): Static<T>[] {
  const list = Type.Array(schema, { minItems: 1 });
  const value = parse(path);
  if (Value.Check(list, value)) return value as Static<T>[];
  const [problem] = Value.Errors(list, value);
  throw invalid(path, `${problem?.instancePath ?? ''} ${problem?.message ?? 'has another form'}`);
}

function parse(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (cause) {
    throw invalid(path, 'it cannot be read as JSON', cause);
  }
}

function invalid(path: string, what: string, cause?: unknown): TrellisError {
  return new TrellisError('TRELLIS_MODEL_PROMPT_INVALID', `The examples ${path} cannot be used: ${what}.`, {
    details: { path },
    cause,
  });
}
