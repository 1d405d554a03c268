import type { SegmentedDocument } from '../../domain/tree.ts';
import { versionPrefix } from '../../domain/version-ids.ts';
import type { IdentifiedChunk, IdentifiedSection } from '../enrich/enrich.ts';

/** Sections and chunks with the ids of the nodes that they become. */
export interface IdentifiedNodes {
  readonly sections: readonly IdentifiedSection[];
  readonly chunks: readonly IdentifiedChunk[];
}

/** Returns the id of a section's node; `draftId` is the segmenter's (`s1` …). */
export function sectionNodeId(documentId: string, version: number, draftId: string): string {
  return `${versionPrefix(documentId, version)}${draftId}`;
}

/**
 * Returns the sections and chunks of a document version with node ids: `<document>.v<version>.s<n>` and
 * `….c<order>`. Equal input gives equal ids.
 */
export function identifyNodes(
  { sections, chunks }: SegmentedDocument,
  documentId: string,
  version: number,
): IdentifiedNodes {
  const nodeId = (draftId: string) => sectionNodeId(documentId, version, draftId);
  return {
    sections: sections.map((section) => ({
      ...section,
      id: nodeId(section.id),
      draftId: section.id,
      parentId: section.parentId === null ? null : nodeId(section.parentId),
    })),
    chunks: chunks.map((chunk) => ({ ...chunk, id: `${versionPrefix(documentId, version)}c${chunk.order}` })),
  };
}
