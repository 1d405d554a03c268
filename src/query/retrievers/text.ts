import type { Candidate } from '../../domain/candidate.ts';
import { K1, termWeight } from '../bm25.ts';
import { type Fused, mixScores, type Scored } from '../fusion.ts';
import {
  COMPOSITE_WEIGHTS,
  type CompositeQuery,
  type CompositeScore,
  compositeScore,
} from '../lexical/composite.ts';
import { pageOfMatch } from '../page-of-match.ts';
import { vectorShares } from '../vector-share.ts';
import type { DenseHit } from './dense-search.ts';
import type { Hit, LexicalResult } from './lexical-search.ts';
import { queriesFor } from './place-candidates.ts';
import type { PlainDependencies } from './plain.ts';
import type { RetrievalRequest, Retriever } from './retriever.ts';
import { bodyOffset, type ScoringText } from './scoring-texts.ts';
import { once } from './shared-work.ts';

/** How many of the best by words, and by vectors, are read and scored closely. */
const CLOSE_BY_WORDS = 100;
const CLOSE_BY_VECTORS = 50;

interface Scoring extends Scored {
  readonly hit: Hit;
  readonly text: ScoringText;
  readonly composite: CompositeScore;
}

interface Ranking {
  readonly ranked: readonly Fused[];
  readonly byId: ReadonlyMap<string, Scoring>;
  /** The question ready for the texts of passages. */
  readonly query: CompositeQuery;
}

function poolOf(lexical: LexicalResult, dense: readonly DenseHit[]): Hit[] {
  const pool = new Map<string, Hit>();
  for (const hit of [...lexical.hits.slice(0, CLOSE_BY_WORDS), ...dense.slice(0, CLOSE_BY_VECTORS)]) {
    if (!pool.has(hit.id)) pool.set(hit.id, hit);
  }
  return [...pool.values()];
}

/** What a full match would score by words and window, so that passages and entities can be compared. */
function scaleOf(request: RetrievalRequest, lexical: LexicalResult, hit: Hit, both: boolean): number {
  if (!both) return 1;
  const weights = request.analysis.terms.map((term) => termWeight(term, lexical.statistics[hit.collection]));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return total * ((K1 + 1) * (COMPOSITE_WEIGHTS.stems + COMPOSITE_WEIGHTS.words) + COMPOSITE_WEIGHTS.window);
}

/** Span of the best window in the text itself; none when the window is all headings. */
function spanIn({ text, composite }: Scoring): { start: number; end: number } | undefined {
  const offset = bodyOffset(text);
  const start = Math.max(0, composite.span.start - offset);
  const end = composite.span.end - offset;
  return end > start ? { start, end } : undefined;
}

/**
 * Returns the text module: the best by words and by vectors are read and scored closely by the lexical composite,
 * then mixed with the cosine of their best window, which says less where the embedding cannot read. Two searches at
 * once, then one read of texts.
 */
export function createTextRetriever(dependencies: PlainDependencies): Retriever {
  const { lexical, dense, texts, denseWeight, languages = 'unknown' } = dependencies;

  async function scorePool(request: RetrievalRequest, words: LexicalResult, pool: readonly Hit[]) {
    const queries = queriesFor(request, words);
    const read = await texts.read(request.scope, pool);
    const both = new Set(pool.map(({ collection }) => collection)).size > 1;
    return pool.flatMap((hit): Scoring[] => {
      const text = read.get(hit.ownerId);
      if (text === undefined) return [];
      const composite = compositeScore(queries[hit.collection], texts.analyse(text));
      const score = composite.score / scaleOf(request, words, hit, both);
      return [{ id: hit.id, score, hit, text, composite }];
    });
  }

  async function rank(request: RetrievalRequest): Promise<Ranking> {
    const [words, vectors] = await Promise.all([lexical(request), dense(request)]);
    const scored = await scorePool(request, words, poolOf(words, vectors));
    const byId = new Map(scored.map((scoring) => [scoring.id, scoring]));
    const near = vectors.filter(({ id }) => byId.has(id));
    const found = scored.map(({ text }) => text.language);
    const shareOf = vectorShares(request.analysis.language, found, languages);
    const share = (id: string) => shareOf(byId.get(id)?.text.language ?? 'und');
    const ranked = mixScores(
      { composite: scored, vector: near },
      { weights: { vector: denseWeight }, shares: { vector: share } },
    );
    return { ranked, byId, query: queriesFor(request, words).chunk };
  }

  return {
    name: 'text',
    retrieve: async (request) => {
      const ranking = await once(request, `text ${denseWeight}`, () => rank(request));
      const candidates = ranking.ranked.slice(0, request.limit).flatMap((node) => place(node, ranking));
      request.trace.add(
        'text',
        `${ranking.byId.size} texts scored closely, ${candidates.length} candidates`,
        { best: candidates.slice(0, 5) },
      );
      return { candidates };
    },
  };
}

/** Where a ranked node matched: the page with most of the question, the best window. */
function place(node: Fused, { byId, query }: Ranking): Candidate[] {
  const scoring = byId.get(node.id);
  if (scoring === undefined) return [];
  const { hit, text, composite } = scoring;
  const parts = { ...node.parts, ...composite.parts };
  const span = spanIn(scoring);
  const where = span === undefined ? {} : { span };
  if (hit.collection === 'profile') return [{ ...node, kind: 'entity', parts, ...where }];
  const page = pageOfMatch(query, text.text, text.pages, text.language, text.page);
  return [{ ...node, kind: 'chunk', parts, page, ...where }];
}
