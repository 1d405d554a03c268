import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Folders } from '../../../src/folders.ts';

/** Returns an empty folder that goes when the running test ends. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'trellis-models-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Returns data and cache folders that go when the running test ends. */
export function temporaryFolders(): Folders {
  const folder = temporaryFolder();
  return { data: join(folder, 'data'), cache: join(folder, 'cache') };
}
