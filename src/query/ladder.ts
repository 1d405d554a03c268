import type { Candidate } from '../domain/candidate.ts';
import type { CoverageOfLists } from './coverage.ts';
import { validateGraph } from './critic/validate.ts';
import { byScoreThenId } from './fusion.ts';
import type { PipelineRetrieval } from './pipelines.ts';
import type { Retrieval, RetrievalRequest, Retriever } from './retrievers/retriever.ts';

interface LadderDependencies {
  readonly text: Retriever;
  readonly hybrid: Retriever;
  readonly coverage: CoverageOfLists;
}

/** Candidates read for the validator. */
const JUDGED = 3;

/** Appends what only the second list holds, below the first: what plain text finds the graph may not deny. */
function append(first: readonly Candidate[], second: readonly Candidate[], limit: number): Candidate[] {
  const held = new Set(first.map(({ id }) => id));
  const lowest = first.reduce((least, { score }) => Math.min(least, score), Number.POSITIVE_INFINITY);
  const top = second.reduce((most, { score }) => Math.max(most, score), 0);
  const rest = second
    .filter(({ id }) => !held.has(id))
    .map((candidate) => ({ ...candidate, score: lowest - 1 - (top - candidate.score) }));
  return [...first, ...rest].sort(byScoreThenId).slice(0, limit);
}

/**
 * Passages only: puts text's first passage first. Over documents the graph adds what goes with a passage; which passage
 * the words mean most, it does not know better. Entities stay: there the paths choose.
 */
function leadByText(graph: readonly Candidate[], plain: readonly Candidate[]): readonly Candidate[] {
  const [first] = plain;
  const [best] = graph;
  if (first === undefined || best === undefined || first.kind === 'entity' || best.kind === 'entity')
    return graph;
  const known = graph.find(({ id }) => id === first.id) ?? first;
  return [{ ...known, score: best.score + 1 }, ...graph.filter(({ id }) => id !== first.id)];
}

/**
 * Returns the upper rungs of the ladder: text, then hybrid, with a validator between. Both are asked at once; the
 * graph leads when its candidates hold, with those of text below, else text stands alone. A fault of either is thrown.
 */
export function createLadder(
  dependencies: LadderDependencies,
): (request: RetrievalRequest) => Promise<PipelineRetrieval> {
  const { text, hybrid, coverage } = dependencies;

  async function judge(request: RetrievalRequest, plain: Retrieval, graph: Retrieval) {
    if (graph.candidates.length === 0)
      return validateGraph(request.analysis, graph, plain, { graph: 0, text: 0 });
    const lists = [graph.candidates.slice(0, JUDGED), plain.candidates.slice(0, JUDGED)];
    const [ofGraph = 0, ofText = 0] = await coverage(request, lists);
    return validateGraph(request.analysis, graph, plain, { graph: ofGraph, text: ofText });
  }

  return async (asked) => {
    const request = { ...asked, shared: new Map() };
    const [plain, graph] = await Promise.all([text.retrieve(request), hybrid.retrieve(request)]);
    const verdict = await judge(request, plain, graph);
    request.trace.add('validate', verdict.accepted ? 'the graph leads' : 'text stands', verdict);
    if (verdict.accepted) {
      return {
        candidates: append(leadByText(graph.candidates, plain.candidates), plain.candidates, request.limit),
        rung: 'hybrid',
      };
    }
    return { candidates: plain.candidates, rung: plain.candidates.length === 0 ? 'none' : 'text' };
  };
}
