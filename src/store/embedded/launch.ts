import { spawn } from 'node:child_process';
import { open, readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { ServerHome } from './home.ts';
import type { JavaRuntime } from './java.ts';
import { identifyProcess, type ProcessIdentity } from './process-identity.ts';
import { homeParameter, SERVER_CLASS } from './server-record.ts';

/** What a server process is started with. */
export interface Launch {
  readonly files: ServerHome;
  readonly java: JavaRuntime;
  /** Folder of the distribution's jars. */
  readonly jars: string;
  readonly heapMb: number;
}

/** Lucene computes vector distances with this module's SIMD instructions where the runtime has it. */
async function vectorModule(java: JavaRuntime): Promise<string[]> {
  const release = await readFile(join(java.home, 'release'), 'utf8').catch(() => '');
  return /\bjdk\.incubator\.vector\b/.test(release) ? ['--add-modules=jdk.incubator.vector'] : [];
}

async function serverParameters({ files, java, jars, heapMb }: Launch): Promise<string[]> {
  return [
    `-Xmx${heapMb}m`,
    '-XX:+UseG1GC',
    '-XX:+ExitOnOutOfMemoryError',
    '-XX:-OmitStackTraceInFastThrow',
    '-Dfile.encoding=UTF-8',
    '-Dio.netty.tryReflectionSetAccessible=true',
    ...(await vectorModule(java)),
    '--enable-native-access=ALL-UNNAMED',
    ...['java.nio', 'java.io', 'sun.nio.ch'].map((name) => `--add-opens=java.base/${name}=ALL-UNNAMED`),
    '-cp',
    // Relative to the working directory: a folder name with a colon would end a class path entry.
    join(basename(jars), '*'),
    SERVER_CLASS,
    homeParameter(files.home),
    `--config-dir=${files.configFolder}`,
  ];
}

const PASSED_ON =
  /^(PATH|HOME|USER|LANG|LC_\w+|TZ|TMPDIR|TEMP|TMP|SystemRoot|LD_LIBRARY_PATH|JAVA_TOOL_OPTIONS)$/;

/** The server lives long and needs no key or password of ours in its environment. */
function serverEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => PASSED_ON.test(name)));
}

/**
 * Starts the server process in a session of its own, so that neither the end of this process nor Ctrl-C in its
 * terminal ends it, and returns its identity at once, or `undefined` when it ended at once.
 */
export async function launchServer(launch: Launch): Promise<ProcessIdentity | undefined> {
  const parameters = await serverParameters(launch);
  const log = await open(launch.files.consoleFile, 'w', 0o600);
  try {
    const child = spawn(launch.java.executable, parameters, {
      cwd: dirname(launch.jars),
      detached: true,
      env: serverEnvironment(),
      stdio: ['ignore', log.fd, log.fd],
      windowsHide: true,
    });
    child.unref();
    await new Promise((resolve) => child.once('spawn', resolve).once('error', resolve));
    return child.pid === undefined ? undefined : await identifyProcess(child.pid);
  } finally {
    await log.close();
  }
}
