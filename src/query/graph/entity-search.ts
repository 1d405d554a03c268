import type { Candidate } from '../../domain/candidate.ts';
import { type LoopOptions, searchInLoop } from '../critic/entity-loop.ts';
import type { RetrievalRequest } from '../retrievers/retriever.ts';
import { describeCandidates, describeModel } from './describe-search.ts';
import type { GraphReader } from './graph-reader.ts';
import { readQuestion } from './question-model.ts';
import { toCandidates } from './to-candidates.ts';

/** How entities are looked for; see `LoopOptions`. */
export type EntitySearchOptions = Omit<LoopOptions, 'trace'>;

/**
 * Returns entities that answer a question by paths, best first, with what was understood in the trace. `texts` says
 * whether the entities' own texts count too. Empty when the tenant has no imported graph.
 */
export async function searchEntities(
  request: RetrievalRequest,
  reader: GraphReader,
  options: EntitySearchOptions,
): Promise<readonly Candidate[]> {
  const { step } = options;
  const { analysis, trace } = request;
  const schema = await reader.schema();
  if (schema.types.length === 0 || request.documentIds !== undefined) return [];
  const model = await readQuestion(analysis.text, analysis.language, reader);
  trace.add(
    step,
    `${model.links.length} links, ${model.constraints.length} conditions`,
    describeModel(model),
  );
  const { found, notes } = await searchInLoop(model, reader, { ...options, trace });
  for (const note of notes) trace.add(step, note);
  const candidates = await toCandidates(found, reader);
  trace.add(step, `${candidates.length} entities by paths`, describeCandidates(candidates));
  return candidates;
}
