import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { type Config, readConfig } from '../config.ts';
import { type Folders, resolveFolders } from '../folders.ts';
import type { CliIo } from './io.ts';

/**
 * Returns the settings and folders of this run: `.env` in the working directory, then the environment (which wins).
 * Throws `TRELLIS_CONFIG_INVALID`.
 */
export function readSettings(io: CliIo): { config: Config; folders: Folders } {
  const environment = { ...readEnvFile(io), ...io.machine.environment };
  const config = readConfig(environment);
  return { config, folders: resolveFolders(config, { ...io.machine, environment }) };
}

function readEnvFile(io: CliIo): NodeJS.Dict<string> {
  try {
    return parseEnv(readFileSync(join(io.machine.workingDirectory, '.env'), 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw error;
  }
}
