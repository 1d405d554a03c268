import { leaf } from './answer-trees.ts';
import type { GraphReader } from './graph-reader.ts';
import type { GraphWeights } from './graph-weights.ts';
import type { QuestionModel } from './question-model.ts';
import type { Found } from './search-graph.ts';

/** Candidates whose neighbours are counted. */
const COUNTED = 300;
/** The largest of a type that are looked at when nothing else narrows the choice. */
const LARGEST = 200;

/** Whether something besides the type and the count says which nodes are meant. */
function isNarrowed(model: QuestionModel): boolean {
  const said = new Set([...(model.count?.words ?? []), ...model.answer.words]);
  return model.links.some(
    ({ score, matches }) => score >= 0.7 && matches.some(({ index }) => !said.has(index)),
  );
}

async function addLargest(
  found: readonly Found[],
  model: QuestionModel,
  reader: GraphReader,
  weights: GraphWeights,
): Promise<Found[]> {
  const { count } = model;
  if (count === undefined || count.extreme === 'fewest') return [...found];
  const largest = await reader.largest(count.type, count.step, count.minimum ?? 1, LARGEST);
  const known = new Set(found.map(({ tree }) => tree.id));
  const none = new Float64Array(model.words.length);
  const added = [...largest.keys()]
    .filter((id) => !known.has(id))
    .map(
      (id): Found => ({
        tree: leaf(id, count.type, none),
        score: weights.type,
        parts: { words: 0, type: weights.type },
      }),
    );
  return [...found, ...added];
}

/** How a number of neighbours changes the score: missing a bound costs; the more the better for a superlative. */
function worthOf(degree: number, model: QuestionModel, most: number, weights: GraphWeights): number {
  const { count } = model;
  if (count === undefined) return 0;
  if (count.extreme !== undefined) {
    const share = most === 0 ? 0 : degree / most;
    return weights.most * (count.extreme === 'most' ? share : 1 - share);
  }
  const fits = degree >= (count.minimum ?? 0) && degree <= (count.maximum ?? Number.POSITIVE_INFINITY);
  return fits ? weights.most : -weights.outOfCount;
}

/**
 * Returns the candidates with the question's condition on a number of neighbours in their scores, unordered; as they
 * were when there is none. Where nothing else says which nodes are meant, the largest of the type join them.
 */
export async function applyCount(
  found: readonly Found[],
  model: QuestionModel,
  reader: GraphReader,
  weights: GraphWeights,
): Promise<Found[]> {
  const { count } = model;
  if (count === undefined) return [...found];
  const all = isNarrowed(model) ? [...found] : await addLargest(found, model, reader, weights);
  const best = all
    .filter(({ tree }) => tree.type === count.type)
    .sort((a, b) => b.score - a.score || (a.tree.id < b.tree.id ? -1 : 1))
    .slice(0, COUNTED + LARGEST);
  const degrees = await reader.degrees(
    best.map(({ tree }) => tree.id),
    count.step,
  );
  const top = best[0]?.score ?? 0;
  const near = best.filter(({ score }) => score >= top - weights.most);
  const most = Math.max(0, ...near.map(({ tree }) => degrees.get(tree.id) ?? 0));
  return all.map((entry) => {
    const degree = degrees.get(entry.tree.id);
    if (degree === undefined) return entry;
    const worth = worthOf(Math.min(degree, most), model, most, weights);
    return { ...entry, score: entry.score + worth, parts: { ...entry.parts, count: worth } };
  });
}
