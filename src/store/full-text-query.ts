import type { Scope } from '../domain/access.ts';
import type { Collection } from '../domain/graph-names.ts';
import type { QueryTerm } from '../domain/question.ts';
import { IMPACT_LEVELS, impactTerm } from './impacts.ts';
import { partsOf } from './writers/batches.ts';

/** A term to look for and how much it tells; `weight` is a whole number, at least 1. */
export interface WeightedTerm {
  readonly term: string;
  readonly weight: number;
}

/** What a scope holds of a collection; nothing that the reader may not see is counted. */
export interface ScopeCounts {
  readonly nodes: number;
  /** Sum of the lengths of its nodes, as the writers count them (see `contentLength`). */
  readonly tokens: number;
  /** Index term → nodes that have it; terms that none has are absent. */
  readonly byTerm: ReadonlyMap<string, number>;
}

/** One query for the full-text index, and the part of the scope that it covers. */
export interface FullTextQuery {
  readonly text: string;
  readonly acls: readonly string[];
}

/** Lucene takes 1,024 clauses a query, terms and filters together; a few are left for what the parser adds. */
const MAX_CLAUSES = 1000;
const MAX_FILTER_VALUES = 300;

/** Collections of long texts, whose nodes carry `impacts`. */
const WITH_IMPACTS: ReadonlySet<Collection> = new Set(['chunk', 'summary', 'profile']);

/** In quotes nothing has a meaning but the quote and the backslash. */
function quote(value: string): string {
  return `"${value.replace(/["\\]/gu, '\\$&')}"`;
}

/** A range of one term scores exactly its boost, whatever the index holds; a plain term would score by Lucene's statistics. */
function constantClause(property: string, term: string, boost: number): string {
  return `${property}:[${quote(term)} TO ${quote(term)}]^${boost}`;
}

function termClauses({ term, weight }: WeightedTerm, collection: Collection): string[] {
  const clauses = [constantClause('lexical', term, weight)];
  if (!WITH_IMPACTS.has(collection)) return clauses;
  for (let level = 2; level <= IMPACT_LEVELS; level += 1) {
    clauses.push(constantClause('impacts', impactTerm(term, level), weight * (level - 1)));
  }
  return clauses;
}

function filterClause(property: string, values: readonly string[]): string {
  return `+${property}:(${values.map(quote).join(' ')})^0`;
}

/** Inverse document frequency as BM25 has it, in whole hundredths, so that sums of floats inside Lucene are exact. */
function weightOf(nodes: number, holders: number): number {
  const held = Math.min(holders, nodes);
  return Math.max(1, Math.round(100 * Math.log(1 + (nodes - held + 0.5) / (held + 0.5))));
}

/** Returns every variant that the scope holds, weighted by how rare it is there; each once, in order. */
export function weighTerms(terms: readonly QueryTerm[], counts: ScopeCounts): WeightedTerm[] {
  const variants = [...new Set(terms.flatMap((term) => term.variants))];
  return variants.flatMap((term) => {
    const holders = counts.byTerm.get(term) ?? 0;
    return holders === 0 ? [] : [{ term, weight: weightOf(counts.nodes, holders) }];
  });
}

/**
 * Returns the queries that together score every node of the scope that has a term: a node's score is the sum, over the
 * queries that find it, of weight × impact level of each term it holds. One query in most cases; several when access
 * keys, documents or terms are too many for one. None for no terms, an empty scope or an empty list of documents.
 */
export function fullTextQueries(
  scope: Scope,
  collection: Collection,
  terms: readonly WeightedTerm[],
  documentIds?: readonly string[],
): readonly FullTextQuery[] {
  const documentParts = documentIds === undefined ? [undefined] : partsOf(documentIds, MAX_FILTER_VALUES);
  const clausesEach = WITH_IMPACTS.has(collection) ? IMPACT_LEVELS : 1;
  const queries: FullTextQuery[] = [];
  for (const acls of partsOf(scope.acls, MAX_FILTER_VALUES)) {
    for (const documents of documentParts) {
      const filters = [filterClause('tenant', [scope.tenant]), filterClause('acl', acls)];
      if (documents !== undefined) filters.push(filterClause('documentId', documents));
      const room = MAX_CLAUSES - 1 - acls.length - (documents?.length ?? 0);
      for (const part of partsOf(terms, Math.floor(room / clausesEach))) {
        const words = part.flatMap((term) => termClauses(term, collection)).join(' ');
        queries.push({ text: `+(${words}) ${filters.join(' ')}`, acls });
      }
    }
  }
  return queries;
}
