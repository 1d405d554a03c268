import { type AnswerType, answerTypeOf } from '../analyse/answer-type.ts';
import { type Constraint, createConstraintFinder } from '../analyse/constraints.ts';
import { type CountCondition, findCountCondition } from '../analyse/count-condition.ts';
import { createWordWeights, findLinks, type Link, type WordWeights } from '../analyse/links.ts';
import { negatedWords } from '../analyse/negated-words.ts';
import { questionWords, type Word } from '../analyse/question-words.ts';
import { createSchemaMatcher, type SchemaMatches } from '../analyse/schema-match.ts';
import type { GraphReader } from './graph-reader.ts';
import type { QuerySchema } from './query-schema.ts';

/** A question as far as a graph can read it. Words are meant by their place in `words`. */
export interface QuestionModel {
  readonly text: string;
  readonly words: readonly Word[];
  readonly weights: WordWeights;
  readonly schema: QuerySchema;
  readonly matches: SchemaMatches;
  readonly answer: AnswerType;
  readonly negated: ReadonlySet<number>;
  readonly links: readonly Link[];
  readonly constraints: readonly Constraint[];
  readonly count: CountCondition | undefined;
}

interface Prepared {
  readonly match: ReturnType<typeof createSchemaMatcher>;
  readonly constrain: ReturnType<typeof createConstraintFinder>;
}

const prepared = new WeakMap<QuerySchema, Prepared>();

function prepare(schema: QuerySchema): Prepared {
  const known = prepared.get(schema);
  if (known !== undefined) return known;
  const made = { match: createSchemaMatcher(schema), constrain: createConstraintFinder(schema) };
  prepared.set(schema, made);
  return made;
}

/** Returns what a question says of the graph. Five round trips at most; the schema is read once by `reader`. */
export async function readQuestion(
  text: string,
  language: string,
  reader: GraphReader,
): Promise<QuestionModel> {
  const schema = await reader.schema();
  const words = questionWords(text, language);
  const weights = createWordWeights(reader);
  const { match, constrain } = prepare(schema);
  const matches = match(words);
  const links = await findLinks(text, words, weights, reader);
  const answer = answerTypeOf(text, words, matches, schema);
  const count = findCountCondition(text, words, matches, answer, schema);
  const counted = new Set(count?.words);
  return {
    text,
    words,
    weights,
    schema,
    matches,
    answer,
    negated: negatedWords(text, words),
    links: links.filter((link) => !link.matches.every(({ index }) => counted.has(index))),
    constraints: constrain(text, words, weights.known).filter(
      (constraint) => !constraint.matches.every(({ index }) => counted.has(index)),
    ),
    count,
  };
}
