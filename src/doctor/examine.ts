import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Config } from '../config.ts';
import type { DoctorReport } from '../domain/api/doctor.ts';
import type { Folders } from '../folders.ts';
import { embeddingLanguages } from '../models/embedding-languages.ts';
import { createEmbeddings } from '../models/embeddings.ts';
import { listModels, type ModelEntry } from '../models/list-models.ts';
import { connectStore, type StoreSettings } from '../store/driver.ts';
import { freeDiskMb } from '../store/embedded/disk.ts';
import { locateJava } from '../store/embedded/java.ts';
import { embeddedStatus, NEO4J_JAVA, startEmbedded } from '../store/embedded/server.ts';
import type { DatabaseFacts, DiskFacts, GraphFacts, Outcome, SetupFacts } from './facts.ts';
import { judge } from './judge.ts';
import { attempt, readGraph } from './read-graph.ts';

/** Java that the PDF layout engine needs at least. */
const LAYOUT_JAVA = 11;

/** How to look. */
export interface ExamineOptions {
  /** Tenant whose documents are counted. */
  readonly tenant: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly signal?: AbortSignal;
}

/**
 * Returns the report on this set-up. Nothing is started, fetched or written, and no chat model or reranker is called; a
 * local embedding model embeds one sentence. Faults are checks of the report, not thrown.
 */
export async function examine(
  config: Config,
  folders: Folders,
  options: ExamineOptions,
): Promise<DoctorReport> {
  const embedded = config.NEO4J_URI === '';
  const models = await listModels(config, folders);
  const embedding = await openEmbedding(config, folders, models);
  const dimensions = embedding?.ok === true ? embedding.value.dimensions : undefined;
  const facts: SetupFacts = {
    embedded,
    java: await findVersion(embedded ? NEO4J_JAVA : LAYOUT_JAVA, folders, options),
    ...(await lookAtDatabase(config, folders, options, dimensions)),
    models,
    ...(embedding === undefined ? {} : { embedding }),
    languages: embeddingLanguages(config),
    chatKeyMissing:
      config.CHAT_PROVIDER === 'openai' && config.CHAT_BASE_URL === '' && config.CHAT_API_KEY === '',
    disks: [await diskOf('data', folders.data), await diskOf('cache', folders.cache)],
  };
  return judge(facts);
}

async function findVersion(minimum: number, { cache }: Folders, { environment, signal }: ExamineOptions) {
  const java = await locateJava({ minimum, cache, environment, signal });
  return { minimum, ...(java === undefined ? {} : { version: java.version }) };
}

/** A missing model would be fetched on opening, so it is not opened. */
async function openEmbedding(
  config: Config,
  folders: Folders,
  models: readonly ModelEntry[],
): Promise<SetupFacts['embedding']> {
  const entry = models.find(({ role }) => role === 'embeddings');
  if (entry?.state === 'missing') return undefined;
  return await attempt(async () => {
    const embeddings = await createEmbeddings(config, folders);
    try {
      if (entry?.state === 'ready') await embeddings.embedQuery('Is the model there?');
      return { id: embeddings.id, dimensions: embeddings.dimensions };
    } finally {
      await embeddings.close();
    }
  });
}

/** Where the database is; `undefined` for an embedded server that does not run. Reusing it starts nothing. */
async function locateDatabase(
  config: Config,
  folders: Folders,
  { environment }: ExamineOptions,
): Promise<StoreSettings | undefined> {
  const database = config.NEO4J_DATABASE;
  const { NEO4J_URI: uri, NEO4J_USER: user, NEO4J_PASSWORD: password } = config;
  if (uri !== '') return { uri, user, password, database };
  const { state } = await embeddedStatus(folders);
  if (state !== 'running') return undefined;
  const server = await startEmbedded(config, folders, { environment });
  return { uri: server.uri, user: server.user, password: server.password, database };
}

interface Looked {
  readonly database: DatabaseFacts;
  readonly graph?: Outcome<GraphFacts>;
}

async function lookAtDatabase(
  config: Config,
  folders: Folders,
  options: ExamineOptions,
  dimensions: number | undefined,
): Promise<Looked> {
  const located = await attempt(() => locateDatabase(config, folders, options));
  if (!located.ok) return { database: { state: 'failed', problem: located.problem } };
  const settings = located.value;
  if (settings === undefined) return { database: { state: 'stopped' } };
  const connected = await attempt(() => connectStore(settings, config));
  if (!connected.ok) return { database: { state: 'failed', problem: connected.problem } };
  const database = connected.value;
  try {
    const { address, version, edition } = database.info;
    const graph = await attempt(() => readGraph(database, options.tenant, dimensions));
    return { database: { state: 'reachable', address, version, edition }, graph };
  } finally {
    await database.close();
  }
}

/** Folders that are not there yet are made where their nearest parent is. */
async function diskOf(purpose: DiskFacts['purpose'], folder: string): Promise<DiskFacts> {
  let there = folder;
  while (!existsSync(there) && dirname(there) !== there) there = dirname(there);
  return { purpose, folder, freeMb: await freeDiskMb(there) };
}
