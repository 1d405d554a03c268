import { createModelCommenter, type ModelCommenter } from './comment-on-route.ts';
import { type CriticModel, createCriticCall } from './critic-call.ts';
import { createExampleBank, type ExampleChoice, type ExampleEmbeddings } from './example-bank.ts';
import type { CriticExamples } from './example-files.ts';
import { createModelRouter, type ModelRouter, type RouterOrder } from './route-question.ts';
import { createModelValidator, type ModelValidator } from './validate-paths.ts';

/** Router, validator and commenter by model: what a cascade asks where the symbolic ones are unsure. */
export interface ModelCritic {
  readonly route: ModelRouter;
  readonly validate: ModelValidator;
  readonly comment: ModelCommenter;
}

interface ModelCriticDependencies extends CriticModel {
  readonly embed: ExampleEmbeddings;
  readonly examples: CriticExamples;
  /** Examples of the commenter; by default 30 by similarity. */
  readonly choice?: ExampleChoice;
  readonly order?: RouterOrder;
  /** Whether the validator sees the paths. */
  readonly context?: 'paths' | 'none';
}

/**
 * Returns the critic by model. Each role takes what the symbolic loop knows as data, never the graph, and returns
 * undefined (with a note in the trace) whenever the model gave nothing that can be used: the symbolic result stands then.
 * Calls come out of the question's budget, whose last two are left for the answer.
 */
export function createModelCritic({
  embed,
  examples,
  choice,
  order,
  context,
  ...model
}: ModelCriticDependencies): ModelCritic {
  const ask = createCriticCall(model);
  const examplesFor = createExampleBank({
    examples: examples.comment,
    embed,
    ...(choice === undefined ? {} : { choice }),
  });
  return {
    route: createModelRouter({ ask, examples: examples.route, ...(order === undefined ? {} : { order }) }),
    validate: createModelValidator({ ask, ...(context === undefined ? {} : { context }) }),
    comment: createModelCommenter({ ask, examplesFor }),
  };
}
