import type { Scope } from '../domain/access.ts';
import type { Box } from '../domain/document.ts';
import { RESERVED_PROPERTIES } from '../domain/graph-names.ts';
import type { PageSpan } from '../domain/tree.ts';
import type { Database, Row } from './driver.ts';

/** A trouble of a document or page, by stable code. */
export interface StoredProblem {
  readonly code: string;
  readonly message: string;
  readonly page?: number;
}

/** A tree node as an answer or a ranker needs it. */
export interface StoredTreeNode {
  readonly id: string;
  /** 0: a chunk; above: a summary. */
  readonly layer: number;
  readonly order: number;
  readonly kind: string;
  readonly text: string;
  readonly lexical: string;
  readonly tokens: number;
  readonly sectionPath: string;
  readonly pageStart: number;
  readonly pageEnd: number;
  readonly pageSpans: readonly PageSpan[];
  readonly boxes: readonly { readonly page: number; readonly box: Box }[];
  readonly keywords: readonly string[];
  readonly confidence: number;
  readonly document: {
    readonly id: string;
    readonly title: string;
    /** Where the bytes came from; at least one. */
    readonly uris: readonly string[];
    readonly version: number;
    readonly language: string;
    readonly classification: string;
    readonly tags: readonly string[];
  };
  /** Of the whole document and of the pages that the node stands on. */
  readonly problems: readonly StoredProblem[];
}

/** A tree node's text for scoring. */
export interface TreeNodeText {
  readonly id: string;
  readonly text: string;
  readonly lexical: string;
  readonly language: string;
  readonly pageSpans: readonly PageSpan[];
}

/** The searchable text of an entity; an entity may have one for each access key. */
export interface StoredProfile {
  readonly id: string;
  readonly entityId: string;
  readonly entityType: string;
  readonly name: string;
  readonly text: string;
  /** Language whose stems `lexical` holds. */
  readonly language: string;
  readonly lexical: string;
}

/** An entity with its own properties, without ours. */
export interface StoredEntity {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  /** Of an imported entity: its id in the graph it came from. */
  readonly externalId?: string;
  readonly properties: Readonly<Record<string, unknown>>;
}

interface NodeRow {
  readonly node: Omit<StoredTreeNode, 'document' | 'problems' | 'pageSpans' | 'boxes'> & {
    readonly documentId: string;
    readonly pageSpans: string;
    readonly boxes: string;
  };
  readonly document: Omit<StoredTreeNode['document'], 'id'> & { readonly problems: readonly string[] };
  readonly pages: readonly { readonly number: number; readonly problems: readonly string[] }[];
}

function toTreeNode({ node, document, pages }: NodeRow): StoredTreeNode {
  const { documentId, pageSpans, boxes, ...rest } = node;
  const { problems, ...shown } = document;
  return {
    ...rest,
    pageSpans: JSON.parse(pageSpans),
    boxes: JSON.parse(boxes),
    document: { id: documentId, ...shown },
    problems: [...problems, ...pages.flatMap((page) => page.problems)].map((json) => JSON.parse(json)),
  };
}

const RESERVED: ReadonlySet<string> = new Set(RESERVED_PROPERTIES);

function toEntity(properties: Readonly<Record<string, unknown>>): StoredEntity {
  const own = Object.entries(properties).filter(([key]) => !RESERVED.has(key));
  const externalId = properties['externalId'];
  return {
    id: String(properties['id']),
    name: String(properties['name']),
    type: String(properties['type']),
    ...(externalId === undefined ? {} : { externalId: String(externalId) }),
    properties: Object.fromEntries(own),
  };
}

/** Runs a scoped read by ids; nothing is read for none. */
async function readByIds(
  database: Database,
  scope: Scope,
  statement: `read/${string}`,
  ids: readonly string[],
): Promise<readonly Row[]> {
  const distinct = [...new Set(ids)];
  if (distinct.length === 0 || scope.acls.length === 0) return [];
  return database.read(statement, { ...scope, ids: distinct });
}

/** Puts items into the order in which their ids were asked for, each once; those that were not found are left out. */
function inOrder<T extends { readonly id: string }>(ids: readonly string[], items: readonly T[]): T[] {
  const byId = new Map(items.map((item) => [item.id, item]));
  return [...new Set(ids)].flatMap((id) => byId.get(id) ?? []);
}

/**
 * Returns these tree nodes in the order of `ids`, each once; what the reader may not see is missing, as is what does
 * not exist. At most 10,000. One read.
 */
export async function treeNodes(
  database: Database,
  scope: Scope,
  ids: readonly string[],
): Promise<StoredTreeNode[]> {
  const rows = await readByIds(database, scope, 'read/tree-nodes', ids);
  return inOrder(
    ids,
    rows.map((row) => toTreeNode(row as unknown as NodeRow)),
  );
}

/** Returns the texts of these tree nodes, lighter than `treeNodes`: for scoring hundreds. Order and limits as there. */
export async function treeNodeTexts(
  database: Database,
  scope: Scope,
  ids: readonly string[],
): Promise<TreeNodeText[]> {
  const rows = await readByIds(database, scope, 'read/tree-node-texts', ids);
  const texts = rows as unknown as readonly (Omit<TreeNodeText, 'pageSpans'> & {
    readonly pageSpans: string;
  })[];
  return inOrder(
    ids,
    texts.map((row) => ({ ...row, pageSpans: JSON.parse(row.pageSpans) })),
  );
}

/** Returns the texts of these entities that the reader may see, in the order of `entityIds`, then by id. One read. */
export async function profiles(
  database: Database,
  scope: Scope,
  entityIds: readonly string[],
): Promise<StoredProfile[]> {
  const rows = await readByIds(database, scope, 'read/profiles', entityIds);
  const byEntity = Map.groupBy(rows as unknown as readonly StoredProfile[], ({ entityId }) => entityId);
  return [...new Set(entityIds)].flatMap((id) => byEntity.get(id) ?? []);
}

/** Returns these entities in the order of `ids`, each once; what the reader may not see is missing. One read. */
export async function entities(
  database: Database,
  scope: Scope,
  ids: readonly string[],
): Promise<StoredEntity[]> {
  const rows = await readByIds(database, scope, 'read/entities', ids);
  return inOrder(
    ids,
    rows.map((row) => toEntity(row['entity'] as Readonly<Record<string, unknown>>)),
  );
}
