import type { GraphSchema } from '../../domain/graph-schema.ts';

/** How a type is spoken of. */
export interface TypeWords {
  readonly one: string;
  readonly many: string;
}

/**
 * How a relation is spoken of. `verb`: "cites" (`rest`: what follows it, as in "belongs to"); `copula`: "is" + `text`
 * ("authored by"); `noun`: "has … as" + `text` ("director").
 */
export type RelationWords =
  | { readonly form: 'verb'; readonly third: string; readonly base: string; readonly rest: string }
  | { readonly form: 'copula' | 'noun'; readonly text: string };

/** Words for everything that questions can be made of. */
export interface SchemaWords {
  readonly type: (name: string) => TypeWords;
  /** Every way to speak of a relation, its name's own first. */
  readonly relation: (name: string) => readonly RelationWords[];
  readonly key: (key: string) => string;
}

const PREPOSITION = /^(?:of|by|to|with|in|on|at|from|for|as|into|under|about|after|before|within|near)$/u;
const AUXILIARY = /^(?:is|are|was|were|be|been)$/u;

const spaced = (name: string): string =>
  name
    .replaceAll(/[_\W]+/gu, ' ')
    .replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')
    .trim();
const lower = (name: string): string => spaced(name).toLowerCase();

/** Returns an English noun in the plural, by its ending. */
export function pluralOf(noun: string): string {
  if (/[^aeiou]y$/iu.test(noun)) return `${noun.slice(0, -1)}ies`;
  if (/sis$/iu.test(noun)) return `${noun.slice(0, -2)}es`;
  return /(?:s|x|z|ch|sh)$/iu.test(noun) ? `${noun}es` : `${noun}s`;
}

/** Returns the plain form of an English verb in the third person: "carries" is "carry", "has" is "have". */
export function baseOf(third: string): string {
  if (third === 'has') return 'have';
  if (third === 'does' || third === 'goes') return third.slice(0, -2);
  if (/[^aeiou]ies$/u.test(third)) return `${third.slice(0, -3)}y`;
  if (/(?:ss|x|zz|ch|sh)es$/u.test(third)) return third.slice(0, -2);
  return third.slice(0, -1);
}

const isThird = (word: string): boolean => /[a-z]s$/u.test(word) && !/(?:ss|us|is)$/u.test(word);

/** Reads a phrase as what stands between the two ends of a relation. `ends`: words of the types, which are no verbs. */
function readPhrase(phrase: string, ends: readonly string[]): RelationWords {
  const words = phrase.split(' ').filter((word) => word !== '');
  const [first = '', ...others] = words;
  if (AUXILIARY.test(first) && others.length > 0) return { form: 'copula', text: others.join(' ') };
  if (/^ha(?:s|ve)$/u.test(first) && others.length > 0) return { form: 'noun', text: others.join(' ') };
  const isEnd = ends.some((end) => end === first || pluralOf(end) === first);
  if (isThird(first) && !isEnd) {
    return { form: 'verb', third: first, base: baseOf(first), rest: others.join(' ') };
  }
  const closes = PREPOSITION.test(words.at(-1) ?? '');
  return closes && words.length > 1 ? { form: 'copula', text: phrase } : { form: 'noun', text: phrase };
}

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/gu, '\\$&');

/** "the gene is associated with the (Mendelian) disease": the words between the ends, when they are few and a verb. */
function phraseOf(description: string, domain: string, range: string): string | undefined {
  const plain = lowerSentence(description);
  const end = '(?:the |an? |this |another )?(?:source |target |direct )?';
  const verb = '((?:is |are |was )?[a-z]+(?: (?:of|by|to|with|in|on|at|from|for))?)';
  const match = new RegExp(`^${end}${escaped(domain)} ${verb} ${end}${escaped(range)}\\b`, 'u').exec(plain);
  return match?.[1];
}

function lowerSentence(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/\([^)]*\)/gu, ' ')
    .replaceAll(/\s+/gu, ' ')
    .trim();
}

/** A type as its description writes it: a name that stands there in capitals keeps them. */
function typeWords(name: string, description: string): TypeWords {
  const own = lower(name);
  const at = description.toLowerCase().indexOf(own);
  const written = at < 0 ? own : description.slice(at, at + own.length);
  const one = /^\p{Lu}{2,}$/u.test(written) ? written : own;
  return { one, many: pluralOf(one) };
}

/** Returns the words of a graph's schema: from its names, and from descriptions that read "the A verbs the B". */
export function createSchemaWords(statistics: GraphSchema): SchemaWords {
  const types = new Map(
    Object.entries(statistics.types).map(([name, { description }]) => [name, typeWords(name, description)]),
  );
  const relations = new Map(
    Object.entries(statistics.relations).map(([name, { description, ends }]) => {
      const names = ends.flatMap(({ domain, range }) => [lower(domain), lower(range)]);
      const told = ends.flatMap(
        ({ domain, range }) => phraseOf(description, lower(domain), lower(range)) ?? [],
      );
      const phrases = [lower(name), ...told.slice(0, 1)];
      return [name, phrases.map((phrase) => readPhrase(phrase, names))];
    }),
  );
  return {
    type: (name) => types.get(name) ?? { one: lower(name), many: pluralOf(lower(name)) },
    relation: (name) => relations.get(name) ?? [readPhrase(lower(name), [])],
    key: lower,
  };
}
