import { basename } from 'node:path';
import {
  type Block,
  type DocumentMetadata,
  isBodyKind,
  type Page,
  type ParsedDocument,
  type ParsedProblem,
} from '../../domain/document.ts';
import { detectLanguage } from '../../domain/text/language.ts';
import { buildSections } from './build-sections.ts';
import { pairQuestions } from './pair-questions.ts';
import type { RawBlock, RawPage } from './raw-block.ts';

/** What a format's parser found. `title` only when the file states one. */
export interface RawDocument {
  readonly name: string;
  readonly mime: string;
  readonly title?: string | undefined;
  readonly metadata?: DocumentMetadata;
  readonly problems?: readonly ParsedProblem[];
  readonly pages: readonly RawPage[];
}

const NOWHERE = [0, 0, 0, 0] as const;
const NO_METADATA: DocumentMetadata = { attachments: [], outline: [] };

function isEmpty(block: RawBlock): boolean {
  return block.text.trim() === '' && block.table === undefined && block.kind !== 'figure';
}

function numberPage(page: RawPage): Page {
  const blocks = pairQuestions(page.blocks.filter((block) => !isEmpty(block))).map(
    (block, index): Block => ({
      ...block,
      text: block.text.normalize('NFC'),
      id: `p${page.number}b${index + 1}`,
      box: block.box ?? NOWHERE,
      confidence: block.confidence ?? 1,
    }),
  );
  return { ...page, blocks };
}

/** Returns the readable text of one block: a table's cells, a line a row; else its text. */
export function blockText(block: Block): string {
  if (block.table === undefined) return block.text;
  const rows = [...block.table.header, ...block.table.rows].map((row) => row.join(' '));
  return [block.table.caption ?? '', ...rows].join('\n').trim();
}

function bodyText(pages: readonly Page[]): string {
  return pages
    .flatMap((page) => page.blocks.filter((block) => isBodyKind(block.kind)).map(blockText))
    .join('\n');
}

/** The first heading, where it stands before all other text but a line or two. */
function firstHeading(pages: readonly Page[]): string | undefined {
  const body = pages[0]?.blocks.filter((block) => isBodyKind(block.kind)) ?? [];
  const first = body.slice(0, 3).find((block) => block.kind === 'heading');
  return first !== undefined && first.text.length <= 200 ? first.text : undefined;
}

/** Returns the file's name without folders and ending. */
export function bareName(name: string): string {
  const base = basename(name);
  return base.replace(/(?<=.)\.[^.]{1,8}$/u, '');
}

/**
 * Returns the document with blocks numbered, FAQ entries paired, sections built, its title settled (its own, else the
 * first heading, else the file's name) and its language told. Equal input gives an equal result.
 */
export function buildDocument(raw: RawDocument): ParsedDocument {
  const pages = raw.pages.map(numberPage);
  const stated = raw.title?.replace(/\s+/gu, ' ').trim();
  return {
    file: basename(raw.name),
    mime: raw.mime,
    title: (stated === '' ? undefined : stated) ?? firstHeading(pages) ?? bareName(raw.name),
    language: detectLanguage(bodyText(pages)),
    pageCount: pages.length,
    metadata: raw.metadata ?? NO_METADATA,
    problems: raw.problems ?? [],
    pages,
    sections: buildSections(pages),
  };
}

/** Returns whether any body block of the document has something to read. */
export function hasText(document: ParsedDocument): boolean {
  return document.pages.some((page) =>
    page.blocks.some((block) => isBodyKind(block.kind) && /[\p{L}\p{N}]/u.test(blockText(block))),
  );
}
