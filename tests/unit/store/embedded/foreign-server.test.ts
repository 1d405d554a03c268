import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { dbCommand } from '../../../../src/cli/db.ts';
import { temporaryFolder } from './temporary-folder.ts';

async function runForeign(words: readonly string[]) {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  let code = 0;
  const command = dbCommand({
    stdout,
    stderr,
    machine: {
      workingDirectory: temporaryFolder(),
      homeDirectory: '/nowhere',
      platform: 'linux',
      environment: { NEO4J_URI: 'bolt://somewhere:7687' },
    },
    signal: new AbortController().signal,
    setExitCode: (value) => {
      code = value;
    },
  });
  await command.parseAsync([...words, '--json'], { from: 'user' });
  stdout.end();
  return { code, answer: JSON.parse(await text(stdout)) };
}

test.each([['start'], ['stop'], ['reset', '--yes'], ['browser']])(
  'db %s refuses while NEO4J_URI names another server',
  async (...words) => {
    const { code, answer } = await runForeign(words);
    expect(code).toBe(2);
    expect(answer.error).toMatchObject({ code: 'TRELLIS_CLI_USAGE', details: { setting: 'NEO4J_URI' } });
  },
);

test('db status says that another server is used', async () => {
  expect(await runForeign(['status'])).toEqual({ code: 0, answer: { state: 'external' } });
});
