import type { Candidate } from '../../domain/candidate.ts';
import { type CompositeQuery, compositeQuery } from '../lexical/composite.ts';
import { pageOfMatch } from '../page-of-match.ts';
import type { SearchedCollection } from '../question-statistics.ts';
import type { DenseHit } from './dense-search.ts';
import type { Hit, LexicalResult } from './lexical-search.ts';
import type { RetrievalRequest } from './retriever.ts';
import type { ScoringTexts } from './scoring-texts.ts';

/** A scored node of some list, before it is told where it matched. */
export interface RankedNode {
  readonly id: string;
  readonly score: number;
  readonly parts: Readonly<Record<string, number>>;
}

/** Returns the question ready for the texts of each collection. */
export function queriesFor(
  { analysis }: RetrievalRequest,
  { statistics }: LexicalResult,
): Readonly<Record<SearchedCollection, CompositeQuery>> {
  return {
    chunk: compositeQuery(analysis.terms, statistics.chunk),
    profile: compositeQuery(analysis.terms, statistics.profile),
  };
}

/** Returns candidates of what vectors found: each on the page of its best window. */
export function placeByWindow(ranked: readonly RankedNode[], dense: readonly DenseHit[]): Candidate[] {
  const byId = new Map(dense.map((hit) => [hit.id, hit]));
  return ranked.map(({ id, score, parts }) => {
    const hit = byId.get(id);
    if (hit === undefined || hit.collection === 'profile') return { id, kind: 'entity', score, parts };
    return { id, kind: 'chunk', score, parts, page: hit.page, span: hit.span };
  });
}

/**
 * Returns candidates of what words found: a chunk over several pages is on the page with most of the question's
 * weight; one that no word matches is on the page of its best window. Reads the texts of the ranked chunks.
 */
export async function placeByWords(
  request: RetrievalRequest,
  ranked: readonly RankedNode[],
  lexical: LexicalResult,
  dense: readonly DenseHit[],
  texts: ScoringTexts,
): Promise<Candidate[]> {
  const query = compositeQuery(request.analysis.terms, lexical.statistics.chunk);
  const hits = new Map<string, Hit>([...dense, ...lexical.hits].map((hit) => [hit.id, hit]));
  const matched = new Set(lexical.hits.map(({ id }) => id));
  const wanted = ranked.flatMap(({ id }) => hits.get(id) ?? []).filter((hit) => hit.collection === 'chunk');
  const read = await texts.read(request.scope, wanted);
  const byWindow = new Map(placeByWindow(ranked, dense).map((candidate) => [candidate.id, candidate]));
  return ranked.map((node) => {
    const text = read.get(hits.get(node.id)?.ownerId ?? '');
    const placed = byWindow.get(node.id);
    if (text === undefined || hits.get(node.id)?.collection === 'profile') return { ...node, kind: 'entity' };
    if (!matched.has(node.id) && placed !== undefined) return placed;
    return {
      ...node,
      kind: 'chunk',
      page: pageOfMatch(query, text.text, text.pages, text.language, text.page),
    };
  });
}
