import { join, resolve } from 'node:path';
import type { Config } from './config.ts';

/** What `resolveFolders` needs to know of the machine; the entry points read it from `process` and `os`. */
export interface Machine {
  readonly workingDirectory: string;
  readonly homeDirectory: string;
  readonly platform: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** Absolute folders that Trellis writes to. None is created here. */
export interface Folders {
  /** Belongs to one project: database files, password, jobs. */
  readonly data: string;
  /** Belongs to the user and is shared by all projects: Neo4j, Java, models, embeddings. Safe to delete. */
  readonly cache: string;
}

function systemCacheFolder({ homeDirectory, platform, environment }: Machine): string {
  if (platform === 'win32') return environment['LOCALAPPDATA'] ?? join(homeDirectory, 'AppData', 'Local');
  if (platform === 'darwin') return join(homeDirectory, 'Library', 'Caches');
  return environment['XDG_CACHE_HOME'] || join(homeDirectory, '.cache');
}

/** Returns the absolute data and cache folders for these settings on this machine. */
export function resolveFolders(config: Config, machine: Machine): Folders {
  return {
    data: resolve(machine.workingDirectory, config.TRELLIS_DATA_DIR),
    cache:
      config.TRELLIS_CACHE_DIR === ''
        ? join(systemCacheFolder(machine), 'trellis')
        : resolve(machine.workingDirectory, config.TRELLIS_CACHE_DIR),
  };
}
