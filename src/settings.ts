import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { type Config, readConfig } from './config.ts';
import { type Folders, type Machine, resolveFolders } from './folders.ts';

/** Returns this process's machine: working directory, home, platform and environment. For entry points. */
export function readMachine(): Machine {
  return {
    workingDirectory: process.cwd(),
    homeDirectory: homedir(),
    platform: process.platform,
    environment: process.env,
  };
}

/**
 * Returns the settings and folders of a run: `.env` in the working directory, then the environment (which wins).
 * Throws `TRELLIS_CONFIG_INVALID`.
 */
export function readSettings(machine: Machine): { config: Config; folders: Folders } {
  const environment = { ...readEnvFile(machine), ...machine.environment };
  const config = readConfig(environment);
  return { config, folders: resolveFolders(config, { ...machine, environment }) };
}

function readEnvFile({ workingDirectory }: Machine): NodeJS.Dict<string> {
  try {
    return parseEnv(readFileSync(join(workingDirectory, '.env'), 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw error;
  }
}
