import type { SkbNode } from './rows.ts';

/** Properties that hold other names, whatever graph they come from. */
export const ALIAS_KEY =
  /^(?:alias(?:es)?|synonyms?|alt(?:ernative)?[_ ]?names?|also[_ ]known[_ ]as|abbreviations?|short[_ ]name|symbol|acronyms?)$/iu;

/** Fewer values than this say nothing about how a property is used. */
const MIN_VALUES = 20;
/** Share of distinct values from which a property tells nodes apart as names do. */
const MIN_DISTINCT_SHARE = 0.8;
/** Names have few words; descriptions have more. */
const MAX_MEAN_WORDS = 6;
/** Lists of codes (references, identifiers of other things) are no names of the node. */
const MAX_CODE_SHARE_IN_LISTS = 0.3;

interface Tally {
  readonly distinct: Set<string>;
  values: number;
  words: number;
  codes: number;
  lists: number;
  lettered: number;
}

/** Learns which properties of each node type hold other names of the node. */
export interface AliasKeys {
  addNode(node: SkbNode): void;
  /** Property names by node type. */
  result(): ReadonlyMap<string, ReadonlySet<string>>;
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '';
}

function add(tally: Tally, value: unknown): void {
  const texts = Array.isArray(value) ? value.filter(isText) : isText(value) ? [value] : [];
  if (Array.isArray(value)) tally.lists += 1;
  for (const text of texts) {
    tally.values += 1;
    tally.words += text.split(/\s+/u).length;
    if (/\p{L}/u.test(text)) tally.lettered += 1;
    if (/\p{N}/u.test(text) && !/\s/u.test(text)) tally.codes += 1;
    tally.distinct.add(text);
  }
}

function readsLikeNames(tally: Tally): boolean {
  return (
    tally.values >= MIN_VALUES &&
    tally.distinct.size >= tally.values * MIN_DISTINCT_SHARE &&
    tally.words <= tally.values * MAX_MEAN_WORDS &&
    tally.lettered > tally.values / 2 &&
    (tally.lists === 0 || tally.codes <= tally.values * MAX_CODE_SHARE_IN_LISTS)
  );
}

/**
 * Returns a learner. A property holds names when its key says so (aliases, synonyms, symbol …), or when there are at
 * least 20 values and these are nearly all distinct texts of few words; lists of codes are not.
 */
export function createAliasKeys(): AliasKeys {
  const byType = new Map<string, Map<string, Tally>>();
  return {
    addNode: (node) => {
      const ofType = byType.get(node.type) ?? new Map<string, Tally>();
      byType.set(node.type, ofType);
      for (const [key, value] of Object.entries(node.properties)) {
        const tally = ofType.get(key) ?? {
          distinct: new Set<string>(),
          values: 0,
          words: 0,
          codes: 0,
          lists: 0,
          lettered: 0,
        };
        ofType.set(key, tally);
        add(tally, value);
      }
    },
    result: () =>
      new Map(
        [...byType].map(([type, tallies]) => [
          type,
          new Set(
            [...tallies]
              .filter(([key, tally]) => ALIAS_KEY.test(key) || readsLikeNames(tally))
              .map(([key]) => key),
          ),
        ]),
      ),
  };
}
