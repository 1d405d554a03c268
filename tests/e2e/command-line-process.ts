import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';

const CLI = resolve(import.meta.dirname, '../../src/cli/trellis.ts');

/** Where a process runs and what it sees. */
export interface Surroundings {
  readonly folder: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** Starts the command line with node itself, as a supervisor would. */
export function startCommand({ folder, environment }: Surroundings, ...args: string[]): ChildProcess {
  return spawn(process.execPath, [CLI, ...args], {
    cwd: folder,
    env: { ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** Starts `trellis serve` on a free port; returns when it has said its address. Throws what it said when it ends before. */
export async function startServe(
  surroundings: Surroundings,
): Promise<{ readonly child: ChildProcess; readonly address: string }> {
  const child = startCommand(surroundings, 'serve', '--port', '0', '--json');
  let complaint = '';
  child.stderr?.on('data', (data: Buffer) => (complaint += data.toString()));
  let text = '';
  for await (const data of child.stdout ?? []) {
    text += String(data);
    if (text.includes('\n')) return { child, address: (JSON.parse(text) as { address: string }).address };
  }
  await once(child, 'close');
  throw new Error(`The service ended before it was ready: ${complaint}`);
}
