import { TrellisError } from '../errors.ts';

/**
 * Returns the text without the reasoning that some models put in front (`<think>…</think>`), trimmed.
 * Empty when the reasoning has no end: the answer was cut before it began.
 */
export function stripThinking(text: string): string {
  const trimmed = text.replace(/^\uFEFF/, '').trim();
  if (!/^<think(ing)?>/i.test(trimmed)) return trimmed;
  const end = /<\/think(ing)?>/i.exec(trimmed);
  return end === null ? '' : stripThinking(trimmed.slice(end.index + end[0].length));
}

/** Brackets tried in one answer: a model that is stuck on one of them must not hold us up. */
const MAX_ATTEMPTS = 200;

/**
 * Returns the JSON object or array that a model's answer holds: the whole text, else the content of a code fence, else
 * the longest complete one anywhere in it (so not the `[1]` of a citation). Reasoning in front, prose around and commas
 * before a closing bracket are forgiven; nothing else is. Throws `TRELLIS_MODEL_OUTPUT_INVALID` with `details.reason`
 * `empty`, `cut` (one was begun and not finished) or `no_json`.
 */
export function parseModelJson(text: string): object {
  const answer = stripThinking(text);
  if (answer === '') throw unreadable('empty', 'is empty');
  const value = parseLeniently(answer) ?? parseFenced(answer) ?? parseLongest(answer);
  if (value !== undefined) return value;
  if (endsOpen(answer)) throw unreadable('cut', 'breaks off in the middle of the JSON');
  throw unreadable('no_json', 'holds no JSON');
}

function parseFenced(answer: string): object | undefined {
  for (const [, fenced] of answer.matchAll(/```[\w-]*[ \t]*\r?\n([\s\S]*?)```/g)) {
    const value = parseLeniently((fenced ?? '').trim());
    if (value !== undefined) return value;
  }
  return undefined;
}

function parseLongest(answer: string): object | undefined {
  let best: { readonly value: object; readonly length: number } | undefined;
  let start = nextOpening(answer, 0);
  for (let attempt = 0; start >= 0 && attempt < MAX_ATTEMPTS; attempt += 1) {
    const end = closingIndex(answer, start);
    const value = end < 0 ? undefined : parseLeniently(answer.slice(start, end + 1));
    const length = end + 1 - start;
    if (value !== undefined && length > (best?.length ?? 0)) best = { value, length };
    start = nextOpening(answer, value === undefined ? start + 1 : end + 1);
  }
  return best?.value;
}

function nextOpening(text: string, from: number): number {
  const pattern = /[{[]/g;
  pattern.lastIndex = from;
  return pattern.exec(text)?.index ?? -1;
}

/** Index of the bracket that closes the one at `start`, strings skipped; -1 when there is none. */
function closingIndex(text: string, start: number): number {
  let depth = 0;
  let inString = false;
  for (let i = start; i < text.length; i += 1) {
    const character = text[i];
    if (inString) {
      if (character === '\\') i += 1;
      else if (character === '"') inString = false;
    } else if (character === '"') inString = true;
    else if (character === '{' || character === '[') depth += 1;
    else if (character === '}' || character === ']') {
      depth -= 1;
      if (depth === 0) return i;
    }
  }
  return -1;
}

/** Undefined when it is no JSON. A scalar counts as prose: nothing is asked for that is one. */
function parseLeniently(text: string): object | undefined {
  for (const attempt of [text, dropTrailingCommas(text)]) {
    try {
      const value: unknown = JSON.parse(attempt);
      if (typeof value === 'object' && value !== null) return value;
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
    }
  }
  return undefined;
}

/** Commas before a closing bracket, outside of strings. */
function dropTrailingCommas(text: string): string {
  return text.replaceAll(/("(?:[^"\\]|\\.)*")|,(?=\s*[}\]])/g, (_, string?: string) => string ?? '');
}

/** Whether the last object or array that starts a line or the text never ends. */
function endsOpen(answer: string): boolean {
  const start = answer.search(/(^|\n|```[\w-]*\s)\s*[{[]/);
  return start >= 0 && closingIndex(answer, nextOpening(answer, start)) < 0;
}

function unreadable(reason: string, what: string): TrellisError {
  return new TrellisError(
    'TRELLIS_MODEL_OUTPUT_INVALID',
    `The model's answer ${what}. A larger model or more output tokens may help.`,
    { details: { reason } },
  );
}
