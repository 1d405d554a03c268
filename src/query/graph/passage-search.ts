import type { Scope } from '../../domain/access.ts';
import type { Candidate, GraphPath } from '../../domain/candidate.ts';
import type { Database, Row } from '../../store/driver.ts';
import { createWordWeights, findLinks, type WordWeights } from '../analyse/links.ts';
import { questionWords, type Word } from '../analyse/question-words.ts';
import { byScoreThenId, zScores } from '../fusion.ts';
import type { RetrievalRequest } from '../retrievers/retriever.ts';
import type { EntityRecord, GraphReader } from './graph-reader.ts';
import { type Mention, rankPassages } from './page-rank.ts';
import { type CoveringPassage, type PassagePair, scorePairs } from './passage-pairs.ts';

/** Passages of documents by the entities that they share with the question and with each other. */
export interface PassageSearch {
  /** By PageRank from the entities that the question names; empty when it names none. Scores are logarithms. */
  byGraph(request: RetrievalRequest): Promise<readonly Candidate[]>;
  /** The text module's candidates and their neighbours by text, PageRank and linked pairs. */
  byTextAndGraph(request: RetrievalRequest, text: readonly Candidate[]): Promise<readonly Candidate[]>;
}

interface PassageDependencies {
  readonly database: Database;
  readonly readerOf: (scope: Scope) => GraphReader;
}

/** Passages of the text module from which the neighbourhood is read, and those that are seeds. */
const FROM_TEXT = 50;
const TEXT_SEEDS = 3;
/** Share of what the walk begins with on the entities of the question; the rest is on the best passages by text. */
const ENTITY_SHARE = 0.85;
const PER_QUESTION_ENTITY = 20;
const PER_ENTITY = 8;
/** Names that fit less well are no seeds. */
const MIN_LINK = 0.9;
/** Another entity at the same place counts when its name fits nearly as well. */
const SAME_NAME = 0.97;
/** Weight of log PageRank beside the text's score (both standard scores), and of that sum beside what a pair covers. */
const RANK_WEIGHT = 4;
const OWN_WEIGHT = 0.03;
/** What the text's and the walk's standard scores are worth beside what a pair covers, at the end. */
const TEXT_SHARE = 0.02;
const WALK_SHARE = 0.4;
const SINGLE_OWN_SHARE = 0.5;
const PAIRED = 40;
const TINY = 1e-9;

interface Neighbourhood {
  readonly mentions: readonly Mention[];
  readonly entities: ReadonlyMap<string, number>;
  readonly words: readonly Word[];
  readonly weights: WordWeights;
}

const toMentions = (rows: readonly Row[]): readonly Mention[] => rows as unknown as readonly Mention[];

/** One common word in small letters names nothing in particular. */
function isTelling(places: readonly number[], words: readonly Word[]): boolean {
  const first = words[places[0] ?? -1];
  return places.length > 1 || /^[\p{Lu}\p{N}]/u.test(first?.text ?? '');
}

/** Entities that the question names, each span for the longest name only; those of one name share what it weighs. */
async function namedEntities(
  text: string,
  words: readonly Word[],
  weights: WordWeights,
  reader: GraphReader,
): Promise<Map<string, number>> {
  const byPlace = new Map<string, { value: number; ids: Set<string> }>();
  const explained = new Set<number>();
  for (const { entityId, score, value, matches } of await findLinks(text, words, weights, reader)) {
    const places = matches.map(({ index }) => index);
    if (score < MIN_LINK || !isTelling(places, words)) continue;
    const key = places.join('.');
    const known = byPlace.get(key);
    if (known !== undefined) {
      if (value >= known.value * SAME_NAME) known.ids.add(entityId);
      continue;
    }
    if (places.some((index) => explained.has(index))) continue;
    for (const index of places) explained.add(index);
    byPlace.set(key, { value, ids: new Set([entityId]) });
  }
  const named = new Map<string, number>();
  for (const { value, ids } of byPlace.values()) {
    for (const id of ids) named.set(id, (named.get(id) ?? 0) + value / ids.size);
  }
  return named;
}

/** A passage as people call it: its document, and its own heading where that is another. */
function passageName(title: string, sectionPath: string): string {
  const heading = sectionPath.split(' / ').at(-1) ?? '';
  return heading === '' || heading === title ? title : `${title} (${heading})`;
}

