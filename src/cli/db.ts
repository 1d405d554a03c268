import { spawn } from 'node:child_process';
import { Command } from 'commander';
import type { Config } from '../config.ts';
import { TrellisError } from '../errors.ts';
import type { Folders } from '../folders.ts';
import { readSettings } from '../settings.ts';
import {
  type EmbeddedProgress,
  type EmbeddedServer,
  type EmbeddedStatus,
  embeddedStatus,
  resetEmbedded,
  startEmbedded,
  stopEmbedded,
} from '../store/embedded/server.ts';
import { type CliIo, createProgress, printJson, printLine, printNote, runCommand } from './io.ts';

/** Settings and folders that every subcommand needs. */
interface Scene {
  readonly io: CliIo;
  readonly config: Config;
  readonly folders: Folders;
}

interface JsonFlag {
  readonly json: boolean;
}

function setScene(io: CliIo): Scene {
  return { io, ...readSettings(io.machine) };
}

/** A foreign server is its owner's to start, stop and empty. */
function refuseForeign({ config }: Scene, action: string): void {
  if (config.NEO4J_URI === '') return;
  throw new TrellisError(
    'TRELLIS_CLI_USAGE',
    `trellis db ${action} works on the embedded server only, and NEO4J_URI points to another one. ` +
      'Unset NEO4J_URI, or use that server’s own tools.',
    { details: { setting: 'NEO4J_URI', action } },
  );
}

/** Shows the steps of a start: a bar while files are counted, one line a step elsewhere. */
function showProgress(io: CliIo): { show(event: EmbeddedProgress): void; end(): void } {
  const bar = createProgress(io);
  let counting = '';
  let told = '';
  const end = () => {
    if (counting !== '') bar.stop();
    counting = '';
  };
  const show = ({ step, done, total }: EmbeddedProgress) => {
    if (counting !== '' && counting !== step) end();
    if (done !== undefined && total !== undefined && io.stderr.isTTY) {
      if (counting === '') bar.start(total, step);
      counting = step;
      bar.update(done);
    } else if (step !== told) printNote(io, `${step} …`);
    told = step;
  };
  return { show, end };
}

async function start(scene: Scene, verify: boolean): Promise<EmbeddedServer> {
  const progress = showProgress(scene.io);
  try {
    return await startEmbedded(scene.config, scene.folders, {
      onProgress: progress.show,
      signal: scene.io.signal,
      verify,
      environment: scene.io.machine.environment,
    });
  } finally {
    progress.end();
  }
}

/** The password stays in its file; only `trellis db browser` shows it. */
async function runStart(scene: Scene, options: JsonFlag & { readonly verify: boolean }): Promise<void> {
  refuseForeign(scene, 'start');
  const { password: _, ...server } = await start(scene, options.verify);
  if (options.json) return printJson(scene.io, server);
  printLine(scene.io, `Neo4j ${server.reused ? 'is already running' : 'is ready'} (process ${server.pid}).`);
  printLine(scene.io, `  Bolt     ${server.uri}`);
  printLine(scene.io, `  Browser  ${server.httpUrl}/browser/   (sign-in: trellis db browser)`);
}

async function runStop(scene: Scene, { json }: JsonFlag): Promise<void> {
  refuseForeign(scene, 'stop');
  const result = await stopEmbedded(scene.folders, { signal: scene.io.signal });
  if (json) return printJson(scene.io, { result });
  printLine(scene.io, result === 'stopped' ? 'Neo4j is stopped.' : 'Neo4j was not running.');
}

function describeStatus(status: EmbeddedStatus, folders: Folders): string[] {
  const lines: [string, string | number | undefined][] = [
    ['State', status.state],
    ['Version', status.version],
    ['Bolt', status.uri],
    ['Browser', status.httpUrl && `${status.httpUrl}/browser/`],
    ['Process', status.pid],
    ['Since', status.startedAt || undefined],
    ['Data', status.home ?? folders.data],
    ['Log', status.logFile],
  ];
  return lines.filter(([, value]) => value !== undefined).map(([name, value]) => `${name.padEnd(9)}${value}`);
}

