import { resolve } from 'node:path';
import { Command } from 'commander';
import type { IngestReport, IngestResult } from '../domain/api/documents.ts';
import type { IngestOptions } from '../ingest/services.ts';
import { readSettings } from '../settings.ts';
import { splitList } from './flag-list.ts';
import { type CliIo, createProgress, type Progress, printJson, printLine, printNote } from './io.ts';
import { withTrellis } from './open-trellis.ts';

interface IngestFlags {
  readonly tenant?: string;
  readonly classification?: string;
  readonly tags?: string;
  readonly access?: string;
  readonly reprocess?: boolean;
  readonly json?: boolean;
}

/** `trellis ingest PATH…`: takes files, folders and globs into the graph. Exit code 1 when any file failed. */
export function ingestCommand(io: CliIo): Command {
  return new Command('ingest')
    .description('Take PDF, Markdown, HTML and text files into the graph')
    .argument('<path...>', 'files, folders (with all below them) or globs')
    .option('--tenant <name>', 'tenant to file them under (TRELLIS_TENANT)')
    .option('--classification <name>', 'classification; goes before front matter and .trellis.yaml')
    .option('--tags <list>', 'comma-separated tags')
    .option('--access <groups>', 'comma-separated groups that may read them; absent: everyone of the tenant')
    .option('--reprocess', 'work on documents again that are known already')
    .option('--json', 'print the report as JSON')
    .action((paths: readonly string[], flags: IngestFlags) => runIngest(io, paths, flags));
}

function runIngest(io: CliIo, paths: readonly string[], flags: IngestFlags): Promise<void> {
  const json = flags.json === true;
  return withTrellis(io, json, async (trellis) => {
    const { config } = readSettings(io.machine);
    const progress = createProgress(io);
    const absolute = paths.map((path) => resolve(io.machine.workingDirectory, path));
    let report: IngestReport;
    try {
      report = await trellis.ingest.paths(absolute, toOptions(io, flags, config.TRELLIS_TENANT, progress));
    } finally {
      progress.stop();
    }
    if (json) printJson(io, report);
    else for (const line of describe(report)) printLine(io, line);
    if (report.totals.failed > 0) io.setExitCode(1);
  });
}

function toOptions(io: CliIo, flags: IngestFlags, tenant: string, progress: Progress): IngestOptions {
  const { classification, tags, access } = flags;
  let started = false;
  return {
    tenant: flags.tenant ?? tenant,
    reprocess: flags.reprocess === true,
    signal: io.signal,
    ...(classification === undefined ? {} : { classification }),
    ...(tags === undefined ? {} : { tags: splitList(tags) }),
    ...(access === undefined ? {} : { access: splitList(access) }),
    onNote: (note) => printNote(io, note),
    onProgress: (done, total, uri) => {
      if (!started) progress.start(total, '');
      started = true;
      progress.update(done, uri.split('/').at(-1) ?? uri);
    },
  };
}

function describeResult(result: IngestResult): string[] {
  const { uri, status, documentId, version, chunks, entities, relations, qaPairs, problems, error } = result;
  if (error !== undefined) return [`failed     ${uri}`, `           ${error.code}: ${error.message}`];
  const made = `${chunks} chunks, ${entities} entities, ${relations} relations, ${qaPairs} QA pairs`;
  return [
    `${status.padEnd(10)} ${uri} (${documentId} v${version}: ${made})`,
    ...problems.map(
      ({ code, message, page }) =>
        `           ${page === undefined ? '' : `page ${page}: `}${code}: ${message}`,
    ),
  ];
}

function describe({ results, totals, ms }: IngestReport): string[] {
  const counts = Object.entries(totals).filter(([, count]) => count > 0);
  const summary = counts.map(([status, count]) => `${count} ${status}`).join(', ');
  return [
    ...results.flatMap(describeResult),
    `${summary === '' ? 'Nothing to take' : summary} in ${(ms / 1000).toFixed(1)} s.`,
  ];
}
