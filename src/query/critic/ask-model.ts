import type { Comment } from '../../domain/comment.ts';
import { likeliestType } from '../analyse/answer-type.ts';
import { describePath } from '../graph/describe-search.ts';
import type { GraphReader } from '../graph/graph-reader.ts';
import { passesTest } from '../graph/own-gains.ts';
import type { GraphSearch } from '../graph/search-graph.ts';
import { toCandidates } from '../graph/to-candidates.ts';
import { legalComments } from './legal-comments.ts';
import type { ModelCritic } from './model/cascade.ts';
import type { CriticTurn } from './model/critic-call.ts';
import type { JudgedCandidate, ModelVerdict } from './model/validate-paths.ts';
import type { Route } from './route-edits.ts';

/** Candidates that the model looks at. */
const SHOWN = 5;
/** A first result this far ahead of the second is sure: as far as the right type alone would bring it. */
const SURE_MARGIN = 8;

/** The critic by model with what this question may spend. */
export interface ModelTurn {
  readonly critic: ModelCritic;
  readonly turn: CriticTurn;
}

/** Returns whether the first result needs no second opinion: plain text finds it first too, or nothing else is near. */
export function isSure({ found }: GraphSearch, textFirst: string | undefined): boolean {
  const [top, next] = found;
  if (top === undefined) return true;
  return top.tree.id === textFirst || top.score - (next?.score ?? 0) >= SURE_MARGIN;
}

async function judgedOf(
  route: Route,
  { found }: GraphSearch,
  reader: GraphReader,
): Promise<JudgedCandidate[]> {
  const candidates = await toCandidates(found.slice(0, SHOWN), reader);
  const records = await reader.records(candidates.map(({ id }) => id));
  const byId = new Map(records.map((record) => [record.id, record]));
  return candidates.flatMap(({ id, paths = [] }) => {
    const record = byId.get(id);
    if (record === undefined) return [];
    const conditions = route.model.constraints
      .filter(({ test }) => test.type === record.type)
      .map(({ test }) => `${test.key}: ${passesTest(record, test) === true ? 'holds' : 'does not hold'}`);
    const { name, type } = record;
    return [{ name, type, text: '', paths: paths.map(describePath), conditions }];
  });
}

/** Returns what the model thinks of a result; undefined when it says nothing usable. One or two calls. */
export async function judge(
  route: Route,
  search: GraphSearch,
  reader: GraphReader,
  { critic, turn }: ModelTurn,
): Promise<ModelVerdict | undefined> {
  const candidates = await judgedOf(route, search, reader);
  return await critic.validate({ question: route.model.text, candidates }, turn);
}

/** Returns the legal comment that the model finds most telling on a result refused for `reason`; undefined for none. One or two calls. */
export async function askForComment(
  route: Route,
  search: GraphSearch,
  reader: GraphReader,
  { critic, turn }: ModelTurn,
  reason: string,
): Promise<Comment | undefined> {
  const { model } = route;
  const candidates = await judgedOf(route, search, reader);
  const comments = await critic.comment(
    {
      question: model.text,
      route: {
        entities: [...new Set(model.links.slice(0, SHOWN).map(({ name }) => name))],
        relations: [...model.matches.relations].filter(([, list]) => list.length > 0).map(([name]) => name),
        type: likeliestType(model.answer)?.type ?? '',
        module: 'hybrid',
        found: candidates.flatMap(({ paths }) => paths.slice(0, 1)),
      },
      verdict: reason,
      allowed: legalComments(route, search),
    },
    turn,
  );
  return comments?.[0];
}
