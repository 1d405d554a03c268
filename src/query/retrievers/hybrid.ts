import type { Scope } from '../../domain/access.ts';
import type { Candidate } from '../../domain/candidate.ts';
import type { ModelCritic } from '../critic/model/cascade.ts';
import { byScoreThenId, zScores } from '../fusion.ts';
import { searchEntities } from '../graph/entity-search.ts';
import type { GraphReader } from '../graph/graph-reader.ts';
import type { PassageSearch } from '../graph/passage-search.ts';
import type { RetrievalRequest, Retriever } from './retriever.ts';

interface HybridDependencies {
  readonly readerOf: (scope: Scope) => GraphReader;
  readonly passages: PassageSearch;
  readonly text: Retriever;
  /** What one standard deviation of the text module's scores is worth beside the graph's. */
  readonly textWeight: number;
  /** Rounds of search and critic, at least 1. */
  readonly maxIterations: number;
  /** Absent without a chat model. */
  readonly critic?: ModelCritic;
}

/** Candidates of either kind that are joined. */
const JOINED = 100;

/** What neither module found alone stays below: a miss of text counts as its lowest, a miss of the graph as less. */
const GRAPH_MISS = 2;

/** Returns the entities of both lists, unordered, each scored by its graph score and its standard score among the texts. */
export function joinEntities(
  graph: readonly Candidate[],
  text: readonly Candidate[],
  textWeight: number,
): Candidate[] {
  const z = zScores(text.map(({ score }) => score));
  const ofText = new Map(text.map(({ id }, at) => [id, z[at] ?? 0]));
  const lowest = Math.min(0, ...z);
  const ofGraph = new Map(graph.map((candidate) => [candidate.id, candidate]));
  const least = Math.min(...graph.map(({ score }) => score));
  const ids = [...new Set([...ofGraph.keys(), ...text.map(({ id }) => id)])];
  const byId = new Map(text.map((candidate) => [candidate.id, candidate]));
  return ids.flatMap((id): Candidate[] => {
    const found = ofGraph.get(id);
    const plain = byId.get(id);
    const base = plain ?? found;
    if (base === undefined) return [];
    const words = textWeight * (ofText.get(id) ?? lowest);
    const score = (found?.score ?? least - GRAPH_MISS) + words;
    const paths = found?.paths === undefined ? {} : { paths: found.paths };
    const parts = { ...plain?.parts, ...(found === undefined ? {} : { graph: found.score }), text: words };
    return [{ ...base, score, parts, ...paths }];
  });
}

/**
 * Returns the hybrid module. Entities: trees of names, values, paths and texts, joined by score with what the text
 * module finds, which the graph may not deny. Documents: text, PageRank and linked pairs of passages. A tenant with
 * both has entities and passages in one list, each scored within its kind.
 */
export function createHybridRetriever({
  readerOf,
  passages,
  text,
  textWeight,
  maxIterations,
  critic,
}: HybridDependencies): Retriever {
  async function search(request: RetrievalRequest): Promise<readonly Candidate[]> {
    const wide = { ...request, limit: Math.max(JOINED, request.limit) };
    const asked = text.retrieve(wide);
    const textFirst = async () => (await asked).candidates.find(({ kind }) => kind === 'entity')?.id;
    const { budget, trace, signal } = request;
    const model =
      critic === undefined || budget === undefined
        ? {}
        : { model: { critic, turn: { budget, trace, signal } } };
    const options = { texts: true, limit: wide.limit, step: 'hybrid', maxIterations, textFirst, ...model };
    const [graph, plain] = await Promise.all([
      searchEntities(request, readerOf(request.scope), options),
      asked,
    ]);
    const ofPassages = plain.candidates.filter(({ kind }) => kind !== 'entity');
    const ofEntities = plain.candidates.filter(({ kind }) => kind === 'entity');
    const entities = graph.length === 0 ? ofEntities : joinEntities(graph, ofEntities, textWeight);
    if (ofPassages.length === 0) return entities;
    const linked = await passages.byTextAndGraph(wide, ofPassages);
    return entities.length === 0 ? linked : sideBySide(entities, linked);
  }
  return {
    name: 'hybrid',
    retrieve: async (request) => {
      const candidates = [...(await search(request))].sort(byScoreThenId).slice(0, request.limit);
      request.trace.add('hybrid', `${candidates.length} candidates`, { best: candidates.slice(0, 5) });
      return { candidates };
    },
  };
}

/** Two lists whose scores mean different things: each by its own standard scores. */
function sideBySide(entities: readonly Candidate[], passages: readonly Candidate[]): Candidate[] {
  return [entities, passages].flatMap((list) => {
    const z = zScores(list.map(({ score }) => score));
    return list.map((candidate, at) => ({ ...candidate, score: z[at] ?? 0 }));
  });
}
