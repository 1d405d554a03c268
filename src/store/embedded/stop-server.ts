import { setTimeout as sleep } from 'node:timers/promises';
import { TrellisError } from '../../errors.ts';
import { isRunning, type ProcessIdentity } from './process-identity.ts';

// A stop takes 2.5 s; a server at work on a big checkpoint longer.
const TERM_MS = 30_000;
const KILL_MS = 10_000;

/** Resolves with whether the process was gone within `timeoutMs`. */
export async function waitForEnd(identity: ProcessIdentity, timeoutMs: number): Promise<boolean> {
  const deadline = performance.now() + timeoutMs;
  while (await isRunning(identity)) {
    if (performance.now() > deadline) return false;
    await sleep(50);
  }
  return true;
}

function send(signal: NodeJS.Signals, { pid }: ProcessIdentity): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return; // ended meanwhile: what we want
    throw new TrellisError(
      'TRELLIS_DB_STOP_FAILED',
      `The Neo4j process ${pid} cannot be signalled: it belongs to another user. Stop it as that user.`,
      { details: { pid }, cause: error },
    );
  }
}

/**
 * Ends the process: asks it to, and after 30 s kills it, which loses nothing that was committed. Resolves when it
 * is gone. Errors: `TRELLIS_DB_STOP_FAILED`.
 */
export async function endProcess(identity: ProcessIdentity, termMs = TERM_MS): Promise<void> {
  if (!(await isRunning(identity))) return;
  send('SIGTERM', identity);
  if (await waitForEnd(identity, termMs)) return;
  send('SIGKILL', identity);
  if (await waitForEnd(identity, KILL_MS)) return;
  throw new TrellisError(
    'TRELLIS_DB_STOP_FAILED',
    `The Neo4j process ${identity.pid} does not end, not even when killed. See what it waits for (a disk that hangs?).`,
    { details: { pid: identity.pid } },
  );
}
