import type { QueryTerm } from '../../domain/question.ts';
import { normalName } from '../../domain/text/name.ts';
import { inverseDocumentFrequency } from '../bm25.ts';
import type { GraphReader, NameHit, NameProbe } from '../graph/graph-reader.ts';
import { type Alignment, alignName, type Weighing } from './align-name.ts';
import { questionWords, type Word } from './question-words.ts';

/** An entity that some words of the question may name. */
export interface Link extends Alignment {
  readonly entityId: string;
  readonly type: string;
  /** The name or alias that fits best. */
  readonly name: string;
  /** What its words weigh together: how much of the question it accounts for. */
  readonly value: number;
}

/** Longest span that is looked up as it is, in words. */
const MAX_SPAN_WORDS = 9;
const MAX_WORDS = 64;
const MIN_SCORE = 0.5;
const LINKS_PER_ANCHOR = 12;
const MAX_LINKS = 80;

const asTerm = (word: Word): QueryTerm => ({ word: word.normal, variants: word.variants });

/** All spans of the question that could be a name as it stands, longest first. */
function spanNormals(text: string, words: readonly Word[]): string[] {
  const normals = new Set<string>();
  for (let length = Math.min(MAX_SPAN_WORDS, words.length); length >= 1; length -= 1) {
    for (let from = 0; from + length <= words.length; from += 1) {
      const span = words.slice(from, from + length);
      if (!span.some((word) => word.content)) continue;
      const first = span[0];
      const last = span.at(-1);
      if (first === undefined || last === undefined) continue;
      normals.add(normalName(text.slice(first.start, last.end)));
    }
  }
  return [...normals];
}

/** Single telling words, and pairs of neighbours (function words between them do not count). */
function probesOf(words: readonly Word[], known: (word: Word) => boolean): NameProbe[] {
  const telling = words.filter((word) => word.content);
  const probes: NameProbe[] = [];
  for (const [at, word] of telling.entries()) {
    const fuzzy = !known(word);
    probes.push({ terms: [asTerm(word)], fuzzy, limit: 25 });
    for (const next of telling.slice(at + 1, at + 3)) {
      probes.push({ terms: [asTerm(word), asTerm(next)], fuzzy: fuzzy || !known(next), limit: 20 });
    }
  }
  return probes;
}

function toLink(hit: NameHit, words: readonly Word[], weighing: Weighing): Link[] {
  const alignment = alignName(hit.text, words, weighing);
  if (alignment === undefined || alignment.score < MIN_SCORE) return [];
  let value = 0;
  for (const { index, quality } of alignment.matches) {
    const word = words[index];
    if (word !== undefined) value += weighing.weight(word) * quality * alignment.score;
  }
  return [{ ...alignment, entityId: hit.entityId, type: hit.type, name: hit.text, value }];
}

function bestFirst(a: Link, b: Link): number {
  return b.value - a.value || (a.entityId < b.entityId ? -1 : a.entityId > b.entityId ? 1 : 0);
}

/** The best name of each entity at each place, then the best entities for each place. */
function prune(links: readonly Link[]): Link[] {
  const best = new Map<string, Link>();
  for (const link of links.toSorted(bestFirst)) {
    const key = `${link.entityId}|${link.matches[0]?.index ?? -1}`;
    if (!best.has(key)) best.set(key, link);
  }
  const perPlace = new Map<string, number>();
  const kept: Link[] = [];
  for (const link of [...best.values()].sort(bestFirst)) {
    const place = link.matches.map(({ index }) => index).join('.');
    const count = perPlace.get(place) ?? 0;
    if (count >= LINKS_PER_ANCHOR) continue;
    perPlace.set(place, count + 1);
    kept.push(link);
  }
  return kept.slice(0, MAX_LINKS);
}

/** What words weigh by how rare they are in the entities' texts and names. */
export interface WordWeights extends Weighing {
  /** Adds counts of further words. */
  readonly learn: (words: readonly Word[]) => Promise<void>;
}

/** Returns weights by inverse document frequency over texts, over names where no text holds the word. */
export function createWordWeights(
  reader: GraphReader,
  collection: 'profile' | 'chunk' = 'profile',
): WordWeights {
  const texts = new Map<string, number>();
  let nodes = 0;
  const holders = (word: Word): number =>
    Math.max(0, ...word.variants.map((variant) => texts.get(variant) ?? 0));
  return {
    learn: async (words) => {
      const wanted = [...new Set(words.flatMap(({ variants }) => variants))].filter(
        (variant) => !texts.has(variant),
      );
      if (wanted.length === 0) return;
      const statistics = await reader.statistics(collection, wanted);
      nodes = statistics.nodes;
      for (const variant of wanted) texts.set(variant, statistics.byTerm.get(variant) ?? 0);
    },
    known: (word) => holders(word) > 0,
    weight: (word) => {
      const found = holders(word);
      return inverseDocumentFrequency(nodes, found === 0 ? Math.sqrt(nodes) / 4 : found);
    },
  };
}

/**
 * Returns the entities that words of the question may name, the one that accounts for most first, at most 80. Several
 * candidates for one span are kept: which is meant is decided where paths are known. Three round trips.
 */
export async function findLinks(
  text: string,
  words: readonly Word[],
  weights: WordWeights,
  reader: GraphReader,
): Promise<Link[]> {
  const used = words.slice(0, MAX_WORDS);
  await weights.learn(used);
  const [exact, similar] = await Promise.all([
    reader.exactNames(spanNormals(text, used)),
    reader.similarNames(probesOf(used, weights.known)),
  ]);
  const hits = new Map([...exact, ...similar].map((hit) => [`${hit.entityId}|${hit.normal}`, hit]));
  await weights.learn([...hits.values()].flatMap((hit) => questionWords(hit.text, 'en')));
  return prune([...hits.values()].flatMap((hit) => toLink(hit, used, weights)));
}
