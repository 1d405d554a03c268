import { basename, resolve } from 'node:path';
import { Command } from 'commander';
import { TrellisError } from '../errors.ts';
import { DEFAULT_CLASSIFICATION } from '../ingest/metadata.ts';
import { splitList } from './flag-list.ts';
import { type Neo4jFlags, runNeo4j } from './import-neo4j.ts';
import { reportImport } from './import-report.ts';
import { runStark, type StarkFlags } from './import-stark.ts';
import { type CliIo, runCommand } from './io.ts';
import { withTrellis } from './open-trellis.ts';

interface ImportFlags extends StarkFlags, Neo4jFlags {
  readonly json?: boolean;
}

/**
 * `trellis import DIR`: loads a graph with texts on its nodes. `--neo4j` takes it from a database instead; `--stark`
 * writes an evaluation suite and loads nothing.
 */
export function importCommand(io: CliIo): Command {
  return new Command('import')
    .description('Load a knowledge graph: a folder with nodes.jsonl, edges.jsonl and schema.json')
    .argument('[dir]', 'folder of the graph')
    .option('--tenant <name>', 'tenant to load it into (TRELLIS_TENANT)')
    .option('--access <groups>', 'comma-separated groups that may read it; absent: everyone of the tenant')
    .option('--classification <name>', 'classification to file it under', DEFAULT_CLASSIFICATION)
    .option('--neo4j <mapping>', 'load from another Neo4j instead: a YAML file, or its address')
    .option('--plan', 'with --neo4j: print the mapping that would be used, and load nothing')
    .option('--stark <name>', 'write an evaluation suite from STaRK data instead: amazon, mag or prime')
    .option('--from <dir>', 'with --stark: folder of the downloaded data')
    .option('--out <suite>', 'with --stark: suite folder to write')
    .option('--split <name>', 'with --stark: test, test-0.1, val, train or human', 'test')
    .option('--python <program>', 'with --stark: Python 3.8 or newer', 'python3')
    .option('--json', 'print the report as JSON')
    .action((directory: string | undefined, flags: ImportFlags) => run(io, directory, flags));
}

function run(io: CliIo, directory: string | undefined, flags: ImportFlags): Promise<void> {
  const { stark, neo4j } = flags;
  const ways = [directory, stark, neo4j].filter((way) => way !== undefined);
  if (ways.length !== 1) {
    return runCommand(io, flags.json === true, async () => {
      throw new TrellisError('TRELLIS_CLI_USAGE', 'Name one of: the folder of a graph, --neo4j or --stark.');
    });
  }
  if (stark !== undefined) return runStark(io, flags);
  if (neo4j !== undefined) return runNeo4j(io, neo4j, flags);
  return runImport(io, directory ?? '', flags);
}

function runImport(io: CliIo, directory: string, flags: ImportFlags): Promise<void> {
  const json = flags.json === true;
  return withTrellis(io, json, (trellis) =>
    reportImport(io, basename(directory), json, (onProgress) =>
      trellis.import({
        directory: resolve(io.machine.workingDirectory, directory),
        tenant: flags.tenant ?? trellis.config.TRELLIS_TENANT,
        access: splitList(flags.access ?? ''),
        classification: flags.classification,
        signal: io.signal,
        onProgress,
      }),
    ),
  );
}
