import { fold } from '../../../domain/text/fold.ts';
import { promptLine } from './prompt-line.ts';

/** A graph's schema as far as a model is shown it; a `QuerySchema` is one. */
export interface GraphOutline {
  readonly types: readonly { readonly name: string; readonly description: string; readonly count: number }[];
  readonly relations: readonly {
    readonly name: string;
    readonly domain: string;
    readonly range: string;
    readonly description: string;
    readonly count: number;
  }[];
}

/** Together at most 60 lines: beyond that a model overlooks what is in the middle, and each line is paid for. */
const MOST_TYPES = 20;
const MOST_RELATIONS = 36;
const LINE_CHARACTERS = 140;
const ALL_CHARACTERS = 6_000;

function mostFrequent<T extends { readonly count: number }>(items: readonly T[], limit: number): T[] {
  return items.toSorted((a, b) => b.count - a.count).slice(0, limit);
}

function described(head: string, description: string): string {
  return promptLine(description === '' ? head : `${head}: ${description}`, LINE_CHARACTERS);
}

function bounded(lines: readonly string[]): string {
  let length = 0;
  const fitting = lines.filter((line) => {
    length += line.length + 1;
    return length <= ALL_CHARACTERS;
  });
  return fitting.join('\n');
}

/**
 * Returns types and relations as at most 60 lines and 6,000 characters, the most frequent first, with how many were
 * left out.
 */
export function describeOutline({ types, relations }: GraphOutline): string {
  const left = (all: readonly unknown[], limit: number): string[] =>
    all.length > limit ? [`(${all.length - limit} rarer ones left out)`] : [];
  return bounded([
    'Types:',
    ...mostFrequent(types, MOST_TYPES).map(({ name, description }) => described(name, description)),
    ...left(types, MOST_TYPES),
    'Relations:',
    ...mostFrequent(relations, MOST_RELATIONS).map(({ name, domain, range, description }) =>
      described(`${domain} –${name}→ ${range}`, description),
    ),
    ...left(relations, MOST_RELATIONS),
  ]);
}

/** `worksFor`, `WORKS_FOR` and "works for" are one name. */
function looseName(name: string): string {
  const spaced = name.replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ').replaceAll(/[^\p{L}\p{N}]+/gu, ' ');
  return fold(spaced).trim();
}

/** Returns a function that gives the name as it stands in `names`, whatever its case and joints; undefined when it is none. */
export function createNameLookup(names: Iterable<string>): (said: string) => string | undefined {
  const known = new Map<string, string>();
  for (const name of names) if (!known.has(looseName(name))) known.set(looseName(name), name);
  return (said) => known.get(looseName(said));
}
