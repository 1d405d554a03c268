import type { Candidate } from '../../domain/candidate.ts';
import type { RetrievalRequest } from '../retrievers/retriever.ts';
import { describeCandidates, describeModel } from './describe-search.ts';
import type { GraphReader } from './graph-reader.ts';
import { readQuestion } from './question-model.ts';
import { searchGraph } from './search-graph.ts';
import { toCandidates } from './to-candidates.ts';

/**
 * Returns entities that answer a question by paths, best first, with what was understood in the trace. `texts` says
 * whether the entities' own texts count too. Empty when the tenant has no imported graph.
 */
export async function searchEntities(
  request: RetrievalRequest,
  reader: GraphReader,
  { texts, limit, step }: { readonly texts: boolean; readonly limit: number; readonly step: string },
): Promise<readonly Candidate[]> {
  const { analysis, trace } = request;
  const schema = await reader.schema();
  if (schema.types.length === 0 || request.documentIds !== undefined) return [];
  const model = await readQuestion(analysis.text, analysis.language, reader);
  trace.add(
    step,
    `${model.links.length} links, ${model.constraints.length} conditions`,
    describeModel(model),
  );
  const { found, notes } = await searchGraph(model, reader, { texts, limit });
  for (const note of notes) trace.add(step, note);
  const candidates = await toCandidates(found, reader);
  trace.add(step, `${candidates.length} entities by paths`, describeCandidates(candidates));
  return candidates;
}
