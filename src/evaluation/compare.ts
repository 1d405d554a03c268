import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { TrellisError } from '../errors.ts';
import { hitAt, recallAt, reciprocalRank } from './measures.ts';
import type { QuestionResult } from './results.ts';
import { type Difference, pairedBootstrap } from './statistics.ts';

/** How one pipeline's figures differ between two runs of the same questions. */
export interface PipelineComparison {
  readonly pipeline: string;
  readonly questions: number;
  /** Rank measures where the suite has right results, `crag` where it is in CRAG's form. */
  readonly measures: Readonly<Record<string, Difference>>;
  /** Questions whose first right result moved: its rank in A and in B (null: not found). */
  readonly changed: readonly {
    readonly id: string;
    readonly question: string;
    readonly a: number | null;
    readonly b: number | null;
  }[];
}

const MEASURES = {
  'hit@1': ({ ranks }: QuestionResult) => hitAt(ranks, 1),
  mrr: ({ ranks }: QuestionResult) => reciprocalRank(ranks),
  'recall@5': ({ ranks, relevant }: QuestionResult) => recallAt(ranks, relevant.length, 5),
  'recall@20': ({ ranks, relevant }: QuestionResult) => recallAt(ranks, relevant.length, 20),
};

/**
 * Returns B − A for every pipeline that both run folders hold, over the questions that both hold, with 95 % intervals.
 * Throws `TRELLIS_EVAL_SUITE_INVALID` when a folder has no results, or the two share none.
 */
export async function compareRuns(a: string, b: string): Promise<PipelineComparison[]> {
  const [left, right] = await Promise.all([readResults(a), readResults(b)]);
  const pipelines = [...left.keys()].filter((pipeline) => right.has(pipeline));
  const comparisons = pipelines.flatMap((pipeline) => {
    const pairs = pairUp(left.get(pipeline) ?? [], right.get(pipeline) ?? []);
    return pairs.length === 0 ? [] : [comparePipeline(pipeline, pairs)];
  });
  if (comparisons.length > 0) return comparisons;
  throw new TrellisError(
    'TRELLIS_EVAL_SUITE_INVALID',
    `${a} and ${b} share no pipeline with the same questions.`,
    {
      details: { a: [...left.keys()], b: [...right.keys()] },
    },
  );
}

type Measure = (result: QuestionResult) => number;

function applicable(pairs: readonly Pair[]): Readonly<Record<string, Measure>> {
  const both = (has: (result: QuestionResult) => boolean) => pairs.every((pair) => pair.every(has));
  return {
    ...(both(({ relevant }) => relevant.length > 0) ? MEASURES : {}),
    ...(both(({ crag }) => crag !== undefined) ? { crag: ({ crag }: QuestionResult) => crag ?? 0 } : {}),
  };
}

type Pair = readonly [QuestionResult, QuestionResult];

function pairUp(a: readonly QuestionResult[], b: readonly QuestionResult[]): Pair[] {
  const byId = new Map(b.map((result) => [result.id, result]));
  return a.flatMap((result) => {
    const other = byId.get(result.id);
    return other === undefined || other.question !== result.question ? [] : [[result, other] as const];
  });
}

function comparePipeline(pipeline: string, pairs: readonly Pair[]): PipelineComparison {
  const difference = (value: (result: QuestionResult) => number) =>
    pairedBootstrap(
      pairs.map(([a]) => value(a)),
      pairs.map(([, b]) => value(b)),
    );
  return {
    pipeline,
    questions: pairs.length,
    measures: Object.fromEntries(
      Object.entries(applicable(pairs)).map(([name, measure]) => [name, difference(measure)]),
    ),
    changed: pairs.flatMap(([a, b]) => {
      const [before = null] = a.ranks;
      const [after = null] = b.ranks;
      return before === after ? [] : [{ id: a.id, question: a.question, a: before, b: after }];
    }),
  };
}

async function readResults(directory: string): Promise<ReadonlyMap<string, QuestionResult[]>> {
  const path = join(directory, 'results.jsonl');
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (cause) {
    throw new TrellisError(
      'TRELLIS_EVAL_SUITE_INVALID',
      `${path} cannot be read. Name the folder of a finished run.`,
      { cause },
    );
  }
  const byPipeline = new Map<string, QuestionResult[]>();
  for (const line of text.split('\n').filter(Boolean)) {
    const result = JSON.parse(line) as QuestionResult;
    byPipeline.set(result.pipeline, [...(byPipeline.get(result.pipeline) ?? []), result]);
  }
  return byPipeline;
}
