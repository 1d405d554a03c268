import { LRUCache } from 'lru-cache';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import type { Scope } from '../../domain/access.ts';
import type { PageSpan } from '../../domain/tree.ts';
import type { Database } from '../../store/driver.ts';
import { type AnalysedText, analyseText } from '../lexical/analysed-text.ts';
import type { Hit } from './lexical-search.ts';

/** The text of a hit as the scorers read it. */
export interface ScoringText {
  readonly ownerId: string;
  /** Headings above the text; '' for entities. */
  readonly context: string;
  readonly text: string;
  readonly language: string;
  /** Empty for entities. */
  readonly pages: readonly PageSpan[];
  /** Page of the beginning, from 1. */
  readonly page: number;
}

/** Analysed texts kept: some 20 kB each. Keyed by the text itself, so that nothing stale can be found. */
const REMEMBERED_TEXTS = 3_000;

const PageSpans = Type.Array(
  Type.Object({ page: Type.Integer(), start: Type.Integer(), end: Type.Integer() }),
);

/** Reads the texts of hits and keeps what scoring made of them. */
export interface ScoringTexts {
  /** Texts by owner; a hit that went away meanwhile is missing. At most two reads. */
  read(scope: Scope, hits: readonly Hit[]): Promise<ReadonlyMap<string, ScoringText>>;
  /** Headings and text read for scoring; the headings are its first sentences. */
  analyse(text: ScoringText): AnalysedText;
}

/** Returns the headings and the text as one; the text begins at `bodyOffset`. */
export function wholeText({ context, text }: ScoringText): string {
  return context === '' ? text : `${context}\n${text}`;
}

/** Returns how many characters stand before the text in `wholeText`. */
export function bodyOffset({ context }: ScoringText): number {
  return context === '' ? 0 : context.length + 1;
}

/** Returns the reader of texts for scoring, with a bounded memory of analysed ones. */
export function createScoringTexts(database: Database): ScoringTexts {
  const analysed = new LRUCache<string, AnalysedText>({ max: REMEMBERED_TEXTS });

  async function chunks(scope: Scope, ids: readonly string[]): Promise<ScoringText[]> {
    const rows = ids.length === 0 ? [] : await database.read('read/scoring-chunks', { ...scope, ids });
    return rows.map((row) => ({
      ownerId: String(row['id']),
      context: String(row['sectionPath'] ?? ''),
      text: String(row['text']),
      language: String(row['language']),
      pages: Value.Parse(PageSpans, JSON.parse(String(row['pageSpans'] ?? '[]'))),
      page: Number(row['page'] ?? 1),
    }));
  }

  async function profiles(scope: Scope, ids: readonly string[]): Promise<ScoringText[]> {
    const rows = ids.length === 0 ? [] : await database.read('read/scoring-profiles', { ...scope, ids });
    return rows.map((row) => ({
      ownerId: String(row['id']),
      context: '',
      text: String(row['text']),
      language: String(row['language']),
      pages: [],
      page: 1,
    }));
  }

  return {
    read: async (scope, hits) => {
      const owners = (collection: Hit['collection']) =>
        [
          ...new Set(hits.filter((hit) => hit.collection === collection).map(({ ownerId }) => ownerId)),
        ].sort();
      const lists = await Promise.all([chunks(scope, owners('chunk')), profiles(scope, owners('profile'))]);
      return new Map(lists.flat().map((text) => [text.ownerId, text]));
    },
    analyse: (text) => {
      const whole = wholeText(text);
      const key = `${text.language}\n${whole}`;
      const known = analysed.get(key);
      if (known !== undefined) return known;
      const made = analyseText(whole, text.language);
      analysed.set(key, made);
      return made;
    },
  };
}
