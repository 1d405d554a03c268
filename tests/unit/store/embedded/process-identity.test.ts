import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import {
  findProcesses,
  identifyProcess,
  isRunning,
} from '../../../../src/store/embedded/process-identity.ts';

function startSleeper(mark: string) {
  const child = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60000)', '--', mark], {
    stdio: 'ignore',
  });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  return child;
}

test('a living process keeps its identity and a dead one has none', async () => {
  const child = startSleeper('a');
  const identity = await identifyProcess(child.pid ?? 0);
  expect(identity?.pid).toBe(child.pid);
  expect(await identifyProcess(child.pid ?? 0)).toEqual(identity);
  child.kill('SIGKILL');
  await once(child, 'exit');
  expect(await identifyProcess(child.pid ?? 0)).toBeUndefined();
  expect(identity !== undefined && (await isRunning(identity))).toBe(false);
});

test('a process that only has the number of another is not taken for it', async () => {
  const own = await identifyProcess(process.pid);
  expect(own && (await isRunning(own))).toBe(true);
  expect(await isRunning({ pid: process.pid, startTime: 'another boot:1' })).toBe(false);
});

test('numbers that are no process have no identity', async () => {
  for (const pid of [0, -1, 1.5, Number.NaN, 2 ** 30]) expect(await identifyProcess(pid)).toBeUndefined();
});

test('a process is found by whole parameters of its command line', async () => {
  const mark = `--home-dir=/somewhere/${process.pid}`;
  const child = startSleeper(mark);
  await once(child, 'spawn');
  expect((await findProcesses([mark])).map(({ pid }) => pid)).toEqual([child.pid]);
  expect(await findProcesses([mark.slice(0, -1)])).toEqual([]);
  expect(await findProcesses([mark, 'something else'])).toEqual([]);
});
