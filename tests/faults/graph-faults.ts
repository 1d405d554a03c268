import { query } from '../integration/ingest/graph-dump.ts';

/** Each finds the ids of what is at fault. */
const CHECKS: Readonly<Record<string, string>> = {
  'a visible node of no visible version': `
    MATCH (n:TreeNode|Window|QAPair|Page|Section {tenant: $tenant}) WHERE n.acl <> '~staged'
    OPTIONAL MATCH (d:Document {id: n.documentId, state: 'active'})
    WITH n, d WHERE d IS NULL OR d.acl <> n.acl OR NOT n.id STARTS WITH d.id + '.v' + toString(d.version) + '.'
    RETURN n.id AS id`,
  'a document without all of its chunks': `
    MATCH (d:Document {tenant: $tenant, state: 'active'})
    OPTIONAL MATCH (c:Chunk {documentId: d.id, acl: d.acl})
    WITH d, count(c) AS chunks WHERE chunks <> d.chunkCount RETURN d.id AS id`,
  'a chunk without a window': `
    MATCH (c:Chunk {tenant: $tenant}) WHERE c.acl <> '~staged' AND NOT (c)-[:HAS_WINDOW]->() RETURN c.id AS id`,
  'two editions in one document': `
    MATCH (c:Chunk {tenant: $tenant}) WHERE c.acl <> '~staged'
    UNWIND [part IN split(c.text, 'Edition ')[1..] | split(part, '.')[0]] AS edition
    WITH c.documentId AS id, count(DISTINCT edition) AS editions WHERE editions > 1 RETURN id`,
  'an entity that nothing visible mentions': `
    MATCH (e:Entity {tenant: $tenant}) WHERE NOT EXISTS { (e)<-[:MENTIONS]-(n) WHERE n.acl <> '~staged' }
    RETURN e.id AS id`,
  'a relation with a source that is not there': `
    MATCH (:Entity {tenant: $tenant})-[r]->(:Entity) UNWIND r.sources AS source
    WITH source WHERE NOT EXISTS { MATCH (n:Chunk {id: source}) WHERE n.acl <> '~staged' } RETURN source AS id`,
  'a count that is wrong': `
    MATCH (c:Chunk {tenant: $tenant}) WHERE c.acl <> '~staged'
    WITH count(c) AS nodes
    OPTIONAL MATCH (counted:CollectionCount {tenant: $tenant, collection: 'chunk'})
    WITH nodes, coalesce(sum(counted.nodes), 0) AS counted WHERE nodes <> counted RETURN nodes AS id`,
};

/**
 * Returns what a reader of everything could find wrong with a tenant's documents, in words; empty when all is whole.
 * Every paragraph of them is to say "Edition <number>." with the number of its version.
 */
export async function faultsOf(tenant: string): Promise<string[]> {
  const parts = Object.entries(CHECKS).map(
    ([fault, text]) => `CALL () { ${text} LIMIT 3 } RETURN '${fault}' AS fault, toString(id) AS id`,
  );
  const rows = await query(parts.join('\nUNION ALL\n'), { tenant });
  return rows.map(({ fault, id }) => `${fault}: ${id}`);
}

/** Returns the editions that the visible chunks of a tenant tell of, each once, in order. */
export async function editionsOf(tenant: string): Promise<string[]> {
  const rows = await query(
    `MATCH (c:Chunk {tenant: $tenant}) WHERE c.acl <> '~staged'
     UNWIND [part IN split(c.text, 'Edition ')[1..] | split(part, '.')[0]] AS edition
     RETURN DISTINCT edition ORDER BY edition`,
    { tenant },
  );
  return rows.map(({ edition }) => String(edition));
}

/** Returns how many nodes of unfinished versions a tenant holds. */
export async function stagedNodesOf(tenant: string): Promise<number> {
  const [row] = await query(
    "MATCH (n {tenant: $tenant}) WHERE n.acl = '~staged' OR n.state = 'building' RETURN count(n) AS nodes",
    { tenant },
  );
  return Number(row?.['nodes']);
}

/** Returns how many ingest jobs of a tenant are in each state; states without a job are absent. */
export async function jobStatesOf(tenant: string): Promise<Readonly<Record<string, number>>> {
  const rows = await query(
    "MATCH (j:Job {tenant: $tenant, kind: 'ingest'}) RETURN j.state AS state, count(*) AS jobs",
    { tenant },
  );
  return Object.fromEntries(rows.map(({ state, jobs }) => [String(state), Number(jobs)]));
}

/**
 * Waits until the database has ended what a killed process had sent last. A commit that is under way is carried
 * through, and while it is, two parts of one query may see before and after.
 */
export async function waitForCommit(tenant: string): Promise<void> {
  // The lock that every change of a tenant's visible documents holds.
  await query("MERGE (lock:Meta {id: 'lock|' + $tenant}) SET lock.tenant = $tenant", { tenant });
}
