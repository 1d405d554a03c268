import type { Candidate } from '../../domain/candidate.ts';
import { K1, termWeight } from '../bm25.ts';
import { mixScores, type Scored } from '../fusion.ts';
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
import { placeByWords, queriesFor, type RankedNode } from './place-candidates.ts';
import { mixOf, type PlainDependencies } from './plain.ts';
import type { RetrievalRequest, Retriever } from './retriever.ts';
import { bodyOffset, type ScoringText } from './scoring-texts.ts';
import { once } from './shared-work.ts';

/**
 * How many of the best by words and vectors together are read and scored closely. The order of a mix of BM25 and
 * cosines has what the close look would put first among its first few dozen: 20 or 100 give the same results.
 */
const CLOSE = 40;
/** Of the best by words as many as nearly always are among those. */
const EARLY = 25;

interface Scoring extends Scored {
  readonly hit: Hit;
  readonly text: ScoringText;
  readonly composite: CompositeScore;
}

interface Ranking {
  /** Those scored closely first. */
  readonly ranked: readonly RankedNode[];
  readonly byId: ReadonlyMap<string, Scoring>;
  readonly words: LexicalResult;
  readonly vectors: readonly DenseHit[];
  /** The question ready for the texts of passages. */
  readonly query: CompositeQuery;
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

/** Puts the rest below the closely scored, as far apart as they were in the first mix. */
function below(head: readonly RankedNode[], rest: readonly RankedNode[]): RankedNode[] {
  const lowest = head.at(-1)?.score ?? 0;
  const top = rest[0]?.score ?? 0;
  return rest.map((node) => ({ ...node, score: lowest - 1 - (top - node.score) }));
}

/**
 * Returns the text module: the best by a mix of words and vectors are read and scored closely by the lexical
 * composite, then mixed with the cosine of their best window, which says less where the embedding cannot read; the
 * others follow in the order of the first mix. Two searches at once, and two reads of texts.
 */
export function createTextRetriever(dependencies: PlainDependencies): Retriever {
  const { lexical, dense, texts, denseWeight, languages = 'unknown' } = dependencies;

  /** The words are found before the vectors: what will be scored closely all but surely is read meanwhile. */
  async function searchWords(request: RetrievalRequest) {
    const words = await lexical(request);
    const early = new Map(await texts.read(request.scope, words.hits.slice(0, EARLY)));
    for (const text of early.values()) texts.analyse(text);
    return { words, early };
  }

  async function scoreClosely(
    request: RetrievalRequest,
    words: LexicalResult,
    pool: readonly Hit[],
    early: ReadonlyMap<string, ScoringText>,
  ) {
    const queries = queriesFor(request, words);
    const rest = pool.filter(({ ownerId }) => !early.has(ownerId));
    const read = new Map([...early, ...(await texts.read(request.scope, rest))]);
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
    const [{ words, early }, vectors] = await Promise.all([searchWords(request), dense(request)]);
    const mixed = mixOf(words, vectors, denseWeight);
    const hits = new Map<string, Hit>([...vectors, ...words.hits].map((hit) => [hit.id, hit]));
    const pool = mixed.slice(0, CLOSE).flatMap(({ id }) => hits.get(id) ?? []);
    const scored = await scoreClosely(request, words, pool, early);
    const byId = new Map(scored.map((scoring) => [scoring.id, scoring]));
    const near = vectors.filter(({ id }) => byId.has(id));
    const found = scored.map(({ text }) => text.language);
    const shareOf = vectorShares(request.analysis.language, found, languages);
    const share = (id: string) => shareOf(byId.get(id)?.text.language ?? 'und');
    const head = mixScores(
      { composite: scored, vector: near },
      { weights: { vector: denseWeight }, shares: { vector: share } },
    );
    const ranked = [...head, ...below(head, mixed.slice(CLOSE))];
    return { ranked, byId, words, vectors, query: queriesFor(request, words).chunk };
  }

  /** In the order of `ranked`: close scoring knows where its texts matched, the others are read for it. */
  async function placeAll(request: RetrievalRequest, ranking: Ranking): Promise<Candidate[]> {
    const wanted = ranking.ranked.slice(0, request.limit);
    const close = wanted.flatMap((node) => place(node, ranking));
    const rest = wanted.filter(({ id }) => !ranking.byId.has(id));
    if (rest.length === 0) return close;
    return [...close, ...(await placeByWords(request, rest, ranking.words, ranking.vectors, texts))];
  }

  return {
    name: 'text',
    retrieve: async (request) => {
      const ranking = await once(request, `text ${denseWeight}`, () => rank(request));
      const candidates = await placeAll(request, ranking);
      request.trace.add(
        'text',
        `${ranking.byId.size} texts scored closely, ${candidates.length} candidates`,
        { best: candidates.slice(0, 5) },
      );
      return { candidates };
    },
  };
}

/** Where a closely scored node matched: the page with most of the question, the best window. */
function place(node: RankedNode, { byId, query }: Ranking): Candidate[] {
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
