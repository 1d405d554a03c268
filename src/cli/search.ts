import { Command } from 'commander';
import type { SearchResponse } from '../domain/api/search.ts';
import { readSettings } from '../settings.ts';
import { type CliIo, printJson, printLine } from './io.ts';
import { withTrellis } from './open-trellis.ts';
import { addQuestionFlags, type QuestionFlags, toRequest } from './question-flags.ts';
import { sourceLines, traceLines } from './show-sources.ts';

/** `trellis search QUESTION`: ranks passages or entities without answering. */
export function searchCommand(io: CliIo): Command {
  const command = new Command('search')
    .description('Rank passages or entities without answering')
    .argument('<question>', 'in plain words');
  return addQuestionFlags(command).action((question: string, flags: QuestionFlags) =>
    withTrellis(io, flags.json === true, async (trellis) => {
      const { config } = readSettings(io.machine);
      const response = await trellis.search(toRequest(question, flags, config), io.signal);
      if (flags.json === true) printJson(io, response);
      else for (const line of describe(response)) printLine(io, line);
    }),
  );
}

function describe({ results, pipeline, ms, trace }: SearchResponse): string[] {
  return [
    ...(results.length === 0 ? ['Nothing found.'] : results.flatMap(sourceLines)),
    '',
    ...(trace === undefined ? [] : ['Trace', ...traceLines(trace), '']),
    `${results.length} results by ${pipeline}, ${Math.round(ms)} ms`,
  ];
}
