import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

/** How to run a short-lived program of the machine. */
export interface CommandOptions {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly workingDirectory?: string;
  /** The program is killed when it writes nothing for so long. */
  readonly idleTimeoutMs: number;
  readonly signal?: AbortSignal | undefined;
  readonly onLine?: ((line: string) => void) | undefined;
}

/** How a program ended. `reason` is set when it ended otherwise than by its own exit. */
export interface CommandResult {
  /** Exit code, or -1 when it was not started or was killed. */
  readonly code: number;
  /** Last 200 lines of stdout and stderr together, oldest first. */
  readonly lines: readonly string[];
  readonly reason?: 'not-found' | 'idle' | 'aborted' | 'killed';
}

const KEPT_LINES = 200;

/**
 * Runs `executable` to its end and returns its code and last lines; a program that is missing, silent for too
 * long or aborted is a result too, so that each caller words its own error. No shell is involved.
 */
export function runCommand(
  executable: string,
  parameters: readonly string[],
  options: CommandOptions,
): Promise<CommandResult> {
  if (options.signal?.aborted) return Promise.resolve({ code: -1, lines: [], reason: 'aborted' });
  return new Promise((resolve) => {
    const lines: string[] = [];
    let reason: CommandResult['reason'];
    const child = spawn(executable, parameters, {
      env: options.environment,
      ...(options.workingDirectory === undefined ? {} : { cwd: options.workingDirectory }),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const kill = (why: 'idle' | 'aborted') => {
      reason = why;
      child.kill('SIGKILL');
    };
    const idle = setTimeout(() => kill('idle'), options.idleTimeoutMs);
    const abort = () => kill('aborted');
    options.signal?.addEventListener('abort', abort, { once: true });
    const keep = (line: string) => {
      idle.refresh();
      lines.push(line);
      if (lines.length > KEPT_LINES) lines.shift();
      options.onLine?.(line);
    };
    for (const stream of [child.stdout, child.stderr]) createInterface({ input: stream }).on('line', keep);
    const finish = (code: number | null, why: CommandResult['reason']) => {
      clearTimeout(idle);
      options.signal?.removeEventListener('abort', abort);
      resolve({ code: code ?? -1, lines, ...(why === undefined ? {} : { reason: why }) });
    };
    child.once('error', () => finish(null, 'not-found'));
    child.once('close', (code) => finish(code, reason ?? (code === null ? 'killed' : undefined)));
  });
}
