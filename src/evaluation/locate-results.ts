import type { Scope } from '../domain/access.ts';
import type { Candidate } from '../domain/candidate.ts';
import type { Database } from '../store/driver.ts';
import { pageId } from './questions.ts';
import type { Suite } from './suite.ts';

/** A result under the ids that a suite's questions use, most exact first. */
export interface LocatedResult {
  readonly ids: readonly string[];
  readonly candidate: Candidate;
}

/**
 * Returns the candidates under the suite's own ids, best first, each page, passage or entity once (at its best rank).
 * Candidates of another kind or type than the suite asks for are left out. One read.
 */
export async function locateResults(
  database: Database,
  scope: Scope,
  { kind, candidates: types }: Pick<Suite, 'kind' | 'candidates'>,
  candidates: readonly Candidate[],
): Promise<LocatedResult[]> {
  const wanted = candidates.filter((candidate) => (candidate.kind === 'entity') === (kind === 'skb'));
  const names = await readNames(database, scope, kind, wanted, types);
  const seen = new Set<string>();
  return wanted.flatMap((candidate) => {
    const name = names.get(candidate.id);
    if (name === undefined) return [];
    const ids = kind === 'documents' ? [pageId(name, candidate.page), name] : [name];
    const [exact = name] = ids;
    if (seen.has(exact)) return [];
    seen.add(exact);
    return [{ ids, candidate }];
  });
}

async function readNames(
  database: Database,
  scope: Scope,
  kind: Suite['kind'],
  candidates: readonly Candidate[],
  types: readonly string[] | undefined,
): Promise<ReadonlyMap<string, string>> {
  const parameters = { ids: candidates.map(({ id }) => id), tenant: scope.tenant, acls: scope.acls };
  if (kind === 'skb') {
    const rows = await database.read('read/eval-entities', parameters);
    const ranked = rows.filter((row) => types === undefined || types.includes(String(row['type'])));
    return new Map(ranked.map((row) => [String(row['id']), String(row['externalId'])]));
  }
  const rows = await database.read('read/eval-passages', parameters);
  return new Map(rows.map((row) => [String(row['id']), nameOf((row['uris'] as string[])[0] ?? '')]));
}

/** The name that the suite gave a document when it was loaded: its address without the scheme. */
function nameOf(uri: string): string {
  return uri.startsWith(SUITE_SCHEME) ? uri.slice(SUITE_SCHEME.length) : (uri.split('/').at(-1) ?? uri);
}

/** Addresses of documents that a suite brings as text. */
export const SUITE_SCHEME = 'suite:';
