import { basename, resolve } from 'node:path';
import { Command } from 'commander';
import type { ImportReport } from '../domain/api/import.ts';
import { TrellisError } from '../errors.ts';
import { DEFAULT_CLASSIFICATION } from '../ingest/metadata.ts';
import { readSettings } from '../settings.ts';
import { runStark, type StarkFlags } from './import-stark.ts';
import { type CliIo, createProgress, printJson, printLine, runCommand } from './io.ts';
import { withTrellis } from './open-trellis.ts';

interface ImportFlags extends StarkFlags {
  readonly tenant?: string;
  readonly access?: string;
  readonly classification: string;
}

const LABELS = {
  check: 'checking rows',
  nodes: 'nodes',
  edges: 'edges',
  activate: 'making visible',
} as const;

/** `trellis import DIR`: loads a graph with texts on its nodes. With `--stark` it writes an evaluation suite instead. */
export function importCommand(io: CliIo): Command {
  return new Command('import')
    .description('Load a knowledge graph: a folder with nodes.jsonl, edges.jsonl and schema.json')
    .argument('[dir]', 'folder of the graph')
    .option('--stark <name>', 'write an evaluation suite from STaRK data instead: amazon, mag or prime')
    .option('--from <dir>', 'with --stark: folder of the downloaded data')
    .option('--out <suite>', 'with --stark: suite folder to write')
    .option('--split <name>', 'with --stark: test, test-0.1, val, train or human', 'test')
    .option('--python <program>', 'with --stark: Python 3.8 or newer', 'python3')
    .option('--tenant <name>', 'tenant to load it into (TRELLIS_TENANT)')
    .option('--access <groups>', 'comma-separated groups that may read it; absent: everyone of the tenant')
    .option('--classification <name>', 'classification to file it under', DEFAULT_CLASSIFICATION)
    .option('--json', 'print the report as JSON')
    .action((directory: string | undefined, flags: ImportFlags) => run(io, directory, flags));
}

function run(io: CliIo, directory: string | undefined, flags: ImportFlags): Promise<void> {
  if (flags.stark !== undefined) return runStark(io, flags);
  if (directory !== undefined) return runImport(io, directory, flags);
  return runCommand(io, flags.json === true, async () => {
    throw new TrellisError('TRELLIS_CLI_USAGE', 'Name the folder of a graph, or use --stark.');
  });
}

function runImport(io: CliIo, directory: string, flags: ImportFlags): Promise<void> {
  return withTrellis(io, flags.json === true, async (trellis) => {
    const { config } = readSettings(io.machine);
    const progress = createProgress(io);
    let phase = '';
    try {
      const report = await trellis.import({
        directory: resolve(io.machine.workingDirectory, directory),
        tenant: flags.tenant ?? config.TRELLIS_TENANT,
        access: groupsOf(flags.access),
        classification: flags.classification,
        signal: io.signal,
        onProgress: (now, done, total) => {
          if (now !== phase) progress.start(total, `${basename(directory)}: ${LABELS[now]}`);
          phase = now;
          progress.update(done);
        },
      });
      progress.stop();
      if (flags.json === true) printJson(io, report);
      else for (const line of describe(report)) printLine(io, line);
    } finally {
      progress.stop();
    }
  });
}

function groupsOf(flag: string | undefined): string[] {
  return (flag ?? '')
    .split(',')
    .map((group) => group.trim())
    .filter((group) => group !== '');
}

function describe({ source, status, nodes, edges, names, windows, ms }: ImportReport): string[] {
  if (status === 'unchanged') {
    return [`${source}: unchanged (${nodes.unchanged} nodes, ${edges.unchanged} edges are there already).`];
  }
  return [
    `${source}: ${status} in ${(ms / 1000).toFixed(1)} s.`,
    `  nodes: ${nodes.created} created, ${nodes.updated} updated, ${nodes.removed} removed, ${nodes.unchanged} unchanged`,
    `  edges: ${edges.created} created, ${edges.removed} removed, ${edges.unchanged} unchanged`,
    `  names written: ${names}; texts embedded: ${windows}`,
  ];
}
