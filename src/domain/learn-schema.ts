import type {
  GraphSchema,
  NodeTypeSchema,
  PropertyRole,
  PropertySchema,
  PropertyValue,
  RelationSchema,
} from './schema.ts';
import { stem } from './text/stem.ts';
import { tokenize } from './text/tokenize.ts';

/** What the maker of a graph says about it. */
export interface DeclaredSchema {
  readonly name: string;
  /** Type → description. */
  readonly types: Readonly<Record<string, string>>;
  /** Relation → description, and its ends where declared. */
  readonly relations: Readonly<
    Record<string, { readonly domain?: string; readonly range?: string; readonly description?: string }>
  >;
}

/** A node as far as the schema looks at it. Nested values and nulls are left out by the caller. */
export interface SchemaNode {
  readonly type: string;
  readonly name: string;
  readonly properties: Readonly<Record<string, PropertyValue>>;
}

/** How often a relation joins two types. */
export interface RelationCount {
  readonly name: string;
  readonly domain: string;
  readonly range: string;
  readonly count: number;
}

/** Most distinct values of a category: beyond, a value is a name rather than a class. */
const MAX_CATEGORY_VALUES = 200;
const HEAD_WORDS = 12;
const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

interface Tally {
  nodes: number;
  list: boolean;
  numbers: number;
  total: number;
  words: number;
  codes: number;
  readonly counts: Map<string, number>;
  minimum: number;
  maximum: number;
}

const newTally = (): Tally => ({
  nodes: 0,
  list: false,
  numbers: 0,
  total: 0,
  words: 0,
  codes: 0,
  counts: new Map(),
  minimum: Number.POSITIVE_INFINITY,
  maximum: Number.NEGATIVE_INFINITY,
});

/** A code: one run without spaces that holds a digit. */
const isCode = (value: string): boolean => /^\S*\d\S*$/u.test(value);

function addValue(tally: Tally, value: string | number | boolean): void {
  const text = String(value);
  tally.total += 1;
  tally.counts.set(text, (tally.counts.get(text) ?? 0) + 1);
  tally.words += text.split(/\s+/u).length;
  if (isCode(text)) tally.codes += 1;
  if (typeof value !== 'number') return;
  tally.numbers += 1;
  tally.minimum = Math.min(tally.minimum, value);
  tally.maximum = Math.max(tally.maximum, value);
}

function addProperty(tally: Tally, value: PropertyValue): void {
  const values = typeof value === 'object' ? [...new Set(value)] : [value];
  const filled = values.filter((item) => item !== '');
  if (filled.length === 0) return;
  tally.nodes += 1;
  tally.list ||= typeof value === 'object';
  for (const item of filled) addValue(tally, item);
}

function roleOf(tally: Tally): PropertyRole {
  const distinct = tally.counts.size;
  const meanWords = tally.words / tally.total;
  if (tally.numbers === tally.total)
    return distinct === tally.total && distinct > 50 ? 'identifier' : 'number';
  if (distinct <= MAX_CATEGORY_VALUES && tally.total >= 2 * distinct && meanWords <= 8) return 'category';
  if (meanWords > 10) return 'text';
  if (tally.codes > tally.total / 2) return 'identifier';
  return distinct > 0.5 * tally.total ? 'name' : 'other';
}

function propertySchema(name: string, tally: Tally): PropertySchema {
  const role = roleOf(tally);
  const base = { name, role, list: tally.list, nodes: tally.nodes, distinct: tally.counts.size };
  if (role === 'number') return { ...base, minimum: tally.minimum, maximum: tally.maximum };
  if (role !== 'category') return base;
  const values = [...tally.counts]
    .map(([value, count]) => ({ value, count }))
    .sort((a, b) => b.count - a.count || byText(a.value, b.value));
  return { ...base, values };
}

const INITIAL = /^\p{Lu}\.?(?:-?\p{Lu}\.?){0,3}$/u;
const CAPITALISED = /^\p{Lu}[\p{L}'’-]+$/u;

/** Whether a name reads like a person's: "J. K. Smith", "Smith, J.", "Jane van Dyke". */
export function readsLikePerson(name: string): boolean {
  const parts = name.replace(/,/gu, ' ').split(/\s+/u).filter(Boolean);
  if (parts.length < 2 || parts.length > 5 || /\d/u.test(name)) return false;
  const initials = parts.filter((part) => INITIAL.test(part) && part.length <= 6).length;
  const capitalised = parts.filter((part) => CAPITALISED.test(part)).length;
  return capitalised >= 1 && initials >= 1 && initials + capitalised >= parts.length - 1;
}

function headWordsOf(names: readonly string[]): NodeTypeSchema['headWords'] {
  const counts = new Map<string, number>();
  for (const name of names) {
    const head = name.split(/[,:(]/u)[0] ?? name;
    const words = tokenize(head).filter((token) => token.kind === 'word' && token.normal.length > 2);
    const last = words.at(-1);
    if (last === undefined) continue;
    const key = stem(last.normal, 'en');
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return [...counts]
    .map(([word, count]) => ({ stem: word, share: count / Math.max(1, names.length) }))
    .filter(({ share }) => share >= 0.01)
    .sort((a, b) => b.share - a.share || byText(a.stem, b.stem))
    .slice(0, HEAD_WORDS);
}

function nodeTypes(declared: DeclaredSchema, nodes: Iterable<SchemaNode>): NodeTypeSchema[] {
  const seen = new Map<string, { names: string[]; properties: Map<string, Tally> }>();
  for (const node of nodes) {
    const entry = seen.get(node.type) ?? { names: [], properties: new Map<string, Tally>() };
    seen.set(node.type, entry);
    entry.names.push(node.name);
    for (const [key, value] of Object.entries(node.properties)) {
      const tally = entry.properties.get(key) ?? newTally();
      entry.properties.set(key, tally);
      addProperty(tally, value);
    }
  }
  return [...seen]
    .map(([name, { names, properties }]) => ({
      name,
      description: declared.types[name] ?? '',
      count: names.length,
      personShare: names.filter(readsLikePerson).length / names.length,
      headWords: headWordsOf(names),
      properties: [...properties]
        .filter(([, tally]) => tally.total > 0)
        .map(([key, tally]) => propertySchema(key, tally))
        .sort((a, b) => byText(a.name, b.name)),
    }))
    .sort((a, b) => byText(a.name, b.name));
}

function relationSchemas(declared: DeclaredSchema, counts: readonly RelationCount[]): RelationSchema[] {
  return counts
    .map((entry) => ({ ...entry, description: declared.relations[entry.name]?.description ?? '' }))
    .sort((a, b) => byText(a.name, b.name) || byText(a.domain, b.domain) || byText(a.range, b.range));
}

/**
 * Returns the schema of a graph: the declared descriptions joined with what the data shows (the role of every
 * property by its values, the words that end names, which types each relation joins). Nothing is known beforehand about any
 * graph. One pass over the nodes; the order of nodes and counts does not matter.
 */
export function learnSchema(
  declared: DeclaredSchema,
  nodes: Iterable<SchemaNode>,
  relations: readonly RelationCount[],
): GraphSchema {
  return {
    name: declared.name,
    types: nodeTypes(declared, nodes),
    relations: relationSchemas(declared, relations),
  };
}
