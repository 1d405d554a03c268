import { accessKey } from '../../domain/access.ts';
import type { RunStatement } from '../driver.ts';

/** The access keys of a tenant inside one transaction, and how the number of things that carry each changes. */
export interface AccessLedger {
  /** Returns the key of these rights. */
  intern(rights: readonly string[]): string;
  /** Returns the key of the rights of all `acls` together; one key gives itself. */
  union(acls: readonly string[]): string;
  /** Notes that something carries `acl` from now on (1) or no longer (-1). */
  use(acl: string, change: 1 | -1): void;
  /** Writes the changes; keys that nothing carries any more go. */
  write(run: RunStatement): Promise<void>;
}

/** Returns the ledger of a tenant, with the keys that the graph knows. One read. */
export async function openAccessLedger(run: RunStatement, tenant: string): Promise<AccessLedger> {
  const rows = (await run('read/access-keys', { tenant })) as unknown as { id: string; anyOf: string[] }[];
  const rightsOf = new Map<string, readonly string[]>(rows.map(({ id, anyOf }) => [id, anyOf]));
  const changes = new Map<string, number>();
  const intern = (rights: readonly string[]): string => {
    const sorted = [...new Set(rights)].sort();
    const key = accessKey(tenant, sorted);
    rightsOf.set(key, sorted);
    return key;
  };
  return {
    intern,
    union: (acls) => {
      const distinct = [...new Set(acls)];
      const only = distinct.length === 1 ? distinct[0] : undefined;
      return only ?? intern(distinct.flatMap((acl) => rightsOf.get(acl) ?? []));
    },
    use: (acl, change) => {
      changes.set(acl, (changes.get(acl) ?? 0) + change);
    },
    write: async (writer) => {
      const changed = [...changes]
        .filter(([, change]) => change !== 0)
        .map(([id, change]) => ({ id, anyOf: rightsOf.get(id) ?? [], change }))
        .sort((a, b) => (a.id < b.id ? -1 : 1));
      if (changed.length === 0) return;
      await writer('write/access-keys-change', { tenant, rows: changed });
      const fewer = changed.filter(({ change }) => change < 0).map(({ id }) => id);
      await writer('write/access-keys-drop', { tenant, ids: fewer });
    },
  };
}
