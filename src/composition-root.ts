import type { Logger } from 'pino';
import type { Config } from './config.ts';
import { createEvaluation, type Evaluation } from './evaluation/evaluate.ts';
import type { Folders } from './folders.ts';
import { createDocuments } from './ingest/documents.ts';
import { enrichDocument } from './ingest/enrich/enrich.ts';
import { createImport, type ImportSkb } from './ingest/import-skb.ts';
import { createIngest } from './ingest/ingest.ts';
import { DEFAULT_CLASSIFICATION } from './ingest/metadata.ts';
import { createParser } from './ingest/parse/parse-file.ts';
import type { Documents, Ingest } from './ingest/services.ts';
import { type Chat, createChat } from './models/chat.ts';
import { createEmbeddings, type TextEmbeddings } from './models/embeddings.ts';
import { loadPrompts, PROMPTS_DIRECTORY } from './models/prompts.ts';
import { createReranker } from './models/reranker.ts';
import { packageVersion } from './package-version.ts';
import { createTextToCypher, type TextToCypher } from './query/cypher/text-to-cypher.ts';
import { createQueryServices, type QueryServices } from './query/services.ts';
import { resolveScope } from './store/access.ts';
import { connectStore, type Database } from './store/driver.ts';
import { findJava } from './store/embedded/java.ts';
import { type EmbeddedServer, startEmbedded, stopEmbedded } from './store/embedded/server.ts';
import { migrate } from './store/migrate.ts';

/** Every service of a running Trellis, wired by hand. */
export interface Trellis {
  readonly version: string;
  readonly config: Config;
  readonly database: Database;
  readonly embeddings: TextEmbeddings;
  readonly ask: QueryServices['ask'];
  readonly search: QueryServices['search'];
  readonly ingest: Ingest;
  readonly documents: Documents;
  readonly import: ImportSkb;
  readonly evaluation: Evaluation;
  readonly textToCypher: TextToCypher;
  /** Resolves when database, indexes and embedding model can answer; throws a typed error else. */
  readonly ready: () => Promise<void>;
  /** Address of Neo4j Browser on the embedded server. */
  readonly browserUrl?: string;
  /** Stops the embedded server if this process started it; returns whether it did. */
  readonly stopDatabase: () => Promise<boolean>;
  readonly close: () => Promise<void>;
}

/** The world outside that the entry points hand in. */
export interface TrellisOptions {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly signal?: AbortSignal;
  readonly logger?: Logger;
  /** Told what takes long at the start: fetching, starting the database. */
  readonly onNote?: (note: string) => void;
}

/** Java that the PDF layout engine needs at least. */
const LAYOUT_JAVA = 11;

/** Returns the services for these settings. Starts the embedded database unless NEO4J_URI names another; the caller closes. */
export async function createTrellis(
  config: Config,
  folders: Folders,
  options: TrellisOptions,
): Promise<Trellis> {
  const [{ database, embedded }, embeddings] = await openBoth(config, folders, options);
  try {
    return await composeServices({ config, folders, options, database, embedded, embeddings });
  } catch (error) {
    await closeBoth(database, embeddings)();
    throw error;
  }
}

/** Database and embedding model alone, the database not migrated: what re-embedding the graph needs. */
export interface StoreAndModel {
  readonly database: Database;
  readonly embeddings: TextEmbeddings;
  readonly close: () => Promise<void>;
}

/** Returns database and embedding model for these settings, also when the graph was embedded with another model. */
export async function openStoreAndModel(
  config: Config,
  folders: Folders,
  options: TrellisOptions,
): Promise<StoreAndModel> {
  const [{ database }, embeddings] = await openBoth(config, folders, options);
  return { database, embeddings, close: closeBoth(database, embeddings) };
}

function closeBoth(database: Database, embeddings: TextEmbeddings): () => Promise<void> {
  return async () => {
    await embeddings.close();
    await database.close();
  };
}

interface Opened {
  readonly database: Database;
  /** Absent when NEO4J_URI names a server. */
  readonly embedded: EmbeddedServer | undefined;
}

/** Opens database and embedding model side by side; closes the one when the other fails. */
async function openBoth(
  config: Config,
  folders: Folders,
  options: TrellisOptions,
): Promise<[Opened, TextEmbeddings]> {
  const { signal, onNote } = options;
  const once = notesOnce(onNote ?? (() => undefined));
  const [opened, embeddings] = await Promise.allSettled([
    openDatabase(config, folders, options),
    createEmbeddings(config, folders, {
      ...(signal === undefined ? {} : { signal }),
      ...(onNote === undefined
        ? {}
        : { onProgress: (_done: number, _total: number, label: string) => once({ step: label }) }),
    }),
  ]);
  if (opened.status === 'fulfilled' && embeddings.status === 'fulfilled')
    return [opened.value, embeddings.value];
  if (opened.status === 'fulfilled') await opened.value.database.close();
  if (embeddings.status === 'fulfilled') await embeddings.value.close();
  throw opened.status === 'rejected' ? opened.reason : (embeddings as PromiseRejectedResult).reason;
}

