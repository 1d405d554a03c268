import neo4j from 'neo4j-driver';
import { expect, test } from 'vitest';
import { neo4jConfig, uniqueTenant } from '../../setup/neo4j-context.ts';

test("the run's own Neo4j answers with the settings that the tests get", async () => {
  const config = neo4jConfig();
  const driver = neo4j.driver(config.NEO4J_URI, neo4j.auth.basic(config.NEO4J_USER, config.NEO4J_PASSWORD));
  const { records } = await driver.executeQuery(
    "CALL dbms.components() YIELD name, versions, edition WHERE name = 'Neo4j Kernel' RETURN versions[0] AS version, edition",
  );
  await driver.close();
  expect(records[0]?.toObject()).toEqual({ version: '2026.08.1', edition: 'community' });
});

test('two callers never get the same tenant', () => {
  expect(uniqueTenant()).not.toBe(uniqueTenant());
});
