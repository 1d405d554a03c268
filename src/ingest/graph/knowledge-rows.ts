import type { EntityRow, MentionRow, NameRow, RelationRow } from '../../domain/rows.ts';
import { hash16 } from '../../domain/version-ids.ts';
import type { Enrichment } from '../enrich/enrich.ts';

/** The facts of a document that it shares with others. */
export interface KnowledgeRows {
  readonly entities: readonly EntityRow[];
  readonly mentions: readonly MentionRow[];
  readonly relations: readonly RelationRow[];
}

/** A name's node stands for one spelling of one entity, so that it never changes whoever uses it. */
function nameRows({ id, names }: EntityRow): NameRow[] {
  const byText = new Map(names.map((name) => [name.text, { ...name, id: `n_${hash16(id, name.text)}` }]));
  return [...byText.values()].sort((a, b) => (a.text < b.text ? -1 : 1));
}

function distinct<T>(items: readonly T[], key: (item: T) => string): T[] {
  return [...new Map(items.map((item) => [key(item), item])).values()];
}

/** The most confident statement of a relation in a node; of equals the first. */
function strongest(relations: readonly RelationRow[]): RelationRow[] {
  const best = new Map<string, RelationRow>();
  for (const relation of relations) {
    const key = JSON.stringify([relation.sourceId, relation.type, relation.targetId, relation.nodeId]);
    const known = best.get(key);
    if (known === undefined || relation.confidence > known.confidence) best.set(key, relation);
  }
  return [...best.values()];
}

/**
 * Returns entities, mentions and relations as they are written: entities sorted by id, each with at least one mention
 * in `nodeIds` and with its spellings as names; relations only between such entities, one a node. What no node of the
 * document supports is left out: it could never be taken back.
 */
export function knowledgeRows(
  { entities, mentions, relations }: Pick<Enrichment, 'entities' | 'mentions' | 'relations'>,
  nodeIds: ReadonlySet<string>,
): KnowledgeRows {
  const known = new Set(entities.map((entity) => entity.id));
  const supported = mentions.filter(({ nodeId, entityId }) => nodeIds.has(nodeId) && known.has(entityId));
  const mentioned = new Set(supported.map((mention) => mention.entityId));
  return {
    entities: distinct(entities, (entity) => entity.id)
      .filter((entity) => mentioned.has(entity.id))
      .map((entity) => ({ ...entity, names: nameRows(entity) }))
      .sort((a, b) => (a.id < b.id ? -1 : 1)),
    mentions: distinct(supported, ({ nodeId, entityId, kind }) => JSON.stringify([nodeId, entityId, kind])),
    relations: strongest(relations).filter(
      ({ sourceId, targetId, nodeId }) =>
        mentioned.has(sourceId) && mentioned.has(targetId) && nodeIds.has(nodeId),
    ),
  };
}
