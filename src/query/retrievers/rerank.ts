import type { Reranker } from '../../models/reranker.ts';
import { byScoreThenId, mixScores } from '../fusion.ts';
import { placeByWords } from './place-candidates.ts';
import { mixOf, type PlainDependencies } from './plain.ts';
import type { RetrievalRequest, Retriever } from './retriever.ts';

interface RerankDependencies extends PlainDependencies {
  readonly reranker: Reranker;
  /** How many candidates are judged. */
  readonly top: number;
}

/** Longest text sent when no window is known, in characters: about what the default embedding reads. */
const BEGINNING = 1_000;

/**
 * Returns the score mix with its best candidates judged by a reranker: the sum of both standardised scores. What is
 * judged of a long text is its best window. Candidates below `top` follow in the order of the mix.
 */
export function createRerankRetriever(dependencies: RerankDependencies): Retriever {
  const { lexical, dense, texts, denseWeight, reranker, top } = dependencies;

  async function retrieve(request: RetrievalRequest) {
    const [words, vectors] = await Promise.all([lexical(request), dense(request)]);
    const mixed = mixOf(words, vectors, denseWeight);
    const head = mixed.slice(0, top);
    const windows = new Map(vectors.map((hit) => [hit.id, hit.span]));
    const hits = new Map([...words.hits, ...vectors].map((hit) => [hit.id, hit]));
    const read = await texts.read(
      request.scope,
      head.flatMap(({ id }) => hits.get(id) ?? []),
    );
    const judged = head.flatMap(({ id }) => {
      const text = read.get(hits.get(id)?.ownerId ?? '')?.text;
      const { start, end } = windows.get(id) ?? { start: 0, end: BEGINNING };
      return text === undefined ? [] : [{ id, text: text.slice(start, end) }];
    });
    const reranked = await reranker.rerank(request.analysis.text, judged, request.signal);
    const best = mixScores({ mix: head, [reranker.id]: reranked });
    const lowest = Math.min(...best.map(({ score }) => score), 0);
    const tail = mixed.slice(top).map((node, index) => ({ ...node, score: lowest - index - 1 }));
    const ranked = [...best.sort(byScoreThenId), ...tail].slice(0, request.limit);
    const candidates = await placeByWords(request, ranked, words, vectors, texts);
    request.trace.add('rerank', `${judged.length} texts judged by ${reranker.id}`, {
      best: candidates.slice(0, 5),
    });
    return { candidates };
  }

  return { name: 'rerank', retrieve };
}
