import { mayRead, type Reader, type Scope } from '../domain/access.ts';
import type { Database } from './driver.ts';

/** What narrows a scope: only what is classified as one of these. */
export interface ScopeFilters {
  readonly classification?: readonly string[];
}

/** Rights end in `@<classification>`. */
function isClassified(right: string, classifications: readonly string[]): boolean {
  return classifications.includes(right.slice(right.lastIndexOf('@') + 1));
}

/**
 * Returns what this reader may see of the tenant: every access key one of whose rights opens for his groups and
 * passes the filters, sorted. Empty for an unknown tenant. One read.
 */
export async function resolveScope(
  database: Database,
  reader: Reader,
  { classification }: ScopeFilters = {},
): Promise<Scope> {
  const keys = await database.read('read/access-keys', { tenant: reader.tenant });
  const open = keys.filter((key) => {
    const rights = (key['anyOf'] as string[]).filter((right) => mayRead(reader.groups, [right]));
    return rights.some((right) => classification === undefined || isClassified(right, classification));
  });
  return { tenant: reader.tenant, acls: open.map((key) => String(key['id'])).sort() };
}
