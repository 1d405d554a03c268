import { mkdtemp, rm } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Config } from '../../../src/config.ts';
import { TrellisError } from '../../../src/errors.ts';
import { resolveFolders } from '../../../src/folders.ts';
import { createIngest } from '../../../src/ingest/ingest.ts';
import { createParser } from '../../../src/ingest/parse/parse-file.ts';
import type { Ingest, IngestOptions } from '../../../src/ingest/services.ts';
import { createChat } from '../../../src/models/chat.ts';
import { createEmbeddings } from '../../../src/models/embeddings.ts';
import { loadPrompts, PROMPTS_DIRECTORY } from '../../../src/models/prompts.ts';
import type { TextEmbeddings } from '../../../src/models/text-embeddings.ts';
import type { Retriever, RetrieverName } from '../../../src/query/retrievers/retriever.ts';
import { createQueryServices, type QueryServices } from '../../../src/query/services.ts';
import { connectStore, type Database } from '../../../src/store/driver.ts';
import { migrate } from '../../../src/store/migrate.ts';
import { neo4jConfig } from '../../setup/neo4j-context.ts';
import { scriptedEnrich } from '../ingest/scripted-knowledge.ts';

/** The query room on the run's Neo4j: real parser, segmenter, store and embeddings; QA pairs as the texts spell them. */
export interface QueryContext {
  readonly config: Config;
  readonly database: Database;
  readonly embeddings: TextEmbeddings;
  readonly ingest: Ingest;
  readonly services: QueryServices;
  /** Takes Markdown texts in; every one must be taken. */
  add(documents: Readonly<Record<string, string>>, options?: Partial<IngestOptions>): Promise<void>;
  /** Services with other settings, a chat model or another embedder, on the same database. */
  withServices(
    change: Readonly<Record<string, string>>,
    embedQuery?: TextEmbeddings['embedQuery'],
  ): Promise<QueryServices>;
  close(): Promise<void>;
}

/** A busy machine answers late; what these tests look at is not time. */
const PATIENT = { NEO4J_QUERY_TIMEOUT_MS: '60000', NEO4J_CONNECT_TIMEOUT_MS: '30000' };

/** A module that finds nothing, so that text retrieval is looked at alone. */
export const refusing = (name: RetrieverName): Retriever => ({
  name,
  retrieve: async () => ({ candidates: [], refused: 'this test asks text retrieval alone' }),
});

/** Opens it with a tenant of its own. */
export async function openQueryContext(): Promise<QueryContext> {
  const config = neo4jConfig({
    CHUNK_TARGET_TOKENS: '60',
    CHUNK_MAX_TOKENS: '160',
    CHUNK_OVERLAP_TOKENS: '0',
    QA_MATCH_THRESHOLD: '0.8',
    ...PATIENT,
  });
  const folder = await mkdtemp(join(tmpdir(), 'trellis-query-'));
  const machine = {
    workingDirectory: folder,
    homeDirectory: homedir(),
    platform: process.platform,
    environment: process.env,
  };
  const folders = resolveFolders(config, machine);
  const embeddings = await createEmbeddings(config, folders);
  const database = await connectStore(
    { uri: config.NEO4J_URI, user: config.NEO4J_USER, password: config.NEO4J_PASSWORD, database: 'neo4j' },
    config,
  );
  await migrate(database, { embeddingId: embeddings.id, dimensions: embeddings.dimensions });
  const java = () => {
    throw new TrellisError('TRELLIS_DB_JAVA_MISSING', 'These tests read no PDF.');
  };
  const ingest = createIngest({
    database,
    config,
    embeddings,
    parser: createParser({ config, folders, java }),
    enrich: scriptedEnrich,
    now: () => new Date(),
  });
  const closers: (() => Promise<void>)[] = [];
  const prompts = loadPrompts(PROMPTS_DIRECTORY);
  const fixed = { database, prompts, modules: { graph: refusing('graph'), hybrid: refusing('hybrid') } };
  return {
    config,
    database,
    embeddings,
    ingest,
    services: createQueryServices({ ...fixed, config, embeddings }),
    add: async (documents, options = {}) => {
      const files = Object.entries(documents).map(([name, text]) => ({
        name,
        bytes: new TextEncoder().encode(text),
      }));
      const report = await ingest.files(files, { tenant: config.TRELLIS_TENANT, ...options });
      const failed = report.results.filter(({ status }) => status === 'failed');
      if (failed.length > 0) throw new Error(JSON.stringify(failed));
    },
    withServices: async (change, embedQuery) => {
      const changed = neo4jConfig({
        TRELLIS_TENANT: config.TRELLIS_TENANT,
        TRELLIS_CACHE_DIR: join(folder, 'cache'),
        ...PATIENT,
        ...change,
      });
      const chat = await createChat(changed, { ...folders, cache: join(folder, 'cache') });
      if (chat !== undefined) closers.push(() => chat.close());
      const asked =
        embedQuery === undefined ? embeddings : Object.assign(Object.create(embeddings), { embedQuery });
      return createQueryServices({
        ...fixed,
        config: changed,
        embeddings: asked,
        ...(chat === undefined ? {} : { chat }),
      });
    },
    close: async () => {
      for (const close of closers) await close();
      await embeddings.close();
      await database.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** A small company's papers, made for these tests. */
export const PAPERS = {
  'lease.md': `# Lease of the Ostrava plant

## Term

The lease of the Ostrava plant begins on 4 May 2021 and ends on 3 May 2027. The landlord is Harbour Estates.

## Rent

The monthly rent is 14,500 EUR. It is due on the fifth day of each month.

## Notice

Either side may end the lease with a notice period of nine months. Notice is given by registered letter.
`,
  'pumps.md': `# Pump catalogue

## Pump P-200

Pump P-200 is built by Norvane Energy in Ostrava. It runs at 25 bar and weighs 310 kg. [1]

## Pump P-100

Pump P-100 is built by Bolt Hydraulics in Gdynia. It runs at 16 bar and weighs 180 kg.
`,
  'faq.md': `# Questions of new staff

## Helmets

{Ask:Who orders the helmets for the Ostrava plant?=Marta Kolar of the safety office} Helmets are ordered by Marta Kolar of the safety office.

{Ask:How many days of leave does a welder get in 2024?=27 days} Welders get 27 days of leave in 2024.
`,
  'vacaciones.md': `# Vacaciones del personal

## Días

Cada soldador tiene veinticinco días de vacaciones al año. La solicitud se entrega a la oficina de personal.
`,
} as const;
