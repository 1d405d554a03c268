import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { withLock } from '../../../../src/store/embedded/lock.ts';
import { temporaryFolder } from './temporary-folder.ts';

const MODULE = join(import.meta.dirname, '../../../../src/store/embedded/lock.ts');

async function startHolder(path: string) {
  const script = `
    const { withLock } = await import(${JSON.stringify(MODULE)});
    await withLock(${JSON.stringify(path)}, { timeoutMs: 1000 }, async () => {
      process.stdout.write('held');
      await new Promise((resolve) => setTimeout(resolve, 60000));
    });`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  return child;
}

test('bodies under one lock never run at the same time', async () => {
  const path = join(temporaryFolder(), 'a', 'lock');
  const trace: string[] = [];
  const body = (name: string) => async () => {
    trace.push(`${name} in`);
    await sleep(20);
    trace.push(`${name} out`);
    return name;
  };
  const results = await Promise.all(
    ['a', 'b'].map((name) => withLock(path, { timeoutMs: 5000 }, body(name))),
  );
  expect(results).toEqual(['a', 'b']);
  const [first] = trace;
  const order = first === 'a in' ? ['a', 'b'] : ['b', 'a'];
  expect(trace).toEqual(order.flatMap((name) => [`${name} in`, `${name} out`]));
});

test('a lock whose holder was killed is free', async () => {
  const path = join(temporaryFolder(), 'lock');
  const holder = await startHolder(path);
  await expect(withLock(path, { timeoutMs: 150 }, async () => 'mine')).rejects.toMatchObject({
    code: 'TRELLIS_DB_START_FAILED',
    details: { lock: path, aborted: false },
  });
  holder.kill('SIGKILL');
  await once(holder, 'exit');
  expect(await withLock(path, { timeoutMs: 150 }, async () => 'mine')).toBe('mine');
});

test('a wait can be cancelled and says once that it waits', async () => {
  const path = join(temporaryFolder(), 'lock');
  let waits = 0;
  await withLock(path, { timeoutMs: 1000 }, async () => {
    const wait = withLock(
      path,
      { timeoutMs: 60_000, signal: AbortSignal.timeout(250), onWait: () => (waits += 1) },
      async () => 'never',
    );
    await expect(wait).rejects.toMatchObject({ details: { aborted: true } });
  });
  expect(waits).toBe(1);
});

test('a body that throws gives the lock back', async () => {
  const path = join(temporaryFolder(), 'lock');
  await expect(withLock(path, { timeoutMs: 100 }, () => Promise.reject(new Error('broken')))).rejects.toThrow(
    'broken',
  );
  expect(await withLock(path, { timeoutMs: 100 }, async () => 1)).toBe(1);
});
