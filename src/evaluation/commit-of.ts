import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);
const TIMEOUT_MS = 5000;

/**
 * Returns the commit that a folder's repository stands at, with `+changes` when tracked files differ from it; undefined
 * where the folder is in no repository or there is no git.
 */
export async function commitOf(directory: string): Promise<string | undefined> {
  const git = async (...words: string[]): Promise<string> =>
    (await run('git', ['-C', directory, ...words], { timeout: TIMEOUT_MS })).stdout.trim();
  try {
    const commit = await git('rev-parse', 'HEAD');
    const changes = await git('status', '--porcelain', '--untracked-files=no');
    return changes === '' ? commit : `${commit}+changes`;
  } catch {
    return undefined; // no git or no repository: a packaged installation has neither
  }
}
