import { readFile } from 'node:fs/promises';
import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import { type CliIo, printLine } from '../../src/cli/io.ts';
import type { AskResponse } from '../../src/domain/api/ask.ts';

const DemoQuestionSchema = Type.Object({
  question: Type.String(),
  rung: Type.Enum(['qa', 'text', 'hybrid', 'none']),
  status: Type.Enum(['answered', 'insufficient_evidence']),
  /** Each must stand in the answer or the first citation; empty for a refusal. */
  expect: Type.Array(Type.String()),
  /** File that the first citation must name; absent for a refusal. */
  source: Type.Optional(Type.String()),
});

/** A question of the demo with what its answer must be. */
export type DemoQuestion = Static<typeof DemoQuestionSchema>;

/** Returns the six questions in `questions.json`. */
export async function readDemoQuestions(): Promise<readonly DemoQuestion[]> {
  const text = await readFile(new URL('questions.json', import.meta.url), 'utf8');
  return Value.Parse(Type.Array(DemoQuestionSchema), JSON.parse(text));
}

/** Returns what is wrong with an answer, in words; an empty list when it is as it should be. */
export function checkAnswer(answer: AskResponse, expected: DemoQuestion): string[] {
  const faults: string[] = [];
  if (answer.status !== expected.status) faults.push(`status is ${answer.status}, not ${expected.status}`);
  if (expected.status === 'answered' && answer.rung !== expected.rung) {
    faults.push(`rung is ${answer.rung}, not ${expected.rung}`);
  }
  const [first] = answer.citations;
  const shown = `${answer.answer}\n${first?.text ?? ''}`.toLowerCase();
  for (const words of expected.expect) {
    if (!shown.includes(words.toLowerCase())) faults.push(`"${words}" is missing`);
  }
  const uris = answer.citations.map(({ document }) => document?.uri ?? '');
  if (expected.source !== undefined && !uris.some((uri) => uri.endsWith(expected.source ?? ''))) {
    faults.push(`no citation of ${expected.source}`);
  }
  return faults;
}

/** Prints an answer with its rung, time, sources and paths. */
export function printAnswer(io: CliIo, answer: AskResponse, faults: readonly string[]): void {
  printLine(io, `\n? ${answer.question}`);
  printLine(io, `  ${answer.answer.replaceAll('\n', '\n  ')}`);
  printLine(
    io,
    `  — ${answer.status}, rung ${answer.rung}, ${answer.ms.toFixed(0)} ms, ${answer.modelCalls} model calls`,
  );
  for (const { number, document, entity, section, page, paths } of answer.citations) {
    const name = document?.title ?? entity?.name ?? '';
    const place = [section === '' ? undefined : section, page === undefined ? undefined : `page ${page}`]
      .filter((part) => part !== undefined)
      .join(', ');
    printLine(io, `  [${number}] ${name}${place === '' ? '' : ` — ${place}`}`);
    for (const path of paths ?? []) printLine(io, `      ${path.text}`);
  }
  for (const fault of faults) printLine(io, `  NOT AS IT SHOULD BE: ${fault}`);
}
