import { randomBytes } from 'node:crypto';
import { access, chmod, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { TrellisError } from '../../errors.ts';
import type { ServerHome } from './home.ts';
import type { JavaRuntime } from './java.ts';
import { runCommand } from './run-command.ts';

/** The one user of the embedded server. */
export const EMBEDDED_USER = 'neo4j';

const OWNER_ONLY = 0o600;

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

/** Returns the stored password, or `undefined` when there is none yet; puts the file's mode right. */
export async function readPassword({ passwordFile }: ServerHome): Promise<string | undefined> {
  try {
    await chmod(passwordFile, OWNER_ONLY);
    return (await readFile(passwordFile, 'utf8')).trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/**
 * Returns the server's password: the stored one, or a new one of 192 random bits in a file that only its owner can
 * read, made known to Neo4j before its first start by way of a file, never on a command line.
 * Errors: `TRELLIS_DB_START_FAILED` when the database is older than the lost password or Neo4j refuses it.
 */
export async function ensurePassword(files: ServerHome, java: JavaRuntime, jars: string): Promise<string> {
  const known = await exists(join(files.home, 'data', 'databases', 'system'));
  let password = await readPassword(files);
  if (password === undefined && known) throw lostPassword(files);
  if (password === undefined) {
    password = randomBytes(24).toString('hex');
    await writeFile(`${files.passwordFile}.new`, `${password}\n`, { mode: OWNER_ONLY });
    await rename(`${files.passwordFile}.new`, files.passwordFile);
  }
  if (!known) await setInitialPassword(files, password, java, jars);
  return password;
}

async function setInitialPassword(files: ServerHome, password: string, java: JavaRuntime, jars: string) {
  const parameters = join(files.home, 'run', 'initial-password');
  const stored = join(files.home, 'data', 'dbms', 'auth.ini');
  await rm(stored, { force: true });
  await writeFile(parameters, `dbms\nset-initial-password\n${password}\n`, { mode: OWNER_ONLY });
  try {
    const result = await runCommand(
      java.executable,
      ['-cp', join(jars, '*'), 'org.neo4j.server.startup.Neo4jAdminCommand', `@${parameters}`],
      {
        environment: { ...process.env, NEO4J_HOME: files.home, NEO4J_CONF: files.configFolder },
        idleTimeoutMs: 60_000,
      },
    );
    if (result.code !== 0) {
      throw new TrellisError(
        'TRELLIS_DB_START_FAILED',
        `Neo4j did not take its first password (${result.reason ?? `code ${result.code}`}).`,
        { details: { output: result.lines.slice(-10).map((line) => line.replaceAll(password, '…')) } },
      );
    }
    await chmod(stored, OWNER_ONLY);
  } finally {
    await rm(parameters, { force: true });
  }
}

function lostPassword(files: ServerHome): TrellisError {
  return new TrellisError(
    'TRELLIS_DB_START_FAILED',
    `The database in ${files.home} has a password, and its file ${files.passwordFile} is gone. Put it back, or start ` +
      'with an empty database: trellis db reset --yes.',
    { details: { passwordFile: files.passwordFile } },
  );
}