async function openDatabase(config: Config, folders: Folders, options: TrellisOptions): Promise<Opened> {
  const database = config.NEO4J_DATABASE;
  if (config.NEO4J_URI !== '') {
    const settings = {
      uri: config.NEO4J_URI,
      user: config.NEO4J_USER,
      password: config.NEO4J_PASSWORD,
      database,
    };
    return { database: await connectStore(settings, config), embedded: undefined };
  }
  const { signal, onNote, environment } = options;
  const embedded = await startEmbedded(config, folders, {
    environment,
    ...(signal === undefined ? {} : { signal }),
    ...(onNote === undefined ? {} : { onProgress: notesOnce(onNote) }),
  });
  const { uri, user, password } = embedded;
  return { database: await connectStore({ uri, user, password, database }, config), embedded };
}

/** Tells each step once, not its every percent. */
function notesOnce(onNote: (note: string) => void): (event: { readonly step: string }) => void {
  let last = '';
  return ({ step }) => {
    if (step !== last) onNote(step);
    last = step;
  };
}

interface Parts extends Opened {
  readonly config: Config;
  readonly folders: Folders;
  readonly options: TrellisOptions;
  readonly embeddings: TextEmbeddings;
}

async function composeServices(parts: Parts): Promise<Trellis> {
  const { config, folders, database, embedded, embeddings } = parts;
  await migrate(database, { embeddingId: embeddings.id, dimensions: embeddings.dimensions });
  const now = () => new Date();
  const ingest = createIngest({
    config,
    database,
    embeddings,
    enrich: enrichDocument,
    parser: composeParser(parts),
    now,
  });
  const importSkb = createImport({ database, embeddings });
  const chat = await createChat(config, folders);
  const query = composeQuery(parts, chat);
  const version = packageVersion();
  return {
    version,
    config,
    database,
    embeddings,
    ask: query.ask,
    search: query.search,
    ingest,
    documents: createDocuments({ database }),
    import: importSkb,
    evaluation: createEvaluation({
      database,
      ingest,
      pipelines: query.pipelines,
      ask: query.ask,
      importGraph: (directory, tenant, signal) =>
        importSkb({
          directory,
          tenant,
          access: [],
          classification: DEFAULT_CLASSIFICATION,
          ...(signal === undefined ? {} : { signal }),
        }),
      scopeOf: (reader) => resolveScope(database, reader),
      ...(chat === undefined ? {} : { chat }),
      prompts: loadPrompts(PROMPTS_DIRECTORY),
      version,
      settingsId: shapingSettings(config, embeddings),
      facts: {
        version,
        embedding: embeddings.id,
        ...(chat === undefined ? {} : { chat: chat.id }),
        neo4j: database.info.version,
        node: process.version,
        settings: shownSettings(config),
      },
      home: import.meta.dirname,
      now,
    }),
    textToCypher: createTextToCypher({
      database,
      chat,
      prompts: loadPrompts(PROMPTS_DIRECTORY),
      scopeOf: (reader) => resolveScope(database, reader),
      maxCalls: config.CHAT_MAX_CALLS,
    }),
    ready: async () => {
      await database.read('read/server-info');
      await embeddings.embedQuery('ready');
    },
    ...(embedded === undefined ? {} : { browserUrl: `${embedded.httpUrl}/browser/` }),
    stopDatabase: async () => embedded?.reused === false && (await stopEmbedded(folders)) === 'stopped',
    close: async () => {
      await chat?.close();
      await closeBoth(database, embeddings)();
    },
  };
}

function composeParser({ config, folders, options }: Parts) {
  const java = () =>
    findJava({ minimum: LAYOUT_JAVA, cache: folders.cache, environment: options.environment });
  return createParser({
    java,
    config,
    folders,
    ...(options.logger === undefined ? {} : { logger: options.logger }),
  });
}

function composeQuery({ config, database, embeddings }: Parts, chat: Chat | undefined): QueryServices {
  const reranker = createReranker(config, embeddings);
  return createQueryServices({
    config,
    database,
    embeddings,
    prompts: loadPrompts(PROMPTS_DIRECTORY),
    ...(chat === undefined ? {} : { chat }),
    ...(reranker === undefined ? {} : { reranker }),
  });
}

/** Settings as they may be written down: no keys, passwords, addresses with either, or places on this machine. */
function shownSettings(config: Config): Readonly<Record<string, unknown>> {
  const hidden = /KEY|PASSWORD|SECRET|TOKEN$|URI|URL|DIR$|PATH|FILE|USER/;
  return Object.fromEntries(Object.entries(config).filter(([name]) => !hidden.test(name)));
}

/** What of the settings shapes the written graph: a suite that was loaded under others is loaded again. */
function shapingSettings(config: Config, embeddings: TextEmbeddings): string {
  const { CHUNK_TARGET_TOKENS, CHUNK_MAX_TOKENS, CHUNK_OVERLAP_TOKENS } = config;
  return JSON.stringify([embeddings.id, CHUNK_TARGET_TOKENS, CHUNK_MAX_TOKENS, CHUNK_OVERLAP_TOKENS]);
}
