import { createHash } from 'node:crypto';

/** Group that every reader belongs to. */
export const EVERYONE = '*';

/** Access key of nodes that are being built: no reader's scope ever holds it. */
export const STAGED_ACL = '~staged';

/** What a document is filed under. `access` empty means everyone of the tenant. */
export interface DocumentAccess {
  readonly access: readonly string[];
  readonly classification: string;
}

/** Who asks. `groups: 'all'` is the owner of the tenant (the local command line). */
export interface Reader {
  readonly tenant: string;
  readonly groups: 'all' | readonly string[];
}

/** A reader's view, resolved once a request: the tenant and every access key he may see (sorted). */
export interface Scope {
  readonly tenant: string;
  readonly acls: readonly string[];
}

/**
 * Returns the rights that open a document, sorted: one `group@classification` for each group, any of which
 * suffices. The rights of a derived fact are the union of those of its sources.
 */
export function documentRights({ access, classification }: DocumentAccess): readonly string[] {
  const groups = access.length === 0 ? [EVERYONE] : access;
  return [...new Set(groups)].sort().map((group) => `${group}@${classification}`);
}

/**
 * Returns the interned key of a set of rights: 16 hexadecimal digits, the same for the same tenant and rights
 * whatever their order. It is the `acl` property of every node and relation that these rights open.
 */
export function accessKey(tenant: string, rights: readonly string[]): string {
  const sorted = [...new Set(rights)].sort();
  return createHash('sha256')
    .update(JSON.stringify([tenant, ...sorted]))
    .digest('hex')
    .slice(0, 16);
}

/** Returns whether any of `rights` opens for a reader of these groups. */
export function mayRead(groups: Reader['groups'], rights: readonly string[]): boolean {
  if (groups === 'all') return true;
  return rights.some((right) => {
    const group = right.slice(0, right.lastIndexOf('@'));
    return group === EVERYONE || groups.includes(group);
  });
}
