import type { Database } from '../driver.ts';
import { partsOf } from './batches.ts';
import { removeStaged } from './claims.ts';

/** Finished jobs of a tenant that are kept for people to look at. */
const JOBS_KEPT = 20;

/** How long a job of another machine may be silent before it counts as dead. Several heartbeats fit in. */
export const LEASE_MS = 60_000;

/** One file of a job. */
export interface JobFile {
  readonly id: string;
  readonly uri: string;
  readonly order: number;
}

/** How a file fares. `outcome` is the status of its result, `reason` the code and message of a failure. */
export interface JobFileState {
  readonly id: string;
  readonly state: 'running' | 'failed' | 'done';
  readonly outcome: string | null;
  readonly reason: string | null;
}

/** A job that is to be looked at: running, or holding a document. */
interface OpenJob {
  readonly id: string;
  readonly owner: string | null;
  readonly state: string | null;
  readonly silentMs: number | null;
  readonly buildingIds: readonly string[];
}

/** Records a job as running and its files as queued; of the finished jobs the latest 20 stay. */
export async function startJob(
  database: Database,
  job: { id: string; tenant: string; owner: string; startedAt: string; files: readonly JobFile[] },
): Promise<void> {
  await database.write('write/job-start', { ...job, keep: JOBS_KEPT });
}

/** Records how files fare. */
export async function recordFiles(database: Database, rows: readonly JobFileState[]): Promise<void> {
  for (const part of partsOf(rows)) await database.write('write/job-files', { rows: part });
}

/** Gives a sign of life; a job that does so within `LEASE_MS` is left alone by all others. */
export async function beat(database: Database, jobId: string): Promise<void> {
  await database.write('write/job-heartbeat', { id: jobId });
}

/** Records that a job is over. Files that were not done fail with `reason`. */
export async function finishJob(
  database: Database,
  job: { id: string; tenant: string; state: 'done' | 'failed'; reason: string | null; finishedAt: string },
): Promise<void> {
  await database.write('write/job-finish', job);
}

/** What tells a dead job from a living one. */
export interface Liveness {
  /** Whether the process that owns a job lives: known for this machine, undefined for others. */
  readonly isAlive: (owner: string) => Promise<boolean | undefined>;
  readonly now: () => Date;
}

async function isDead(job: OpenJob, liveness: Liveness): Promise<boolean> {
  if (job.owner === null || job.state !== 'running') return true;
  const alive = await liveness.isAlive(job.owner);
  return alive === undefined ? (job.silentMs ?? 0) > LEASE_MS : !alive;
}

/**
 * Fails the jobs of a tenant whose process is gone, and removes every node that they had staged. Returns how many
 * unfinished documents these were. Jobs that live are not touched.
 */
export async function sweepStaged(database: Database, tenant: string, liveness: Liveness): Promise<number> {
  const jobs = (await database.read('read/jobs-building', { tenant })) as unknown as OpenJob[];
  let swept = 0;
  for (const job of jobs) {
    if (!(await isDead(job, liveness))) continue;
    for (const buildingId of job.buildingIds) {
      const prefix = `${buildingId.replace(/~building$/, '')}.v`;
      await removeStaged(database, { jobId: job.id, buildingId, prefix });
      swept += 1;
    }
    const reason = 'its process ended before it was done';
    const finishedAt = liveness.now().toISOString();
    await finishJob(database, { id: job.id, tenant, state: 'failed', reason, finishedAt });
  }
  return swept;
}
