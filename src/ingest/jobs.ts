import { randomUUID } from 'node:crypto';
import type { IngestReport, IngestResult } from '../domain/api/documents.ts';
import { TrellisError } from '../errors.ts';
import {
  beat,
  finishJob,
  type JobFile,
  recordFiles,
  startJob,
  sweepStaged,
} from '../store/writers/job-records.ts';
import { createBatchContext } from './batch-context.ts';
import { isOwnerAlive, thisOwner } from './job-owner.ts';
import { loadBatches, loadSource } from './load-batches.ts';
import { failedResult, orCancelled, requireGoing } from './outcomes.ts';
import { patientDatabase } from './patient-database.ts';
import { ingestBatch } from './pipeline.ts';
import type { Filing, IngestDeps, IngestOptions } from './services.ts';
import { type LoadedSource, type Source, settingsDigest } from './sources.ts';

/** How often a running job gives a sign of life. */
const HEARTBEAT_MS = 10_000;

/** How long a run waits for a document that another run holds, and how often it looks. */
const BUSY_WAIT_MS = 120_000;
const BUSY_POLL_MS = 250;

/** One run over several sources. */
interface Run {
  readonly deps: IngestDeps;
  readonly options: IngestOptions;
  readonly jobId: string;
  readonly flags: Partial<Filing>;
  readonly settings: string;
  /** Job records of the sources, by address. */
  readonly files: ReadonlyMap<string, JobFile>;
  readonly total: number;
  /** By address, in the order of their ends. */
  readonly results: Map<string, IngestResult>;
}

/** What a job is made of. */
export interface JobPlan {
  readonly sources: readonly Source[];
  /** Paths that gave nothing, as results. */
  readonly failures: readonly IngestResult[];
  /** Whether each source gets a job record of its own, so that people see how it fares. */
  readonly recorded: boolean;
}

/** Removes what dead runs of a tenant left behind; returns how many unfinished documents these were. */
export function sweepTenant({ database, now }: IngestDeps, tenant: string): Promise<number> {
  return sweepStaged(database, tenant, { isAlive: isOwnerAlive, now });
}

/**
 * Runs a job: records it, sweeps what dead runs left, takes the sources batch by batch, waits at the end for those
 * that another run holds, and reports every source in the order given. A failure that stops the run (database or
 * model gone, told to stop) fails all sources that are left, with that error.
 */
export async function runJob(
  given: IngestDeps,
  { sources, failures, recorded }: JobPlan,
  options: IngestOptions,
): Promise<IngestReport> {
  const deps = { ...given, database: patientDatabase(given.database, options.signal) };
  const began = deps.now();
  const run = createRun(deps, options, sources, recorded);
  await sweepTenant(deps, options.tenant);
  await startJob(deps.database, {
    id: run.jobId,
    tenant: options.tenant,
    owner: await thisOwner(),
    startedAt: began.toISOString(),
    files: [...run.files.values()],
  });
  const reason = await underHeartbeat(run, () => takeAll(run, sources));
  const finishedAt = deps.now().toISOString();
  const state = reason === null ? 'done' : 'failed';
  await recordEnd(run, { id: run.jobId, tenant: options.tenant, state, reason, finishedAt });
  const results = [...failures, ...sources.flatMap(({ uri }) => run.results.get(uri) ?? [])];
  return { jobId: run.jobId, results, totals: totalsOf(results), ms: deps.now().getTime() - began.getTime() };
}

function createRun(
  deps: IngestDeps,
  options: IngestOptions,
  sources: readonly Source[],
  recorded: boolean,
): Run {
  const jobId = `j_${randomUUID()}`;
  const { classification, tags, access } = options;
  const files = recorded
    ? sources.map(({ uri }, order) => [uri, { id: `${jobId}.f${order}`, uri, order }] as const)
    : [];
  return {
    deps,
    options,
    jobId,
    flags: {
      ...(classification === undefined ? {} : { classification }),
      ...(tags === undefined ? {} : { tags }),
      ...(access === undefined ? {} : { access }),
    },
    settings: settingsDigest(deps.config, deps.embeddings),
    files: new Map(files),
    total: sources.length,
    results: new Map(),
  };
}

