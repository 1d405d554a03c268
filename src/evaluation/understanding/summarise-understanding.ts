import { mean } from '../measures.ts';
import type { QuestionResult } from '../results.ts';
import { causeOf, type MissCause, RUNGS, type UnderstandingRung } from './judge-rungs.ts';
import type { UnderstoodQuestion } from './measure-understanding.ts';

/** Hit@1 and MRR over the questions with a usable form. */
export interface SwapFigures {
  readonly 'hit@1': number;
  readonly mrr: number;
}

/** One rung: the share of questions where it holds, and the figures with the form's parts up to it. */
export interface RungFigures extends Partial<SwapFigures> {
  readonly rung: UnderstandingRung;
  readonly holds: number;
}

/** `summary.json` under `understanding`. */
export interface UnderstandingSummary {
  /** Questions with a usable form, and those without. */
  readonly questions: number;
  readonly withoutForm: number;
  /** Mean share of a form's entities among the first 20 links, over the questions that name any. */
  readonly linkRecall20: number;
  readonly asItIs: SwapFigures;
  /** Lowest first. `rank` has no figures: with all parts swapped what remains missing is its. */
  readonly rungs: readonly RungFigures[];
  /** By pipeline: how many misses (the first result is not right) each cause has. */
  readonly causes: Readonly<Record<string, Readonly<Partial<Record<MissCause, number>>>>>;
}

function figuresOf(ranks: readonly (number | null)[]): SwapFigures {
  return {
    'hit@1': mean(ranks.map((rank) => (rank === 1 ? 1 : 0))),
    mrr: mean(ranks.map((rank) => (rank === null ? 0 : 1 / rank))),
  };
}

const CAUSED: ReadonlySet<string> = new Set(['hybrid', 'auto']);

/** Returns the results with the cause of each miss of the pipelines that read the graph, where a form tells it. */
export function addCauses(
  results: readonly QuestionResult[],
  understood: readonly UnderstoodQuestion[],
): QuestionResult[] {
  const byId = new Map(understood.map((entry) => [entry.id, entry]));
  return results.map((result) => {
    const judged = byId.get(result.id)?.judged;
    if (judged === undefined || result.ranks[0] === 1 || !CAUSED.has(result.pipeline)) return result;
    return { ...result, cause: causeOf(judged) };
  });
}

function countCauses(results: readonly QuestionResult[]): UnderstandingSummary['causes'] {
  const causes: Record<string, Partial<Record<MissCause, number>>> = {};
  for (const { pipeline, cause } of results) {
    if (cause === undefined) continue;
    const own = causes[pipeline] ?? {};
    causes[pipeline] = { ...own, [cause]: (own[cause] ?? 0) + 1 };
  }
  return causes;
}

/** Returns the ladder over all questions. `results` have their causes (`addCauses`); `asked` is the number of questions. */
export function summariseUnderstanding(
  understood: readonly UnderstoodQuestion[],
  results: readonly QuestionResult[],
  asked: number,
): UnderstandingSummary {
  return {
    questions: understood.length,
    withoutForm: asked - understood.length,
    linkRecall20: mean(understood.filter((entry) => entry.hasEntities).map((entry) => entry.linkRecall)),
    asItIs: figuresOf(understood.map(({ asItIs }) => asItIs)),
    rungs: RUNGS.map((rung) => ({
      rung,
      holds: mean(understood.map(({ judged }) => (judged[rung] ? 1 : 0))),
      ...(rung === 'rank' ? {} : figuresOf(understood.map(({ swapped }) => swapped[rung]))),
    })),
    causes: countCauses(results),
  };
}
