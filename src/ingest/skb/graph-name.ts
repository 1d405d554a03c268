import { LABELS, RELATIONSHIPS, RESERVED_PROPERTIES } from '../../domain/graph-names.ts';

const OWN = 'own_';
const labels: ReadonlySet<string> = new Set(LABELS);
const relationships: ReadonlySet<string> = new Set(RELATIONSHIPS);
const properties: ReadonlySet<string> = new Set(RESERVED_PROPERTIES);

/** Returns the label of a node type from outside: itself, with `own_` in front where ours has that name. */
export function labelOf(type: string): string {
  return labels.has(type) ? OWN + type : type;
}

/** Returns the relationship type of a relation from outside, with `own_` in front where ours has that name. */
export function relationshipOf(relation: string): string {
  return relationships.has(relation) ? OWN + relation : relation;
}

/** Returns the property name of a property from outside, with `own_` in front where ours has that name. */
export function propertyOf(key: string): string {
  return properties.has(key) ? OWN + key : key;
}
