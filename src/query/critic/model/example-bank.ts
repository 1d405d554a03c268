import { createHash } from 'node:crypto';
import type { CommentExample } from './example-files.ts';

/** The embeddings that similarity is measured with; `TextEmbeddings` are some. */
export interface ExampleEmbeddings {
  embedQuery(text: string): Promise<readonly number[]>;
  embedDocuments(texts: string[]): Promise<readonly (readonly number[])[]>;
}

/** How examples are chosen for a question. */
export type ExampleChoice =
  /** By cosine of the questions. */
  | { readonly by: 'similarity'; readonly count: number }
  /** By chance: equal seed, question and bank give equal examples. The ablation. */
  | { readonly by: 'random'; readonly count: number; readonly seed: number };

/** Examples of the paper's commenter ("about thirty"). */
export const DEFAULT_CHOICE: ExampleChoice = { by: 'similarity', count: 30 };

/** The named variants of the commenter that evaluations compare. */
export const COMMENTER_VARIANTS: Readonly<Record<string, ExampleChoice>> = {
  'commenter-0': { by: 'similarity', count: 0 },
  'commenter-5': { by: 'similarity', count: 5 },
  'commenter-30': { by: 'similarity', count: 30 },
  'commenter-random': { by: 'random', count: 30, seed: 1 },
};

interface BankDependencies {
  readonly examples: readonly CommentExample[];
  readonly embed: ExampleEmbeddings;
  readonly choice?: ExampleChoice;
}

/**
 * Returns a function that chooses examples for a question, the fittest last (next to the question in the prompt); all of
 * them in their own order when no more are there than asked for. The bank is read-only: nothing that a question teaches
 * gets in, so evaluations are frozen. The examples are embedded once, on first need, in one batch. Throws what the
 * embeddings throw.
 */
export function createExampleBank({
  examples,
  embed,
  choice = DEFAULT_CHOICE,
}: BankDependencies): (question: string) => Promise<readonly CommentExample[]> {
  const bank = [...examples];
  let embedding: Promise<readonly (readonly number[])[]> | undefined;
  const vectors = () => {
    embedding ??= embed.embedDocuments(bank.map(({ question }) => question)).catch((error: unknown) => {
      embedding = undefined;
      throw error;
    });
    return embedding;
  };
  return async (question) => {
    if (choice.count <= 0) return [];
    if (choice.count >= bank.length) return bank;
    const scores =
      choice.by === 'random'
        ? bank.map((example) => chance(choice.seed, question, example.question))
        : similarities(await embed.embedQuery(question), await vectors());
    return bank
      .map((example, index) => ({ example, index, score: scores[index] ?? 0 }))
      .sort((a, b) => b.score - a.score || a.index - b.index)
      .slice(0, choice.count)
      .reverse()
      .map(({ example }) => example);
  };
}

function similarities(question: readonly number[], examples: readonly (readonly number[])[]): number[] {
  return examples.map((vector) => cosine(question, vector));
}

/** 0 where a vector has no length. */
function cosine(a: readonly number[], b: readonly number[]): number {
  const dot = a.reduce((sum, value, index) => sum + value * (b[index] ?? 0), 0);
  const lengths = Math.hypot(...a) * Math.hypot(...b);
  return lengths === 0 ? 0 : dot / lengths;
}

/** A number from 0 to 1 that only its inputs decide. */
function chance(seed: number, question: string, example: string): number {
  const hash = createHash('sha256')
    .update(JSON.stringify([seed, question, example]))
    .digest();
  return hash.readUInt32BE(0) / 2 ** 32;
}
