import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { accessKey } from '../../domain/access.ts';
import { TrellisError } from '../../errors.ts';
import type { Database, RunStatement } from '../../store/driver.ts';
import { importStateId, readImportState, sweepImport } from '../../store/writers/graph-import.ts';
import type { ImportState, ImportTarget } from '../../store/writers/graph-import-rows.ts';

/** How long a run of another machine may be silent before it counts as dead. */
const LEASE_MS = 60_000;
const BEAT_MS = 15_000;

/** A run's hold on one graph: nobody else writes it meanwhile. */
export interface ImportClaim {
  /** Access key under which the run stages; nobody can resolve it. */
  readonly key: string;
  readonly state: ImportState;
  /** Throws what a sign of life failed with. */
  check(): void;
  /** Throws `TRELLIS_INGEST_DOCUMENT_BUSY` when another run took over; if not, nobody can until `run` commits. */
  hold(run: RunStatement): Promise<void>;
  /** Ends the signs of life. */
  release(): void;
  /** Removes what the run has staged. */
  abandon(): Promise<void>;
}

function busy(target: ImportTarget): TrellisError {
  return new TrellisError(
    'TRELLIS_INGEST_DOCUMENT_BUSY',
    `Another run imports the graph "${target.source}" into this tenant. Wait for it, then import again.`,
    { details: { ...target } },
  );
}

function isLocalProcess(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Whether the run that holds a graph has ended: its process is gone, or it was silent for too long. */
function isDead({ owner, silentMs }: ImportState): boolean {
  const [host, pid] = owner.split('|');
  const knownGone = host === hostname() && !isLocalProcess(Number(pid));
  return knownGone || silentMs > LEASE_MS;
}

/**
 * Returns the hold on a graph after removing what a dead run has left of it. Signs of life go out until `release`.
 * Throws `TRELLIS_INGEST_DOCUMENT_BUSY` when a living run holds it.
 */
export async function claimImport(database: Database, target: ImportTarget): Promise<ImportClaim> {
  const state = await readImportState(database, target);
  if (state.pending !== null && !isDead(state)) throw busy(target);
  if (state.pending !== null) await sweepImport(database, target, state.pending);
  const id = importStateId(target);
  const run = randomUUID();
  const key = accessKey(target.tenant, [`~import ${target.source} ${run}`]);
  const owner = `${hostname()}|${process.pid}|${run}`;
  const taken = await database.write('write/import-begin', {
    ...target,
    id,
    key,
    owner,
    before: state.pending ?? '',
  });
  if (taken.length === 0) throw busy(target);
  let failure: unknown;
  const hold = async (run: RunStatement) => {
    const rows = await run('write/import-beat', { id, key });
    if (rows.length === 0) throw busy(target);
  };
  const timer = setInterval(() => {
    hold(database.write).catch((error: unknown) => {
      failure = error;
    });
  }, BEAT_MS);
  timer.unref();
  return {
    key,
    state: { ...state, pending: key },
    check: () => {
      if (failure !== undefined) throw failure;
    },
    hold,
    release: () => clearInterval(timer),
    abandon: async () => {
      await sweepImport(database, target, key);
      await database.write('write/import-abandon', { id, key });
    },
  };
}
