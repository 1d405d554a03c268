import type { Static } from 'typebox';
import type { TraceStepSchema } from '../domain/api/ask.ts';
import type { Citation } from '../domain/api/citation.ts';

/** Longest quotation shown, in characters. */
const QUOTE_LENGTH = 240;

function where({ document, entity, section, page, nodeId }: Citation): string {
  if (entity !== undefined) return `${entity.name} (${entity.type})`;
  const parts = [document?.title ?? nodeId, section, page === undefined ? undefined : `p. ${page}`];
  return parts.filter((part) => part !== undefined && part !== '').join(' · ');
}

function quote(text: string): string {
  const line = text.replace(/\s+/gu, ' ').trim();
  return line.length <= QUOTE_LENGTH ? line : `${line.slice(0, QUOTE_LENGTH).replace(/\s+\S*$/u, '')} …`;
}

/** Returns the lines that show a source to people: number and place, the cited words, paths in words, problems. */
export function sourceLines(citation: Citation): string[] {
  const lines = [`  [${citation.number}] ${where(citation)}`];
  const words = quote(citation.text);
  if (words !== '') lines.push(`      “${words}”`);
  for (const path of citation.paths ?? []) lines.push(`      path: ${path.text}`);
  if (citation.document !== undefined) {
    lines.push(`      ${citation.document.uri} (version ${citation.document.version})`);
  }
  for (const problem of citation.problems) lines.push(`      ! ${problem.code}: ${problem.message}`);
  return lines;
}

/** Returns the lines that show a trace: one a step, with its data as JSON below. */
export function traceLines(steps: readonly Static<typeof TraceStepSchema>[]): string[] {
  return steps.flatMap(({ step, note, data }) => [
    `  ${step}: ${note}`,
    ...(data === undefined ? [] : [`    ${JSON.stringify(data)}`]),
  ]);
}
