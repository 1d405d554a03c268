import { mkdtemp, rm } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Config } from '../../../src/config.ts';
import { TrellisError } from '../../../src/errors.ts';
import { resolveFolders } from '../../../src/folders.ts';
import { createDocuments } from '../../../src/ingest/documents.ts';
import { createIngest } from '../../../src/ingest/ingest.ts';
import { createParser } from '../../../src/ingest/parse/parse-file.ts';
import type { Documents, Ingest, IngestDeps } from '../../../src/ingest/services.ts';
import { createEmbeddings } from '../../../src/models/embeddings.ts';
import { connectStore, type Database } from '../../../src/store/driver.ts';
import { migrate } from '../../../src/store/migrate.ts';
import { scriptedEnrich, scriptedVector } from './scripted-knowledge.ts';

/** The ingest room on the run's Neo4j: real parsers, segmenter and store; scripted knowledge and vectors. */
export interface IngestContext {
  readonly config: Config;
  readonly database: Database;
  readonly deps: IngestDeps;
  readonly ingest: Ingest;
  readonly documents: Documents;
  /** An empty folder of this file's own. */
  readonly folder: string;
  close(): Promise<void>;
}

/** Opens it on the Neo4j that `config` names; outside vitest too, for processes that tests start. */
export async function openIngest(config: Config): Promise<IngestContext> {
  const folder = await mkdtemp(join(tmpdir(), 'trellis-ingest-'));
  const machine = {
    workingDirectory: folder,
    homeDirectory: homedir(),
    platform: process.platform,
    environment: process.env,
  };
  const folders = resolveFolders(config, machine);
  const model = await createEmbeddings(config, folders);
  const { NEO4J_URI: uri, NEO4J_USER: user, NEO4J_PASSWORD: password } = config;
  const database = await connectStore({ uri, user, password, database: 'neo4j' }, config);
  await migrate(database, { embeddingId: model.id, dimensions: model.dimensions });
  const deps: IngestDeps = {
    database,
    config,
    embeddings: {
      id: model.id,
      dimensions: model.dimensions,
      windowTokens: model.windowTokens,
      countTokens: (text) => model.countTokens(text),
      embedDocuments: async (texts) => texts.map((text) => scriptedVector(text, model.dimensions)),
    },
    parser: createParser({
      config,
      folders,
      java: () => {
        throw new TrellisError('TRELLIS_DB_JAVA_MISSING', 'These tests read no PDF.');
      },
    }),
    enrich: scriptedEnrich,
    now: () => new Date(),
  };
  return {
    config,
    database,
    deps,
    ingest: createIngest(deps),
    documents: createDocuments({ database }),
    folder,
    close: async () => {
      await model.close();
      await database.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
