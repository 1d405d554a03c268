import type { ChunkReading } from './chunk-reading.ts';

/** A term that the text defines, with its definition where it stands in the same sentence. */
export interface DefinedTerm {
  readonly term: string;
  readonly span: readonly [number, number];
  /** Characters of the definition; null when the term only names what stands before it. */
  readonly definition: readonly [number, number] | null;
}

const NAMED =
  /\((?:(?:each|collectively|together|hereinafter|hereafter|en adelante|en lo sucesivo)[, ]*)*(?:the |an? |el |la |los |las )?["“«](?<term>\p{L}[^"“”«»()\n]{1,60})["”»]\)/giu;

const MEANS =
  /(?:^|\n|[.;] )(?<lead>(?:\d+(?:\.\d+)*[.)]? |\([a-z]\) )?)["“«]?(?<term>\p{Lu}[\p{L}\p{N}’' -]{1,60}?)["”»]? (?:means|shall mean|has the meaning of|refers to|significa|se entiende|se refiere a) (?<definition>[^\n;]{8,400}?)(?=\.(?:\s|$)|[;\n]|$)/gu;

function spanIn(match: RegExpExecArray | RegExpMatchArray, part: string): readonly [number, number] {
  const start = (match.index ?? 0) + match[0].indexOf(part);
  return [start, start + part.length];
}

/** Returns the terms that a chunk defines: `(the "Adviser")`, `"Fee" means …`, `«Cliente» significa …`. */
export function definedTerms({ text }: ChunkReading): DefinedTerm[] {
  const named = [...text.matchAll(NAMED)].map((match) => {
    const term = match.groups?.['term'] ?? '';
    return { term, span: spanIn(match, term), definition: null };
  });
  const meant = [...text.matchAll(MEANS)].map((match) => {
    const term = match.groups?.['term'] ?? '';
    const definition = match.groups?.['definition'] ?? '';
    const end = match.index + match[0].length;
    return { term, span: spanIn(match, term), definition: [end - definition.length, end] as const };
  });
  return [...named, ...meant];
}
