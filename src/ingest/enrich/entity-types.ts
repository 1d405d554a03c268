import { foldWord } from '../../domain/text/fold.ts';
import { COUNTRIES } from './countries.ts';
import { GIVEN_NAMES } from './given-names.ts';
import type { NameSpan } from './name-spans.ts';
import { NAME_TITLES, ORGANIZATION_WORDS, PLACE_HEADS, PLACE_TAILS, WORK_WORDS } from './name-words.ts';

/** Types that rules give. `Thing`: a name of which nothing more is known. */
export const ENTITY_TYPES = [
  'Person',
  'Organization',
  'Place',
  'Work',
  'Product',
  'Code',
  'Term',
  'Date',
  'Nationality',
  'Concept',
  'Thing',
] as const;

export type EntityType = (typeof ENTITY_TYPES)[number];

/** A type and how sure it is: the surest wins, of equals the first in `ENTITY_TYPES`. */
export interface TypeEvidence {
  readonly type: EntityType;
  /** 0 to 1. */
  readonly weight: number;
}

/** Returns the surer of two. */
export function surerType(a: TypeEvidence, b: TypeEvidence): TypeEvidence {
  if (a.weight !== b.weight) return a.weight > b.weight ? a : b;
  return ENTITY_TYPES.indexOf(a.type) <= ENTITY_TYPES.indexOf(b.type) ? a : b;
}

function bracketType(name: string): TypeEvidence | null {
  const inside = /\((?<inside>[^()]+)\)$/u.exec(name)?.groups?.['inside'];
  if (inside === undefined) return null;
  const last = foldWord(inside.split(/\s+/u).at(-1) ?? '');
  if (WORK_WORDS.has(last)) return { type: 'Work', weight: 0.9 };
  if (PLACE_TAILS.has(last)) return { type: 'Place', weight: 0.8 };
  if (/(?:or|er|ist|ian|man|woman)$/u.test(last) && /^\p{Ll}/u.test(inside)) {
    return { type: 'Person', weight: 0.7 };
  }
  return null;
}

function isPersonShape(words: readonly string[]): boolean {
  if (words.length < 2 || words.length > 4) return false;
  const [head = ''] = words;
  return GIVEN_NAMES.has(foldWord(head)) && words.slice(1).every((word) => !/\p{N}/u.test(word));
}

/**
 * Returns what the shape of a name tells about its type: organisations by their words, places by their heads and the
 * list of countries, persons by a given name in front. `Thing` when it tells nothing.
 */
export function typeOfName(name: string, hint: NameSpan['hint'] = 'none'): TypeEvidence {
  if (hint === 'person') return { type: 'Person', weight: 0.9 };
  const bracketed = bracketType(name);
  if (bracketed !== null) return bracketed;
  if (COUNTRIES.has(name)) return { type: 'Place', weight: 0.9 };
  const words = name
    .replace(/\s*\([^()]*\)$/u, '')
    .split(/[\s.,]+/u)
    .filter((word) => word !== '');
  const folded = words.map(foldWord);
  const last = folded.at(-1) ?? '';
  if (
    words.length > 1 &&
    (ORGANIZATION_WORDS.has(last) || /^(?:S\.?[AL]\.?|S\.?R\.?L\.?)$/u.test(name.split(' ').at(-1) ?? ''))
  ) {
    return { type: 'Organization', weight: 0.8 };
  }
  if (words.length > 1 && WORK_WORDS.has(last)) return { type: 'Work', weight: 0.6 };
  if (words.length > 1 && (PLACE_TAILS.has(last) || PLACE_HEADS.has(folded[0] ?? ''))) {
    return { type: 'Place', weight: 0.7 };
  }
  if (isPersonShape(words)) return { type: 'Person', weight: 0.7 };
  if (words.length > 1 && folded.some((word) => ORGANIZATION_WORDS.has(word))) {
    return { type: 'Organization', weight: 0.5 };
  }
  if (words.length > 1 && NAME_TITLES.has(folded[0] ?? '')) return { type: 'Person', weight: 0.4 };
  if (hint === 'work') return { type: 'Work', weight: 0.5 };
  return { type: 'Thing', weight: 0 };
}
