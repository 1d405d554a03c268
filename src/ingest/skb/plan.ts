import { createHash } from 'node:crypto';
import type { ImportTarget, KnownEntity, RelationKey } from '../../store/writers/graph-import-rows.ts';
import { relationshipOf } from './graph-name.ts';
import { digestOf, type Survey } from './survey.ts';

/** What an import has to do; places are those of `Survey.nodes`. */
export interface ImportPlan {
  /** Id in the graph and digest of outgoing edges, by place. */
  readonly ids: readonly string[];
  readonly edgesDigests: readonly string[];
  readonly created: ReadonlySet<number>;
  /** Places whose row changed, with the label that they have now. */
  readonly changed: ReadonlyMap<number, string>;
  /** Places of known nodes whose outgoing edges changed, row changed or not. */
  readonly rewired: readonly number[];
  readonly removedIds: readonly string[];
}

/** Returns the id of an imported entity: `e_` and 16 hexadecimal digits of tenant, graph and its own id. */
export function importedEntityId({ tenant, source }: ImportTarget, externalId: string): string {
  const key = JSON.stringify([tenant, source, externalId]);
  return `e_${createHash('sha256').update(key).digest('hex').slice(0, 16)}`;
}

/** Returns the outgoing relations of a place as they stand in the graph. */
export function relationsOf(survey: Survey, ids: readonly string[], place: number): RelationKey[] {
  return (survey.edges[place] ?? []).map(({ relation, target }) => ({
    sourceId: ids[place] ?? '',
    type: relationshipOf(relation),
    targetId: ids[target] ?? '',
  }));
}

/** Returns what differs between a folder and the visible entities of the same graph. */
export function planImport(survey: Survey, target: ImportTarget, known: readonly KnownEntity[]): ImportPlan {
  const byId = new Map(known.map((entity) => [entity.id, entity]));
  const ids = survey.nodes.map(({ id }) => importedEntityId(target, id));
  const edgesDigests = survey.nodes.map((_, place) => digestOf(relationsOf(survey, ids, place)));
  const created = new Set<number>();
  const changed = new Map<number, string>();
  const rewired: number[] = [];
  survey.nodes.forEach(({ digest }, place) => {
    const before = byId.get(ids[place] ?? '');
    if (before === undefined) {
      created.add(place);
      return;
    }
    byId.delete(before.id);
    if (before.digest !== digest) changed.set(place, before.label);
    if (before.edgesDigest !== edgesDigests[place]) rewired.push(place);
  });
  return { ids, edgesDigests, created, changed, rewired, removedIds: [...byId.keys()].sort() };
}

/** The relations that come and go. */
export interface RelationChanges {
  readonly added: readonly RelationKey[];
  readonly removed: readonly RelationKey[];
}

/**
 * Returns which relations come and go. `known` are the visible outgoing relations of the rewired and the removed
 * entities.
 */
export function relationChanges(
  survey: Survey,
  plan: ImportPlan,
  known: readonly RelationKey[],
): RelationChanges {
  const keyOf = (relation: RelationKey) =>
    JSON.stringify([relation.sourceId, relation.type, relation.targetId]);
  const gone = new Map(known.map((relation) => [keyOf(relation), relation]));
  const added: RelationKey[] = [];
  for (const place of [...plan.created, ...plan.rewired]) {
    for (const relation of relationsOf(survey, plan.ids, place)) {
      if (!gone.delete(keyOf(relation))) added.push(relation);
    }
  }
  return { added, removed: [...gone.values()] };
}
