import neo4j from 'neo4j-driver';
import { inject } from 'vitest';
import type {} from '../../setup/neo4j.ts';

/** Operations, not knowledge: they tell of runs, not of documents. */
const OPERATIONS = new Set(['Job', 'Meta']);

/** Properties that differ from run to run though the knowledge is the same. */
const VOLATILE = new Set(['jobId', 'ingestedAt', 'embedding']);

function canonical(properties: Readonly<Record<string, unknown>>): string {
  const kept = Object.entries(properties).filter(([key]) => !VOLATILE.has(key));
  return JSON.stringify(kept.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Runs one statement of a test on the run's Neo4j, past everything of ours. */
export async function query(
  text: string,
  parameters: Readonly<Record<string, unknown>> = {},
): Promise<Record<string, unknown>[]> {
  const auth = neo4j.auth.basic(inject('neo4jUser'), inject('neo4jPassword'));
  const driver = neo4j.driver(inject('neo4jUri'), auth, { disableLosslessIntegers: true });
  try {
    const { records } = await driver.executeQuery(text, parameters);
    return records.map((record) => record.toObject());
  } finally {
    await driver.close();
  }
}

/** Returns the lines of a dump without version numbers, which tell how often a document was edited. */
export function withoutVersions(lines: readonly string[]): string[] {
  return lines
    .map((line) => line.replace(/\.v\d+\./g, '.v.').replace(/\["version",\d+\]/g, '["version"]'))
    .sort();
}

/** Returns every node and relationship of a tenant as sorted lines, whatever made them. */
export async function dumpGraph(tenant: string): Promise<string[]> {
  const nodes = await query(
    'MATCH (n {tenant: $tenant}) RETURN labels(n) AS labels, properties(n) AS properties',
    {
      tenant,
    },
  );
  const relationships = await query(
    `MATCH (a {tenant: $tenant})-[r]->(b)
     RETURN a.id AS source, type(r) AS type, b.id AS target, properties(r) AS properties`,
    { tenant },
  );
  const lines = [
    ...nodes
      .filter(({ labels }) => !(labels as string[]).some((label) => OPERATIONS.has(label)))
      .map(({ labels, properties }) =>
        [(labels as string[]).sort().join(':'), canonical(properties as Record<string, unknown>)].join(' '),
      ),
    ...relationships.map(({ source, type, target, properties }) =>
      [source, type, target, canonical(properties as Record<string, unknown>)].join(' '),
    ),
  ];
  return lines.sort();
}
