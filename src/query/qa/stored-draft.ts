import type { QaCandidate } from '../../store/search.ts';
import type { Draft } from '../answer/draft.ts';
import { withoutMarks } from '../answer/extract.ts';
import type { ReadSources } from '../answer/sources.ts';
import type { RetrievalRequest } from '../retrievers/retriever.ts';

/**
 * Returns the stored answer with the passage that states it; undefined when that passage went away since the pair was
 * found, for an answer without its source is none.
 */
export async function storedDraft(
  readSources: ReadSources,
  { analysis, scope }: RetrievalRequest,
  pair: QaCandidate,
): Promise<Draft | undefined> {
  const candidate = { id: pair.nodeId, kind: 'chunk', score: pair.score, parts: { qa: pair.score } } as const;
  const { sources } = await readSources(analysis, scope, [candidate]);
  const [source] = sources;
  if (source === undefined) return undefined;
  const span = { start: pair.start, end: pair.end };
  return { text: `${withoutMarks(pair.answer)} [1]`, cited: [{ source, span }] };
}