/** Returns the search of passages over the graph of mentions in Neo4j. */
export function createPassageSearch({ database, readerOf }: PassageDependencies): PassageSearch {
  async function mentionsOf(scope: Scope, ids: readonly string[]): Promise<readonly Mention[]> {
    if (ids.length === 0) return [];
    return toMentions(await database.read('read/graph-mentions', { ...scope, ids: [...ids].sort() }));
  }

  async function mentionersOf(request: RetrievalRequest, ids: readonly string[], limitEach: number) {
    if (ids.length === 0) return [];
    const documentIds = request.documentIds ?? null;
    const parameters = { ...request.scope, ids: [...ids].sort(), limitEach, documentIds };
    return toMentions(await database.read('read/graph-mentioners', parameters));
  }

  /** The passages by text and by name, what they mention, and who else mentions that: two rings, five reads. */
  async function neighbourhood(
    request: RetrievalRequest,
    text: readonly Candidate[],
  ): Promise<Neighbourhood> {
    const { analysis, scope } = request;
    const words = questionWords(analysis.text, analysis.language);
    const reader = readerOf(scope);
    const weights = createWordWeights(reader, 'chunk');
    const entities = await namedEntities(analysis.text, words, weights, reader);
    const named = await mentionersOf(request, [...entities.keys()], PER_QUESTION_ENTITY);
    const inner = new Set([
      ...text.slice(0, FROM_TEXT).map(({ id }) => id),
      ...named.map(({ nodeId }) => nodeId),
    ]);
    const first = await mentionsOf(scope, [...inner]);
    const reached = await mentionersOf(
      request,
      [...new Set(first.map(({ entityId }) => entityId))],
      PER_ENTITY,
    );
    const outer = new Set(reached.map(({ nodeId }) => nodeId).filter((id) => !inner.has(id)));
    const second = await mentionsOf(scope, [...outer]);
    return { mentions: [...named, ...first, ...reached, ...second], entities, words, weights };
  }

  async function readPassages(scope: Scope, ids: readonly string[]) {
    const rows =
      ids.length === 0 ? [] : await database.read('read/graph-passages', { ...scope, ids: [...ids].sort() });
    return new Map(
      rows.map((row) => [
        String(row['id']),
        {
          terms: new Set(String(row['lexical']).split(' ')),
          page: Number(row['page']),
          name: passageName(String(row['title'] ?? ''), String(row['sectionPath'] ?? '')),
        },
      ]),
    );
  }

  function rank({ mentions, entities }: Neighbourhood, text: readonly Candidate[]): Map<string, number> {
    const best = text.slice(0, TEXT_SEEDS);
    const lowest = text.at(-1)?.score ?? 0;
    const sum = best.reduce((total, { score }) => total + score - lowest, 0) || 1;
    const rest = entities.size === 0 ? 1 : 1 - ENTITY_SHARE;
    const all = [...entities.values()].reduce((total, value) => total + value, 0) || 1;
    return rankPassages(mentions, {
      entities: new Map([...entities].map(([id, value]) => [id, (ENTITY_SHARE * value) / all])),
      passages: new Map(best.map(({ id, score }) => [id, (rest * (score - lowest)) / sum])),
    });
  }

  async function pathsOf(
    pairs: ReadonlyMap<string, PassagePair>,
    reader: GraphReader,
    nameOf: (passageId: string) => string,
  ): Promise<Map<string, GraphPath>> {
    const ids = [...new Set([...pairs.values()].map(({ entityId }) => entityId))];
    const records = new Map(
      (await reader.records(ids)).map((record): [string, EntityRecord] => [record.id, record]),
    );
    return new Map(
      [...pairs].flatMap(([id, { first, second, entityId }]): [string, GraphPath][] => {
        const entity = records.get(entityId);
        if (entity === undefined) return [];
        const other = first === id ? second : first;
        const step = {
          relation: 'MENTIONS',
          direction: 'out',
          nodeId: entityId,
          nodeName: entity.name,
          nodeType: entity.type,
        } as const;
        const back = {
          relation: 'MENTIONS',
          direction: 'in',
          nodeId: id,
          nodeName: nameOf(id),
          nodeType: 'Chunk',
        } as const;
        return [
          [
            id,
            {
              startId: other,
              startName: nameOf(other),
              startType: 'Chunk',
              steps: [step, back],
              sources: [other, id],
            },
          ],
        ];
      }),
    );
  }

  return {
    byGraph: async (request) => {
      const near = await neighbourhood(request, []);
      if (near.entities.size === 0) return [];
      const ranks = [...rank(near, [])].map(([id, mass]) => ({ id, score: Math.log(mass + TINY) }));
      const best = ranks.sort(byScoreThenId).slice(0, request.limit);
      const passages = await readPassages(
        request.scope,
        best.map(({ id }) => id),
      );
      return best.map(({ id, score }): Candidate => {
        return { id, kind: 'chunk', score, parts: { pageRank: score }, page: passages.get(id)?.page ?? 1 };
      });
    },

    byTextAndGraph: async (request, text) => {
      const near = await neighbourhood(request, text);
      const ranks = rank(near, text);
      const byId = new Map(text.map((candidate) => [candidate.id, candidate]));
      const ids = [...new Set([...byId.keys(), ...ranks.keys()])].sort();
      const lowest = text.at(-1)?.score ?? 0;
      const words = zScores(ids.map((id) => byId.get(id)?.score ?? lowest));
      const walks = zScores(ids.map((id) => Math.max(Math.log(1e-6), Math.log((ranks.get(id) ?? 0) + TINY))));
      const mixed = ids
        .map((id, at) => ({
          id,
          score: (words[at] ?? 0) + RANK_WEIGHT * (walks[at] ?? 0),
          text: words[at] ?? 0,
          walk: walks[at] ?? 0,
        }))
        .sort(byScoreThenId);
      const passages = await readPassages(
        request.scope,
        mixed.slice(0, Math.max(PAIRED, request.limit)).map(({ id }) => id),
      );
      const weights = Float64Array.from(near.words, (word) =>
        word.content && near.weights.known(word) ? near.weights.weight(word) : 0,
      );
      const total = weights.reduce((sum, weight) => sum + weight, 0) || 1;
      const covering = mixed.slice(0, PAIRED).map(({ id, score }): CoveringPassage => {
        const terms = passages.get(id)?.terms;
        const cover = Float64Array.from(near.words, ({ variants }) =>
          variants.some((variant) => terms?.has(variant)) ? 1 : 0,
        );
        return { id, score, cover };
      });
      const alone = new Map(
        covering.map(({ id, score, cover }) => {
          const covered = cover.reduce((sum, share, at) => sum + share * (weights[at] ?? 0), 0);
          return [id, covered / total + OWN_WEIGHT * SINGLE_OWN_SHARE * score] as const;
        }),
      );
      const paired = new Map<string, PassagePair>();
      for (const pair of scorePairs(covering, near.mentions, weights, OWN_WEIGHT)) {
        for (const id of [pair.first, pair.second]) if (!paired.has(id)) paired.set(id, pair);
      }
      const ranked = mixed
        .filter(({ id }) => byId.has(id) || passages.has(id))
        .map((entry) => {
          const pair = paired.get(entry.id)?.score ?? Number.NEGATIVE_INFINITY;
          const single = alone.get(entry.id) ?? Number.NEGATIVE_INFINITY;
          const together = Math.max(pair, single);
          const best = Number.isFinite(together) ? together : -1;
          const score = TEXT_SHARE * entry.text + WALK_SHARE * entry.walk + best;
          return { ...entry, score, together };
        })
        .sort(byScoreThenId)
        .slice(0, request.limit);
      const shown = new Map(
        ranked.flatMap(({ id }) => {
          const pair = paired.get(id);
          return pair === undefined || pair.score < (alone.get(id) ?? 0) ? [] : [[id, pair] as const];
        }),
      );
      const nameOf = (id: string) => passages.get(id)?.name ?? id;
      const paths = await pathsOf(shown, readerOf(request.scope), nameOf);
      request.trace.add(
        'hybrid',
        `${near.entities.size} entities of the question, ${ranks.size} passages near them, ${paired.size} in linked pairs`,
      );
      return ranked.map(({ id, score, text: words_, walk, together }): Candidate => {
        const path = paths.get(id);
        const parts = { text: words_, pageRank: walk, ...(Number.isFinite(together) ? { together } : {}) };
        const plain = byId.get(id) ?? { kind: 'chunk' as const, page: passages.get(id)?.page ?? 1 };
        return { ...plain, id, score, parts, ...(path === undefined ? {} : { paths: [path] }) };
      });
    },
  };
}
