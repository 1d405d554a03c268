import { homedir } from 'node:os';
import neo4j, { type Driver } from 'neo4j-driver';
import { loadSyntheticGraph, type SyntheticOptions } from '../../../scripts/bench/synthetic-graph.ts';
import { resolveFolders } from '../../../src/folders.ts';
import { createEmbeddings } from '../../../src/models/embeddings.ts';
import { connectStore, type Database, type StoreSettings } from '../../../src/store/driver.ts';
import { migrate } from '../../../src/store/migrate.ts';
import { neo4jConfig } from '../../setup/neo4j-context.ts';

/** The run's Neo4j, migrated for the model that all files of a run share, and a plain driver for fixtures and audits. */
export interface StoreContext {
  readonly database: Database;
  readonly driver: Driver;
  readonly settings: StoreSettings;
  readonly dimensions: number;
  load(options: Omit<SyntheticOptions, 'dimensions'>): Promise<void>;
  close(): Promise<void>;
}

/** Opens it; `overrides` are environment variables. */
export async function openStoreContext(overrides: Record<string, string> = {}): Promise<StoreContext> {
  const config = neo4jConfig(overrides);
  const machine = {
    workingDirectory: process.cwd(),
    homeDirectory: homedir(),
    platform: process.platform,
    environment: process.env,
  };
  const model = await createEmbeddings(config, resolveFolders(config, machine));
  const { id, dimensions } = model;
  await model.close();
  const settings = {
    uri: config.NEO4J_URI,
    user: config.NEO4J_USER,
    password: config.NEO4J_PASSWORD,
    database: config.NEO4J_DATABASE,
  };
  const database = await connectStore(settings, config);
  await migrate(database, { embeddingId: id, dimensions });
  const driver = neo4j.driver(settings.uri, neo4j.auth.basic(settings.user, settings.password), {
    disableLosslessIntegers: true,
  });
  return {
    database,
    driver,
    settings,
    dimensions,
    load: (options) => loadSyntheticGraph(driver, { ...options, dimensions }),
    close: async () => {
      await driver.close();
      await database.close();
    },
  };
}
