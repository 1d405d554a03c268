import { readlink } from 'node:fs/promises';
import { hostname } from 'node:os';
import { identifyProcess, isRunning } from '../store/embedded/process-identity.ts';

/** Processes see each other's numbers only on one machine and, in containers, in one namespace. */
async function machineName(): Promise<string> {
  try {
    return `${hostname()} ${await readlink('/proc/self/ns/pid')}`;
  } catch {
    return hostname(); // not Linux: no such namespaces
  }
}

interface Owner {
  readonly machine: string;
  readonly pid: number;
  readonly startTime: string;
}

/** Returns a text that names this process among all processes of all machines. */
export async function thisOwner(): Promise<string> {
  const identity = await identifyProcess(process.pid);
  const owner: Owner = {
    machine: await machineName(),
    pid: process.pid,
    startTime: identity?.startTime ?? 'unknown',
  };
  return JSON.stringify(owner);
}

/** Returns whether the process that `owner` names lives, or undefined when it belongs to another machine. */
export async function isOwnerAlive(owner: string): Promise<boolean | undefined> {
  const { machine, pid, startTime } = JSON.parse(owner) as Owner;
  return machine === (await machineName()) ? isRunning({ pid, startTime }) : undefined;
}
