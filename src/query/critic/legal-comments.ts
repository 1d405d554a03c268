import type { Comment } from '../../domain/comment.ts';
import type { Tree } from '../graph/answer-trees.ts';
import type { GraphSearch } from '../graph/search-graph.ts';
import { MOST_STEPS, namedEntities, type Route } from './route-edits.ts';

/** Links that fit less well are not offered as missing. */
const MIN_OFFERED = 0.8;
/** Of each kind as many as a person would look through. */
const OFFERED = 4;

interface Used {
  readonly entities: ReadonlySet<string>;
  readonly words: ReadonlySet<number>;
}

function usedBy(tree: Tree, entities = new Set<string>(), words = new Set<number>()): Used {
  entities.add(tree.id);
  for (const branch of tree.children) {
    if (branch.word >= 0) words.add(branch.word);
    usedBy(branch.tree, entities, words);
  }
  return { entities, words };
}

function onEntities({ model }: Route, used: Used): Comment[] {
  const byEntity = new Map(model.links.toReversed().map((link) => [link.entityId, link]));
  const links = [...byEntity.values()].toReversed();
  const wrong = links
    .filter(({ entityId }) => used.entities.has(entityId))
    .map(({ entityId, name }): Comment => {
      return { error: 'wrong_entity', subject: name, edit: { kind: 'without_entity', entityId } };
    });
  const missing = links
    .filter(({ entityId, score }) => !used.entities.has(entityId) && score >= MIN_OFFERED)
    .map(({ entityId, name }): Comment => {
      return { error: 'missing_entity', subject: name, edit: { kind: 'with_entity', entityId } };
    });
  return [...wrong.slice(0, OFFERED), ...missing.slice(0, OFFERED)];
}

function onTypes({ model, type }: Route, top: Tree): Comment[] {
  if (type !== undefined) return [];
  return model.schema.types
    .filter(({ name }) => name !== top.type)
    .slice(0, 2 * OFFERED)
    .map(({ name }): Comment => ({ error: 'wrong_type', subject: name, edit: { kind: 'type', type: name } }));
}

/**
 * Returns every comment that is legal on a route and what it found: each with a change that the route can make and has
 * not made. Bounded; empty where nothing was found.
 */
export function legalComments(route: Route, { found }: GraphSearch): Comment[] {
  const [top] = found;
  if (top === undefined) return [];
  const { model, steps, named } = route;
  const used = usedBy(top.tree);
  const comments = [...onEntities(route, used), ...onTypes(route, top.tree)];
  for (const word of used.words) {
    const subject = model.words[word]?.text ?? '';
    comments.push({
      error: 'text_aspect_as_relation',
      subject,
      edit: { kind: 'without_relation_word', word },
    });
  }
  if (named && namedEntities(model).has(top.tree.id))
    comments.push({ error: 'wrong_entity', subject: 'the answer itself', edit: { kind: 'not_named' } });
  if (used.words.size > 0)
    comments.push({ error: 'wrong_direction', subject: 'relations', edit: { kind: 'any_direction' } });
  if (model.constraints.length > 0)
    comments.push({
      error: 'constraint_unchecked',
      subject: 'conditions',
      edit: { kind: 'strict_conditions' },
    });
  if (steps < MOST_STEPS)
    comments.push({ error: 'missing_relation', subject: 'a further step', edit: { kind: 'further_step' } });
  return comments;
}
