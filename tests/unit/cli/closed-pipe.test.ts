import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, test } from 'vitest';

test('a command whose reader closes the pipe ends as it would have ended', async () => {
  const script = join(import.meta.dirname, '../../../src/cli/trellis.ts');
  const child = spawn(process.execPath, [script, '--help'], { stdio: ['ignore', 'pipe', 'pipe'] });
  child.stdout.destroy();
  let said = '';
  child.stderr.on('data', (data: Buffer) => {
    said += data.toString();
  });
  const [code] = await once(child, 'close');
  expect(said).not.toContain('EPIPE');
  expect(code).toBe(0);
}, 30_000);
