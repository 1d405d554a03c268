import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/**
 * Runs `fill` on an empty folder beside `folder` and moves it into place whole, so that no reader ever sees
 * half a model and a killed run leaves only a `.part-` folder. Of two processes at once the last one wins
 * with equal content. Rejects as `fill` does, leaving nothing behind.
 */
export async function installFolder(folder: string, fill: (part: string) => Promise<void>): Promise<void> {
  await mkdir(dirname(folder), { recursive: true });
  const part = await mkdtemp(join(dirname(folder), `.part-${basename(folder)}-`));
  try {
    await fill(part);
    await rm(folder, { recursive: true, force: true });
    await rename(part, folder);
  } finally {
    await rm(part, { recursive: true, force: true });
  }
}
