import type { DocumentRows, TreeNodeRow, WindowRow } from '../../domain/rows.ts';
import { buildingId } from '../../domain/version-ids.ts';
import { indexedLexical } from '../impacts.ts';
import type { StatementName } from '../statements.ts';

/** Rows for one statement. Lists are in the order in which they must be written. */
export interface StatementRows {
  readonly statement: StatementName;
  readonly rows: readonly object[];
}

interface Owned {
  readonly tenant: string;
  readonly acl: string;
  readonly documentId: string;
}

function documentProperties({ document, nodes, entities, relations, qaPairs }: DocumentRows): object {
  const { id: _id, ...properties } = document;
  return {
    ...properties,
    chunkCount: nodes.filter((node) => node.layer === 0).length,
    entityCount: entities.length,
    relationCount: relations.length,
    qaPairCount: qaPairs.length,
  };
}

function nodeProperties(node: TreeNodeRow, owned: Owned, title: string): object {
  const { id: _id, sectionId: _sectionId, childIds: _childIds, ...properties } = node;
  return { ...properties, ...indexedLexical(node.lexical), ...owned, title };
}

function windowRow({ id, embedding, ...properties }: WindowRow, owned: Owned): object {
  return { id, ownerId: properties.ownerId, embedding, properties: { ...properties, ...owned } };
}

function nextRows(chunks: readonly TreeNodeRow[]): object[] {
  return chunks.slice(1).map((chunk, index) => ({ id: chunks[index]?.id ?? '', nextId: chunk.id }));
}

function sectionRows({ document, sections }: DocumentRows, owned: Owned): readonly StatementRows[] {
  const top = sections.filter((section) => section.parentId === null);
  const nested = sections.filter((section) => section.parentId !== null);
  return [
    {
      statement: 'write/document-sections',
      rows: sections.map(({ id, parentId: _parentId, ...properties }) => ({
        id,
        properties: { ...properties, ...owned },
      })),
    },
    {
      statement: 'write/document-sections-top',
      rows: top.map(({ id }) => ({ id, buildingId: buildingId(document.id) })),
    },
    {
      statement: 'write/document-sections-nested',
      rows: nested.map(({ id, parentId }) => ({ id, parentId })),
    },
  ];
}

function treeRows({ document, nodes, windows }: DocumentRows, owned: Owned): readonly StatementRows[] {
  const chunks = nodes.filter((node) => node.layer === 0);
  const summaries = nodes.filter((node) => node.layer > 0);
  const chunkIds = new Set(chunks.map((chunk) => chunk.id));
  const ofChunks = windows.filter((window) => chunkIds.has(window.ownerId));
  const ofSummaries = windows.filter((window) => !chunkIds.has(window.ownerId));
  const properties = (node: TreeNodeRow) => nodeProperties(node, owned, document.title);
  return [
    {
      statement: 'write/document-chunks',
      rows: chunks.map((node) => ({ id: node.id, sectionId: node.sectionId, properties: properties(node) })),
    },
    {
      statement: 'write/document-summaries',
      rows: summaries.map((node) => ({ id: node.id, properties: properties(node) })),
    },
    { statement: 'write/document-next', rows: nextRows(chunks) },
    {
      statement: 'write/document-summarizes',
      rows: summaries.flatMap(({ id, childIds }) => childIds.map((childId) => ({ id, childId }))),
    },
    { statement: 'write/document-chunk-windows', rows: ofChunks.map((row) => windowRow(row, owned)) },
    { statement: 'write/document-summary-windows', rows: ofSummaries.map((row) => windowRow(row, owned)) },
  ];
}

/**
 * Returns the rows that put one version below its building node, in writing order, every node with the access key
 * `acl`. The facts that it shares with other documents (entities, names, mentions, relations) are not among them.
 */
export function stageRows(version: DocumentRows, acl: string): readonly StatementRows[] {
  const { tenant, document, pages, qaPairs } = version;
  const building = buildingId(document.id);
  const owned = { tenant, acl, documentId: document.id };
  return [
    {
      statement: 'write/document-stage',
      rows: [{ buildingId: building, properties: documentProperties(version) }],
    },
    {
      statement: 'write/document-pages',
      rows: pages.map(({ id, ...properties }) => ({
        id,
        buildingId: building,
        properties: { ...properties, ...owned },
      })),
    },
    ...sectionRows(version, owned),
    ...treeRows(version, owned),
    {
      statement: 'write/document-qa-pairs',
      rows: qaPairs.map(({ id, embedding, ...properties }) => ({
        id,
        nodeId: properties.nodeId,
        embedding,
        properties: { ...properties, ...owned, state: 'active', uses: 0 },
      })),
    },
  ];
}

/** Returns the rows of several versions by statement, in writing order. */
export function joinRows(versions: readonly (readonly StatementRows[])[]): readonly StatementRows[] {
  const joined = new Map<StatementName, object[]>();
  for (const version of versions) {
    for (const { statement, rows } of version) {
      const known = joined.get(statement);
      if (known === undefined) joined.set(statement, [...rows]);
      else known.push(...rows);
    }
  }
  return [...joined].map(([statement, rows]) => ({ statement, rows }));
}
