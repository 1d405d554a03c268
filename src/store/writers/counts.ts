import type { Collection } from '../../domain/graph-names.ts';
import { contentLength } from '../../domain/text/content-length.ts';
import type { RunStatement } from '../driver.ts';
import { partsOf } from './batches.ts';

/** A node as the counts see it. */
export interface CountedNode {
  readonly acl: string;
  readonly collection: Collection;
  /** Index terms joined by single spaces; may be empty. */
  readonly lexical: string;
}

/** Nodes that become visible and nodes that go. */
export interface CountChanges {
  readonly added: readonly CountedNode[];
  readonly removed: readonly CountedNode[];
}

interface TermRow {
  readonly id: string;
  readonly acl: string;
  readonly collection: Collection;
  readonly term: string;
  change: number;
}

interface CollectionRow {
  readonly id: string;
  readonly acl: string;
  readonly collection: Collection;
  nodes: number;
  tokens: number;
}

/** Terms are short rows: more of them fit a statement. */
const TERM_ROWS = 2000;

const byId = (a: { readonly id: string }, b: { readonly id: string }) =>
  a.id < b.id ? -1 : a.id > b.id ? 1 : 0;

/**
 * Returns the rows that the changes come to, sorted by id, without those that come to nothing: for each term the
 * change in the number of nodes that have it, for each collection the change in nodes and in
 * their length (`contentLength`). Pure.
 */
export function countRows(
  tenant: string,
  changes: CountChanges,
): { readonly terms: readonly TermRow[]; readonly collections: readonly CollectionRow[] } {
  const terms = new Map<string, TermRow>();
  const collections = new Map<string, CollectionRow>();
  const add = ({ acl, collection, lexical }: CountedNode, sign: 1 | -1): void => {
    const prefix = `${tenant}|${acl}|${collection}`;
    const tokens = lexical === '' ? [] : lexical.split(' ');
    const counts = collections.get(prefix) ?? { id: prefix, acl, collection, nodes: 0, tokens: 0 };
    counts.nodes += sign;
    counts.tokens += sign * contentLength(tokens);
    collections.set(prefix, counts);
    for (const term of new Set(tokens)) {
      const id = `${prefix}|${term}`;
      const row = terms.get(id) ?? { id, acl, collection, term, change: 0 };
      row.change += sign;
      terms.set(id, row);
    }
  };
  for (const node of changes.added) add(node, 1);
  for (const node of changes.removed) add(node, -1);
  return {
    terms: [...terms.values()].filter((row) => row.change !== 0).sort(byId),
    collections: [...collections.values()].filter((row) => row.nodes !== 0 || row.tokens !== 0).sort(byId),
  };
}

/**
 * Changes the counts that our BM25 reads by what becomes visible and what goes. Run it in the transaction that does
 * the same to the nodes, after `lockTenant`. Rows that come to 0 are deleted.
 */
export async function changeCounts(run: RunStatement, tenant: string, changes: CountChanges): Promise<void> {
  const { terms, collections } = countRows(tenant, changes);
  for (const part of partsOf(terms, TERM_ROWS)) {
    await run('write/term-counts-change', { tenant, rows: part });
  }
  if (collections.length > 0) await run('write/collection-counts-change', { tenant, rows: collections });
}
