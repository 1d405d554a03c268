import { createHash } from 'node:crypto';

/** Returns 16 hexadecimal digits that stand for these parts. */
export function hash16(...parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 16);
}

/** Returns what the ids of all nodes of a document version begin with; `.` ends it, so v1 is no prefix of v10. */
export function versionPrefix(documentId: string, version: number): string {
  return `${documentId}.v${version}.`;
}

/** Returns the id of the node that a document's next version is built under; there is one at a time. */
export function buildingId(documentId: string): string {
  return `${documentId}~building`;
}
