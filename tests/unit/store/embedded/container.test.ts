import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { NEO4J_VERSION } from '../../../../src/store/embedded/distribution.ts';

const ROOT = join(import.meta.dirname, '../../../..');
const read = (name: string) => readFileSync(join(ROOT, name), 'utf8');

test('containers, the pom and the embedded server are one version of Neo4j', () => {
  expect(parse(read('docker-compose.yml')).services.neo4j.image).toBe(`neo4j:${NEO4J_VERSION}-community`);
  expect(read('src/store/embedded/pom.xml')).toContain(`<neo4j.version>${NEO4J_VERSION}</neo4j.version>`);
});

test('the containers publish nothing beyond loopback and ask for a password', () => {
  const { neo4j, trellis } = parse(read('docker-compose.yml')).services;
  expect(neo4j.ports.every((port: string) => port.startsWith('127.0.0.1:'))).toBe(true);
  expect(neo4j.environment.NEO4J_AUTH).toMatch(/^neo4j\/\$\{NEO4J_PASSWORD:\?/);
  expect(trellis.environment.HTTP_HOST).toBeUndefined();
});
