import { extname } from 'node:path';

/** Endings of the files that a folder's walk takes; a file that is named itself is judged by its content. */
const TAKEN = new Set([
  '.pdf',
  '.md',
  '.markdown',
  '.mdx',
  '.html',
  '.htm',
  '.xhtml',
  '.txt',
  '.text',
  '.log',
]);

/** Returns whether a walk through a folder takes a file of this name. */
export function isTaken(name: string): boolean {
  return TAKEN.has(extname(name).toLowerCase());
}
