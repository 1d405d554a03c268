import { Command } from 'commander';
import type { AskResponse } from '../domain/api/ask.ts';
import { readSettings } from '../settings.ts';
import { type CliIo, printJson, printLine } from './io.ts';
import { withTrellis } from './open-trellis.ts';
import { addQuestionFlags, type QuestionFlags, toRequest } from './question-flags.ts';
import { sourceLines, traceLines } from './show-sources.ts';

/** `trellis ask QUESTION`: answers with numbered sources. */
export function askCommand(io: CliIo): Command {
  const command = new Command('ask')
    .description('Answer a question with numbered sources')
    .argument('<question>', 'in plain words');
  return addQuestionFlags(command).action((question: string, flags: QuestionFlags) =>
    withTrellis(io, flags.json === true, async (trellis) => {
      const { config } = readSettings(io.machine);
      const response = await trellis.ask(toRequest(question, flags, config), io.signal);
      if (flags.json === true) printJson(io, response);
      else for (const line of describe(response)) printLine(io, line);
    }),
  );
}

function describe({ answer, citations, status, rung, modelCalls, ms, trace }: AskResponse): string[] {
  const calls = modelCalls === 0 ? 'no model call' : `${modelCalls} model calls`;
  const how = status === 'answered' ? `answered by ${rung}` : status.replaceAll('_', ' ');
  return [
    answer,
    '',
    ...(citations.length === 0 ? [] : ['Sources', ...citations.flatMap(sourceLines), '']),
    ...(trace === undefined ? [] : ['Trace', ...traceLines(trace), '']),
    `${how}, ${calls}, ${Math.round(ms)} ms`,
  ];
}
