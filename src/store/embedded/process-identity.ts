import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

const execFileAsync = promisify(execFile);

/** A process that cannot be mistaken for a later one that got the same number. */
export interface ProcessIdentity {
  readonly pid: number;
  /** Opaque; equal only for the same process. */
  readonly startTime: string;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

async function linuxStartTime(pid: number): Promise<string | undefined> {
  try {
    const [stat, boot] = await Promise.all([
      readFile(`/proc/${pid}/stat`, 'utf8'),
      readFile('/proc/sys/kernel/random/boot_id', 'utf8'),
    ]);
    // The command name, field 2, is in brackets and may hold spaces and brackets: count from the last one.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const dead = fields[0] === 'Z' || fields[0] === 'X';
    return dead ? undefined : `${boot.trim()}:${fields[19]}`;
  } catch {
    return undefined; // no such process
  }
}

async function unixStartTime(pid: number): Promise<string | undefined> {
  try {
    const { stdout } = await execFileAsync('ps', ['-o', 'state=,lstart=', '-p', String(pid)], {
      env: { ...process.env, LC_ALL: 'C' },
    });
    const [state = '', ...started] = stdout.trim().split(/\s+/);
    return state === '' || state.startsWith('Z') ? undefined : started.join(' ');
  } catch {
    return undefined; // ps exits with 1 for no such process
  }
}

/**
 * Returns the identity of the living process `pid`, or `undefined` when there is none (a zombie that nobody
 * reaps, as in containers without an init, counts as none). On Windows the number alone identifies.
 */
export async function identifyProcess(pid: number): Promise<ProcessIdentity | undefined> {
  if (!Number.isInteger(pid) || pid <= 0 || !isAlive(pid)) return undefined;
  if (process.platform === 'win32') return { pid, startTime: 'unknown' };
  const startTime = await (process.platform === 'linux' ? linuxStartTime(pid) : unixStartTime(pid));
  return startTime === undefined ? undefined : { pid, startTime };
}

/** Returns whether exactly this process still lives. */
export async function isRunning(identity: ProcessIdentity): Promise<boolean> {
  return (await identifyProcess(identity.pid))?.startTime === identity.startTime;
}

async function linuxProcesses(): Promise<{ pid: number; words: string[] }[]> {
  const numbers = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const found = await Promise.all(
    numbers.map(async (name) => {
      try {
        return { pid: Number(name), words: (await readFile(`/proc/${name}/cmdline`, 'utf8')).split('\0') };
      } catch {
        return undefined; // it ended while we looked
      }
    }),
  );
  return found.filter((entry) => entry !== undefined);
}

async function unixProcesses(): Promise<{ pid: number; words: string[] }[]> {
  const { stdout } = await execFileAsync('ps', ['-axww', '-o', 'pid=,args='], {
    maxBuffer: 64 * 1024 * 1024,
  });
  return stdout.split('\n').map((line) => {
    const [pid = '', ...rest] = line.trim().split(' ');
    return { pid: Number(pid), words: [rest.join(' ')] };
  });
}

/**
 * Returns the living processes whose command line holds each of `parameters`, by ascending number. Elsewhere
 * than on Linux, where words cannot be told apart, a parameter may also be a part of a word. Windows: none.
 */
export async function findProcesses(parameters: readonly string[]): Promise<ProcessIdentity[]> {
  if (process.platform === 'win32') return [];
  const linux = process.platform === 'linux';
  const all = await (linux ? linuxProcesses() : unixProcesses());
  const fits = (words: readonly string[], parameter: string) =>
    linux ? words.includes(parameter) : words.some((word) => `${word} `.includes(`${parameter} `));
  const matching = all.filter(({ words }) => parameters.every((parameter) => fits(words, parameter)));
  const identities = await Promise.all(matching.map(({ pid }) => identifyProcess(pid)));
  return identities.filter((identity) => identity !== undefined).sort((a, b) => a.pid - b.pid);
}
