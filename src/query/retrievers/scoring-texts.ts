import { Type } from 'typebox';
import { Value } from 'typebox/value';
import type { Scope } from '../../domain/access.ts';
import type { PageSpan } from '../../domain/tree.ts';
import type { Database } from '../../store/driver.ts';
import { type AnalysedText, joinTexts, type TextAnalysis } from '../lexical/analysed-text.ts';
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

/** Returns how many characters stand before the text in what `analyse` returns. */
export function bodyOffset({ context }: ScoringText): number {
  return context === '' ? 0 : context.length + 1;
}

/** Returns the reader of texts for scoring. */
export function createScoringTexts(database: Database, analyse: TextAnalysis): ScoringTexts {
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
    analyse: (scored) => {
      const text = analyse(scored.text, scored.language);
      if (scored.context === '') return text;
      return joinTexts(analyse(scored.context, scored.language), text, bodyOffset(scored));
    },
  };
}
