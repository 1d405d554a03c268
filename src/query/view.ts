import type { Scope } from '../domain/access.ts';
import type { AskRequest } from '../domain/api/ask.ts';
import { resolveScope } from '../store/access.ts';
import type { Database } from '../store/driver.ts';

/** What a request may see. */
export interface View {
  readonly scope: Scope;
  /** Present when the request names documents or tags; empty when none passes. */
  readonly documentIds?: readonly string[];
}

/**
 * Returns the reader's scope narrowed by the request's filters. Without `groups` the request is the owner's. At most
 * two reads; what the reader may not see does not show, whatever the filters name.
 */
export async function resolveView(
  database: Database,
  request: AskRequest,
  defaultTenant: string,
): Promise<View> {
  const { tenant = defaultTenant, groups = 'all', filters = {} } = request;
  const { classification, documents, tags } = filters;
  const narrow = classification === undefined || classification.length === 0 ? {} : { classification };
  const scope = await resolveScope(database, { tenant, groups }, narrow);
  if (documents === undefined && tags === undefined) return { scope };
  const rows = await database.read('read/filtered-documents', {
    ...scope,
    documents: documents ?? null,
    tags: tags ?? null,
  });
  return { scope, documentIds: rows.map((row) => String(row['id'])) };
}