/** The results that are there stay true when the database goes before the end is recorded; the next sweep records it. */
async function recordEnd(run: Run, end: Parameters<typeof finishJob>[1]): Promise<void> {
  try {
    await finishJob(run.deps.database, end);
  } catch (error) {
    if (end.state === 'done') throw error;
    run.options.onNote?.(`The end of job ${run.jobId} could not be recorded: ${String(error)}`);
  }
}

async function underHeartbeat<T>(run: Run, work: () => Promise<T>): Promise<T> {
  const { deps, jobId, options } = run;
  const timer = setInterval(() => {
    beat(deps.database, jobId).catch((error: unknown) =>
      options.onNote?.(`Job ${jobId} could not give a sign of life: ${String(error)}`),
    );
  }, HEARTBEAT_MS);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}

/** Takes every source; returns why the run ended early, or null. */
async function takeAll(run: Run, sources: readonly Source[]): Promise<string | null> {
  try {
    const waiting: LoadedSource[] = [];
    for await (const batch of loadBatches(run, sources)) {
      for (const { uri, error } of batch.failures) await settle(run, [failedResult(uri, error, 0)]);
      waiting.push(...(await takeBatch(run, batch.sources)));
    }
    for (const source of waiting) await takeWaiting(run, source);
    return null;
  } catch (cause) {
    const error = orCancelled(cause, run.options.signal);
    const left = sources.filter(({ uri }) => !run.results.has(uri));
    for (const { uri } of left) run.results.set(uri, failedResult(uri, error, 0));
    return error instanceof TrellisError ? `${error.code}: ${error.message}` : String(error);
  }
}

async function takeBatch(run: Run, sources: readonly LoadedSource[]): Promise<readonly LoadedSource[]> {
  requireGoing(run.options.signal);
  const { deps, jobId, flags, options } = run;
  const running = sources.flatMap(({ uri }) => run.files.get(uri)?.id ?? []);
  await recordFiles(
    deps.database,
    running.map((id) => ({ id, state: 'running', outcome: null, reason: null })),
  );
  const context = createBatchContext({
    deps,
    tenant: options.tenant,
    jobId,
    flags,
    reprocess: options.reprocess ?? false,
    signal: options.signal,
    onNote: options.onNote ?? (() => undefined),
  });
  const { results, busy } = await ingestBatch(context, sources);
  await settle(run, results);
  return busy;
}

async function settle(run: Run, results: readonly IngestResult[]): Promise<void> {
  for (const result of results) {
    run.results.set(result.uri, result);
    run.options.onProgress?.(run.results.size, run.total, result.uri);
  }
  const rows = results.flatMap(({ uri, status, error }) => {
    const file = run.files.get(uri);
    if (file === undefined) return [];
    const reason = error === undefined ? null : `${error.code}: ${error.message}`;
    const state = status === 'failed' ? ('failed' as const) : ('done' as const);
    return [{ id: file.id, state, outcome: status, reason }];
  });
  await recordFiles(run.deps.database, rows);
}

/** Tries again until the other run has ended, or its claim has proved dead; holds nothing meanwhile. */
async function takeWaiting(run: Run, source: LoadedSource): Promise<void> {
  const { deps, options } = run;
  const deadline = deps.now().getTime() + BUSY_WAIT_MS;
  for (;;) {
    const fresh = await loadSource(run, source);
    if ((await takeBatch(run, [fresh])).length === 0) return;
    await sweepTenant(deps, options.tenant);
    if (deps.now().getTime() > deadline) {
      await settle(run, [failedResult(source.uri, busyError(source), BUSY_WAIT_MS)]);
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, BUSY_POLL_MS));
  }
}

function busyError({ uri }: Source): TrellisError {
  return new TrellisError(
    'TRELLIS_INGEST_DOCUMENT_BUSY',
    `Another run has been working on "${uri}" for ${BUSY_WAIT_MS / 1000} s. Try again when it is done.`,
    { details: { uri } },
  );
}

function totalsOf(results: readonly IngestResult[]): IngestReport['totals'] {
  const count = (status: IngestResult['status']) =>
    results.filter((result) => result.status === status).length;
  return {
    created: count('created'),
    updated: count('updated'),
    unchanged: count('unchanged'),
    duplicate: count('duplicate'),
    failed: count('failed'),
  };
}
