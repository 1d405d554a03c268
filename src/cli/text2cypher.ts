import { Command } from 'commander';
import type { CypherAnswer } from '../domain/api/cypher.ts';
import { splitList } from './flag-list.ts';
import { type CliIo, printJson, printLine } from './io.ts';
import { withTrellis } from './open-trellis.ts';

interface Flags {
  readonly tenant?: string;
  readonly groups?: string;
  readonly json?: boolean;
}

/** `trellis text2cypher QUESTION`: a chat model writes a statement over the imported graphs; its rows are printed. */
export function text2cypherCommand(io: CliIo): Command {
  return new Command('text2cypher')
    .description('Let a chat model write a read-only Cypher statement over imported graphs, and run it')
    .argument('<question>', 'in plain words')
    .option('--tenant <name>', 'tenant to ask in (TRELLIS_TENANT)')
    .option('--groups <list>', 'ask as a reader of these comma-separated groups; absent: as owner')
    .option('--json', 'print statement and rows as JSON')
    .action((question: string, flags: Flags) =>
      withTrellis(io, flags.json === true, async (trellis) => {
        const { tenant = trellis.config.TRELLIS_TENANT, groups } = flags;
        const reader = { tenant, groups: groups === undefined ? ('all' as const) : splitList(groups) };
        const answer = await trellis.textToCypher(question, reader, io.signal);
        if (flags.json === true) printJson(io, answer);
        else for (const line of describe(answer)) printLine(io, line);
      }),
    );
}

function describe({ cypher, rows, modelCalls }: CypherAnswer): string[] {
  const shown = rows.map((row) =>
    Object.entries(row)
      .map(([key, value]) => `${key}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
      .join('  '),
  );
  return [
    cypher,
    '',
    ...(shown.length === 0 ? ['No rows.'] : shown),
    '',
    `${rows.length} rows, ${modelCalls} model calls`,
  ];
}
