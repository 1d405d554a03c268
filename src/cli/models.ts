import { Command } from 'commander';
import type { Config } from '../config.ts';
import type { Folders } from '../folders.ts';
import { checkModels, type ModelCheck } from '../models/check-models.ts';
import { createEmbeddings } from '../models/embeddings.ts';
import { listModels, type ModelEntry } from '../models/list-models.ts';
import { readSettings } from '../settings.ts';
import { type CliIo, createProgress, printJson, printLine, runCommand } from './io.ts';
import { addReembedCommand } from './models-reembed.ts';
import { openForReembed } from './open-trellis.ts';

interface JsonFlag {
  readonly json: boolean;
}

interface Scene {
  readonly io: CliIo;
  readonly config: Config;
  readonly folders: Folders;
}

/** Returns `trellis models`: which models the settings name, fetching them, and whether they work. */
export function modelsCommand(io: CliIo): Command {
  const command = new Command('models').description('List, fetch and check models; re-embed the graph');
  const run = (json: boolean, body: (scene: Scene) => Promise<void>) =>
    runCommand(io, json, () => body({ io, ...readSettings(io.machine) }));
  command
    .command('list')
    .description('Show the models that the settings name and what is on this machine')
    .option('--json', 'print one JSON object', false)
    .action(({ json }: JsonFlag) => run(json, (scene) => runList(scene, json)));
  command
    .command('fetch')
    .description('Fetch the embedding model into the per-user cache, unless it is there')
    .option('--json', 'print one JSON object', false)
    .action(({ json }: JsonFlag) => run(json, (scene) => runFetch(scene, json)));
  command
    .command('check')
    .description('Use each model once and say whether it works; a chat model is called once or twice')
    .option('--json', 'print one JSON object', false)
    .action(({ json }: JsonFlag) => run(json, (scene) => runCheck(scene, json)));
  addReembedCommand(command, io, () => openForReembed(io));
  return command;
}

async function runList({ io, config, folders }: Scene, json: boolean): Promise<void> {
  const models = await listModels(config, folders);
  if (json) return printJson(io, { models });
  for (const model of models) printLine(io, describeEntry(model));
}

function describeEntry({ role, provider, name, state, location }: ModelEntry): string {
  const place = location === undefined ? '' : `  ${location}`;
  return `${role.padEnd(10)} ${provider.padEnd(7)} ${name}  (${state})${place}`;
}

async function runFetch({ io, config, folders }: Scene, json: boolean): Promise<void> {
  const bar = createProgress(io);
  let shown = '';
  const onProgress = (done: number, total: number, label: string) => {
    if (label !== shown) {
      if (shown !== '') bar.stop();
      bar.start(total, label);
      shown = label;
    }
    bar.update(done, label);
  };
  try {
    const embeddings = await createEmbeddings(config, folders, { onProgress, signal: io.signal });
    const { id, dimensions, maxTokens } = embeddings;
    await embeddings.close();
    if (json) printJson(io, { id, dimensions, maxTokens });
    else printLine(io, `The embedding model ${id} is ready: ${dimensions} dimensions, ${maxTokens} tokens.`);
  } finally {
    if (shown !== '') bar.stop();
  }
}

async function runCheck({ io, config, folders }: Scene, json: boolean): Promise<void> {
  const checks = await checkModels(config, folders, { signal: io.signal });
  if (checks.some(({ error }) => error !== undefined)) io.setExitCode(1);
  if (json) return printJson(io, { checks });
  for (const check of checks) printLine(io, describeCheck(check));
}

function describeCheck({ role, id, ms, error }: ModelCheck): string {
  if (error !== undefined) return `${role.padEnd(10)} failed  ${error.code}: ${error.message}`;
  return `${role.padEnd(10)} works   ${id}  ${ms} ms`;
}