async function runStatus(scene: Scene, { json }: JsonFlag): Promise<void> {
  if (scene.config.NEO4J_URI !== '') {
    if (json) return printJson(scene.io, { state: 'external' });
    return printLine(scene.io, 'NEO4J_URI is set: Trellis uses that server.');
  }
  const status = await embeddedStatus(scene.folders);
  if (json) return printJson(scene.io, status);
  for (const line of describeStatus(status, scene.folders)) printLine(scene.io, line);
  if (status.state === 'stale') printLine(scene.io, 'It ended without a stop; trellis db start cleans up.');
}

async function runReset(scene: Scene, options: JsonFlag & { readonly yes: boolean }): Promise<void> {
  refuseForeign(scene, 'reset');
  if (!options.yes) {
    throw new TrellisError(
      'TRELLIS_CLI_USAGE',
      `trellis db reset removes the whole database under ${scene.folders.data} for good. Say so: trellis db reset --yes.`,
    );
  }
  const removed = await resetEmbedded(scene.folders);
  if (options.json) return printJson(scene.io, { removed: removed ?? null });
  printLine(scene.io, removed === undefined ? 'There was no database.' : `Removed ${removed}.`);
}

const OPENERS: Readonly<Record<string, readonly string[]>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', ''],
};

/** Resolves with whether a desktop's opener took the address; a machine without one is no failure. */
function openAddress({ machine }: CliIo, address: string): Promise<boolean> {
  const desktop = machine.environment['DISPLAY'] || machine.environment['WAYLAND_DISPLAY'];
  const opener = OPENERS[machine.platform] ?? (desktop ? ['xdg-open'] : []);
  const [executable, ...parameters] = opener;
  if (executable === undefined) return Promise.resolve(false);
  return new Promise((resolve) => {
    const child = spawn(executable, [...parameters, address], {
      detached: true,
      stdio: 'ignore',
      env: machine.environment,
    });
    child.once('error', () => resolve(false));
    child.once('spawn', () => {
      child.unref();
      resolve(true);
    });
  });
}

async function runBrowser(scene: Scene, options: JsonFlag & { readonly open: boolean }): Promise<void> {
  refuseForeign(scene, 'browser');
  const { uri, user, password, httpUrl } = await start(scene, false);
  const connect = encodeURIComponent(`${uri.replace('bolt://', `bolt://${user}@`)}`);
  const address = `${httpUrl}/browser/?connectURL=${connect}`;
  const opened = options.open && !options.json ? await openAddress(scene.io, address) : false;
  if (options.json) return printJson(scene.io, { address, uri, user, password });
  printLine(scene.io, `Neo4j Browser  ${address}${opened ? '   (opened)' : ''}`);
  printLine(scene.io, `  Connect to   ${uri}`);
  printLine(scene.io, `  User         ${user}`);
  printLine(scene.io, `  Password     ${password}`);
}

/**
 * Returns `trellis db` with its subcommands start, stop, status, reset and browser, each with `--json`. Usage faults
 * (exit code 2): one of them but status while NEO4J_URI is set, reset without `--yes`.
 */
export function dbCommand(io: CliIo): Command {
  const command = new Command('db').description('the embedded Neo4j of this project');
  const add = <O extends JsonFlag>(
    name: string,
    description: string,
    run: (scene: Scene, o: O) => Promise<void>,
  ) =>
    command
      .command(name)
      .description(description)
      .option('--json', 'print one JSON object', false)
      .action((options: O) => runCommand(io, options.json, () => run(setScene(io), options)));
  add('start', 'start it, or say where it runs; fetched once when missing', runStart).option(
    '--verify',
    'compare the hash of every file first and mend damaged ones',
    false,
  );
  add('stop', 'stop it', runStop);
  add('status', 'say whether it runs, where, and where its data and log are', runStatus);
  add('reset', 'stop it and remove its database for good', runReset).option('--yes', 'really do so', false);
  add('browser', 'start it and open Neo4j Browser, with the sign-in data', runBrowser).option(
    '--no-open',
    'print the address only',
  );
  return command;
}
