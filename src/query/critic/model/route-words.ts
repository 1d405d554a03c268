import type { RouteInWords } from './example-files.ts';
import { promptLine } from './prompt-line.ts';

const LINE_CHARACTERS = 240;
const FOUND = 3;

const listed = (items: readonly string[]): string => (items.length === 0 ? 'none' : items.join('; '));

/** Returns a route and what it found as a few bounded lines: examples and questions look the same to the model. */
export function describeRoute({ entities, relations, type, module, found }: RouteInWords): string {
  return [
    `Entities: ${listed(entities)}`,
    `Relations: ${listed(relations)}`,
    `Answer type: ${type === '' ? 'any' : type}`,
    `Module: ${module}`,
    ...(found.length === 0 ? ['Found: nothing'] : found.slice(0, FOUND).map((path) => `Found: ${path}`)),
  ]
    .map((line) => promptLine(line, LINE_CHARACTERS))
    .join('\n');
}
