/** Our own node labels. Entity nodes carry `Entity` and their own type label besides. */
export const LABELS = [
  'Document',
  'Page',
  'Section',
  'TreeNode',
  'Chunk',
  'Summary',
  'Window',
  'ChunkWindow',
  'SummaryWindow',
  'ProfileWindow',
  'QAPair',
  'Entity',
  'Profile',
  'Name',
  'AccessKey',
  'TermCount',
  'CollectionCount',
  'GraphSchema',
  'Meta',
  'Job',
] as const;

/** Our own relationship types; relations between entities have types of their own. */
export const RELATIONSHIPS = [
  'HAS_PAGE',
  'HAS_SECTION',
  'HAS_CHUNK',
  'NEXT',
  'SUMMARIZES',
  'HAS_WINDOW',
  'MENTIONS',
  'ANSWERED_BY',
  'NAMES',
  'HAS_PROFILE',
  'USES_NAME',
] as const;

/** Properties of an entity that are ours; a property of the same name from outside gets the prefix `own_`. */
export const RESERVED_PROPERTIES = [
  'id',
  'tenant',
  'acl',
  'name',
  'type',
  'normal',
  'externalId',
  'source',
] as const;

/**
 * What is indexed and counted apart from the rest.
 * `chunk`: layer 0 of documents; `summary`: higher layers; `profile`: texts of entities; `qa`: stored questions;
 * `name`: names and aliases of entities.
 */
export type Collection = 'chunk' | 'summary' | 'profile' | 'qa' | 'name';

/** Longest label, relation type or property name from outside, in characters. */
export const MAX_NAME_LENGTH = 100;

/**
 * Returns whether a label, relation type or property name from outside may be used as it is: 1 to 100 characters,
 * no control character, no backtick, not only white space. Such a name still reaches Cypher only through `$(…)`.
 */
export function isUsableName(name: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused here
  return name.trim().length > 0 && name.length <= MAX_NAME_LENGTH && !/[\u0000-\u001f\u007f`]/u.test(name);
}
