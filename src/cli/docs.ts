import { Command } from 'commander';
import type { Reader } from '../domain/access.ts';
import type { DeleteResult, DocumentDetail, DocumentSummary } from '../domain/api/documents.ts';
import { TrellisError } from '../errors.ts';
import { readSettings } from '../settings.ts';
import { splitList } from './flag-list.ts';
import { type CliIo, printJson, printLine } from './io.ts';
import { withTrellis } from './open-trellis.ts';

interface ReaderFlags {
  readonly tenant?: string;
  readonly groups?: string;
  readonly json?: boolean;
}

interface ListFlags extends ReaderFlags {
  readonly limit: string;
  readonly cursor?: string;
}

const MOST_LISTED = 1000;

/** `trellis docs list|show|delete`: the documents of a tenant, as owner or as a reader of `--groups`. */
export function docsCommand(io: CliIo): Command {
  const command = new Command('docs').description('List, show and delete documents');
  command.addCommand(
    withReader(new Command('list').description('List the documents, by title'))
      .option('--limit <number>', 'most documents to list (1 to 1000)', '100')
      .option('--cursor <text>', 'go on where a list ended (its nextCursor)')
      .action((flags: ListFlags) => runList(io, flags)),
  );
  command.addCommand(
    withReader(new Command('show').description('Show a document with its chunks and what was found in it'))
      .argument('<id>', 'document id')
      .action((id: string, flags: ReaderFlags) => runShow(io, id, flags)),
  );
  command.addCommand(
    withReader(new Command('delete').description('Delete a document and every fact that only it states'))
      .argument('<id>', 'document id')
      .action((id: string, flags: ReaderFlags) => runDelete(io, id, flags)),
  );
  return command;
}

function withReader(command: Command): Command {
  return command
    .option('--tenant <name>', 'tenant to look in (TRELLIS_TENANT)')
    .option('--groups <list>', 'read as a member of these comma-separated groups; absent: as owner')
    .option('--json', 'print JSON');
}

function readerOf(io: CliIo, { tenant, groups }: ReaderFlags): Reader {
  const { config } = readSettings(io.machine);
  return {
    tenant: tenant ?? config.TRELLIS_TENANT,
    groups: groups === undefined ? 'all' : splitList(groups),
  };
}

function readLimit(text: string): number {
  const limit = Number(text);
  if (Number.isInteger(limit) && limit >= 1 && limit <= MOST_LISTED) return limit;
  throw new TrellisError('TRELLIS_CLI_USAGE', `--limit must be a whole number from 1 to ${MOST_LISTED}.`);
}

function runList(io: CliIo, flags: ListFlags): Promise<void> {
  return withTrellis(io, flags.json === true, async (trellis) => {
    const { cursor } = flags;
    const page = { limit: readLimit(flags.limit), ...(cursor === undefined ? {} : { cursor }) };
    const list = await trellis.documents.list(readerOf(io, flags), page);
    if (flags.json === true) return printJson(io, list);
    for (const document of list.documents) printLine(io, describeSummary(document));
    if (list.documents.length === 0) printLine(io, 'No documents.');
    if (list.nextCursor !== undefined) printLine(io, `More with --cursor ${list.nextCursor}`);
  });
}

function runShow(io: CliIo, id: string, flags: ReaderFlags): Promise<void> {
  return withTrellis(io, flags.json === true, async (trellis) => {
    const detail = await trellis.documents.show(readerOf(io, flags), id);
    if (flags.json === true) printJson(io, detail);
    else for (const line of describeDetail(detail)) printLine(io, line);
  });
}

function runDelete(io: CliIo, id: string, flags: ReaderFlags): Promise<void> {
  return withTrellis(io, flags.json === true, async (trellis) => {
    const result = await trellis.documents.delete(readerOf(io, flags), id);
    if (flags.json === true) printJson(io, result);
    else printLine(io, describeDelete(result));
  });
}

function describeSummary({
  id,
  version,
  title,
  uris,
  pageCount,
  chunkCount,
  problems,
}: DocumentSummary): string {
  const trouble = problems.length === 0 ? '' : `, ${problems.length} problems`;
  return `${id} v${version}  ${title}  (${pageCount} pages, ${chunkCount} chunks${trouble})  ${uris.join(' ')}`;
}

function describeDetail({ document, pages, chunks, summary, entities, qaPairs }: DocumentDetail): string[] {
  const rights = document.access.length === 0 ? 'everyone' : document.access.join(', ');
  const problems = [...document.problems, ...pages.flatMap((page) => page.problems)];
  return [
    describeSummary(document),
    `${document.mime}, ${document.language}, ${document.classification}, readers: ${rights}, tags: ${document.tags.join(', ') || 'none'}`,
    ...problems.map(
      ({ code, message, page }) => `! ${page === undefined ? '' : `page ${page}: `}${code}: ${message}`,
    ),
    ...(summary === '' ? [] : ['', summary]),
    '',
    ...chunks.map(
      ({ kind, section, pageStart, tokens, text }) =>
        `[${kind}, p. ${pageStart}, ${tokens} tokens] ${section === '' ? '' : `${section}: `}${text.slice(0, 100).replace(/\s+/g, ' ')}`,
    ),
    '',
    `Entities: ${entities.map(({ name, mentions }) => `${name} (${mentions})`).join(', ') || 'none'}`,
    ...qaPairs.map(({ question, answer }) => `Q: ${question}  A: ${answer}`),
  ];
}

function describeDelete({ id, deleted }: DeleteResult): string {
  const { chunks, summaries, qaPairs, entities, relations } = deleted;
  return `Deleted ${id}: ${chunks} chunks, ${summaries} summaries, ${qaPairs} QA pairs, ${entities} entities, ${relations} relations.`;
}
