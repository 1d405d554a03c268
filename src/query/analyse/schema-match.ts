import { fold } from '../../domain/text/fold.ts';
import type { QueryRelation, QuerySchema, QueryType } from '../graph/query-schema.ts';
import type { WordMatch } from './align-name.ts';
import { questionWords, type Word } from './question-words.ts';
import { type FamilyKind, familyRelation } from './word-families.ts';
import { wordAgreement } from './word-match.ts';

/** A word under which a type or relation is spoken of. */
interface Cue {
  readonly word: Word;
  /** 0 to 1. */
  readonly strength: number;
}

/** A word of the question that means a type or relation. */
export interface SchemaMatch extends WordMatch {
  /** It names the relation seen from its other end. */
  readonly inverse: boolean;
}

/** How the words of a question speak of a schema. */
export interface SchemaMatches {
  /** Type → words of the question that mean it. */
  readonly types: ReadonlyMap<string, readonly SchemaMatch[]>;
  /** Relation → words of the question that mean it. */
  readonly relations: ReadonlyMap<string, readonly SchemaMatch[]>;
}

const FAMILY_STRENGTH = 0.7;
const MIN_QUALITY = 0.25;
const spaced = (name: string): string =>
  name.replaceAll(/[_\W]+/gu, ' ').replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ');
const telling = (text: string): Word[] => questionWords(text, 'en').filter((word) => word.content);

/** The first words of a description say what a thing is; what follows a preposition describes it further. */
function headOf(description: string): string {
  return description.split(/[(),;:]|\b(?:with|of|that|which|named|used|by|for|in|as)\b/u)[0] ?? description;
}

function initialsOf(name: string): string {
  const words = spaced(name)
    .split(' ')
    .filter((word) => word !== '');
  return words.length < 2 ? '' : words.map((word) => word[0] ?? '').join('');
}

/** Words that end at least this share of a type's names stand for the type ("… syndrome"). */
const HEAD_WORD_SHARE = 0.03;
/** … unless names of other types hold them nearly as often. */
const HEAD_WORD_LEAD = 4;

function headWordCues(type: QueryType, others: readonly QueryType[]): Cue[] {
  const counts = new Map<string, { word: Word; count: number }>();
  for (const name of type.names) {
    const head = telling(name.split(/[,:(]/u)[0] ?? name).at(-1);
    if (head === undefined || head.normal.length < 3 || /\d/u.test(head.normal)) continue;
    const key = head.variants[0] ?? head.normal;
    const entry = counts.get(key) ?? { word: head, count: 0 };
    entry.count += 1;
    counts.set(key, entry);
  }
  const elsewhere = (word: Word): number =>
    Math.max(
      0,
      ...others.map(({ names }) => {
        const held = names.filter((name) => fold(name).includes(word.normal)).length;
        return names.length === 0 ? 0 : held / names.length;
      }),
    );
  return [...counts.values()]
    .map(({ word, count }) => ({ word, share: count / Math.max(1, type.names.length) }))
    .filter(({ word, share }) => share >= HEAD_WORD_SHARE && share >= HEAD_WORD_LEAD * elsewhere(word))
    .map(({ word }) => ({ word, strength: 0.5 }));
}

/** One word of a name of several says only part of it. */
const PART_STRENGTH = 0.6;

function typeCues(type: QueryType, others: readonly QueryType[]): Cue[] {
  const initials = initialsOf(type.name);
  const name = telling(spaced(type.name));
  return [
    ...name.map((word) => ({ word, strength: name.length > 1 ? PART_STRENGTH : 1 })),
    ...(initials === '' ? [] : telling(initials.toUpperCase()).map((word) => ({ word, strength: 1 }))),
    ...telling(headOf(type.description)).map((word) => ({ word, strength: 0.8 })),
    ...telling(type.description).map((word) => ({ word, strength: 0.4 })),
    ...(type.personShare > 0.5 ? telling('person') : []).map((word) => ({ word, strength: 0.9 })),
    ...headWordCues(type, others),
  ];
}

function relationCues(relation: QueryRelation): Cue[] {
  return [
    ...telling(spaced(relation.name)).map((word) => ({ word, strength: 1 })),
    ...telling(relation.description).map((word) => ({ word, strength: 0.6 })),
  ];
}

function cueAgreement(kind: FamilyKind, word: Word, cue: Cue): { quality: number; inverse: boolean } {
  const direct = wordAgreement(word, cue.word);
  if (direct > 0) return { quality: direct * cue.strength, inverse: false };
  const own = [word.normal, ...word.variants];
  const other = [cue.word.normal, cue.word.normal.replace(/s$/u, '')];
  const relation = familyRelation(kind, own, other);
  return {
    quality: relation === 'none' ? 0 : FAMILY_STRENGTH * cue.strength,
    inverse: relation === 'inverse',
  };
}

/** A word that speaks of several things says less of each. */
function sharpen(found: ReadonlyMap<string, readonly SchemaMatch[]>): Map<string, SchemaMatch[]> {
  const best = new Map<number, number>();
  for (const matches of found.values()) {
    for (const { index, quality } of matches) best.set(index, Math.max(best.get(index) ?? 0, quality));
  }
  const result = new Map<string, SchemaMatch[]>();
  for (const [name, matches] of found) {
    const kept = matches
      .map((match) => ({ ...match, quality: match.quality ** 2 / (best.get(match.index) ?? match.quality) }))
      .filter(({ quality }) => quality >= MIN_QUALITY);
    if (kept.length > 0) result.set(name, kept);
  }
  return result;
}

function match(
  kind: FamilyKind,
  words: readonly Word[],
  cues: ReadonlyMap<string, readonly Cue[]>,
): Map<string, SchemaMatch[]> {
  const found = new Map<string, SchemaMatch[]>();
  for (const [name, list] of cues) {
    const matches = words.flatMap((word) => {
      const agreements = list
        .map((cue) => cueAgreement(kind, word, cue))
        .sort((a, b) => b.quality - a.quality);
      const best = agreements[0];
      return best === undefined || best.quality === 0 || (!word.content && best.quality < 0.5)
        ? []
        : [{ index: word.index, ...best }];
    });
    found.set(name, matches);
  }
  return sharpen(found);
}

/** Returns a function that matches questions against one schema; what the schema says is prepared once. */
export function createSchemaMatcher(schema: QuerySchema): (words: readonly Word[]) => SchemaMatches {
  const typeWords = new Map(
    schema.types.map((type) => [
      type.name,
      typeCues(
        type,
        schema.types.filter((other) => other !== type),
      ),
    ]),
  );
  const typeNames = schema.types.flatMap((type) => telling(spaced(type.name)));
  const ofType = (cue: Cue): boolean => typeNames.some((word) => wordAgreement(word, cue.word) >= 0.95);
  const relationWords = new Map<string, Cue[]>();
  for (const relation of schema.relations) {
    const cues = relationCues(relation).filter((cue) => cue.strength === 1 || !ofType(cue));
    relationWords.set(relation.name, [...(relationWords.get(relation.name) ?? []), ...cues]);
  }
  return (words) => ({
    types: match('things', words, typeWords),
    relations: match('deeds', words, relationWords),
  });
}
