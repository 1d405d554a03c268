import type { Candidate } from '../../domain/candidate.ts';
import type { ReadLanguages } from '../../domain/text/read-languages.ts';
import { mixScores, reciprocalRankFusion } from '../fusion.ts';
import type { DenseHit } from './dense-search.ts';
import type { LexicalResult } from './lexical-search.ts';
import { placeByWindow, placeByWords, type RankedNode } from './place-candidates.ts';
import type { RetrievalRequest, Retriever } from './retriever.ts';
import type { ScoringTexts } from './scoring-texts.ts';

/** What the plain retrievers are made of. */
export interface PlainDependencies {
  readonly lexical: (request: RetrievalRequest) => Promise<LexicalResult>;
  readonly dense: (request: RetrievalRequest) => Promise<readonly DenseHit[]>;
  readonly texts: ScoringTexts;
  /** Constant of reciprocal rank fusion. */
  readonly rrfK: number;
  /** Weight of the vector score beside the lexical one. */
  readonly denseWeight: number;
  /** What the embedding reads; `unknown` when left out. */
  readonly languages?: ReadLanguages;
}

/** The four ways of retrieval that everything else is measured against. */
export interface PlainRetrievers {
  readonly bm25: Retriever;
  readonly vector: Retriever;
  readonly rrf: Retriever;
  readonly mix: Retriever;
}

const alone = (
  part: string,
  hits: readonly { readonly id: string; readonly score: number }[],
): RankedNode[] => hits.map(({ id, score }) => ({ id, score, parts: { [part]: score } }));

/** Returns the score mix of both lists. A node without any word of the question has a lexical score of 0. */
export function mixOf(lexical: LexicalResult, dense: readonly DenseHit[], denseWeight: number): RankedNode[] {
  return mixScores(
    { bm25: lexical.hits, vector: dense },
    { weights: { vector: denseWeight }, missing: lexical.complete ? { bm25: 0 } : {} },
  );
}

function note(request: RetrievalRequest, name: string, candidates: readonly Candidate[]): void {
  const best = candidates.slice(0, 5).map(({ id, score, parts, page }) => ({ id, score, parts, page }));
  request.trace.add(name, `${candidates.length} candidates`, { best });
}

/**
 * Returns plain retrieval: `bm25` by words, `vector` by the best window, `rrf` by the ranks of both (Cormack, Clarke
 * and Büttcher 2009) and `mix` by their standardised scores.
 */
export function createPlainRetrievers(dependencies: PlainDependencies): PlainRetrievers {
  const { lexical, dense, texts, rrfK, denseWeight } = dependencies;

  async function fused(
    request: RetrievalRequest,
    name: 'rrf' | 'mix',
    fuse: (words: LexicalResult, vectors: readonly DenseHit[]) => readonly RankedNode[],
  ) {
    const [words, vectors] = await Promise.all([lexical(request), dense(request)]);
    const ranked = fuse(words, vectors).slice(0, request.limit);
    const candidates = await placeByWords(request, ranked, words, vectors, texts);
    note(request, name, candidates);
    return { candidates };
  }

  return {
    bm25: {
      name: 'bm25',
      retrieve: async (request) => {
        const words = await lexical(request);
        const ranked = alone('bm25', words.hits.slice(0, request.limit));
        const candidates = await placeByWords(request, ranked, words, [], texts);
        note(request, 'bm25', candidates);
        return { candidates };
      },
    },
    vector: {
      name: 'vector',
      retrieve: async (request) => {
        const hits = await dense(request);
        const candidates = placeByWindow(alone('vector', hits.slice(0, request.limit)), hits);
        note(request, 'vector', candidates);
        return { candidates };
      },
    },
    rrf: {
      name: 'rrf',
      retrieve: (request) =>
        fused(request, 'rrf', (words, vectors) =>
          reciprocalRankFusion({ bm25: words.hits, vector: vectors }, { k: rrfK }),
        ),
    },
    mix: {
      name: 'mix',
      retrieve: (request) => fused(request, 'mix', (words, vectors) => mixOf(words, vectors, denseWeight)),
    },
  };
}
