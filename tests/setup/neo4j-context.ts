import { randomUUID } from 'node:crypto';
import { inject } from 'vitest';
import { type Config, readConfig } from '../../src/config.ts';
import type {} from './neo4j.ts';

/**
 * Returns settings that point to the run's Neo4j, with a tenant of its own for the file that calls it.
 * `overrides` are environment variables, such as `{ NEO4J_QUERY_TIMEOUT_MS: '500' }`.
 */
export function neo4jConfig(overrides: Readonly<Record<string, string>> = {}): Config {
  return readConfig({
    NEO4J_URI: inject('neo4jUri'),
    NEO4J_USER: inject('neo4jUser'),
    NEO4J_PASSWORD: inject('neo4jPassword'),
    TRELLIS_TENANT: uniqueTenant(),
    ...overrides,
  });
}

/** Returns a tenant name that no other test has, so that all files can share one database. */
export function uniqueTenant(prefix = 'test'): string {
  return `${prefix}-${randomUUID().slice(0, 12)}`;
}
