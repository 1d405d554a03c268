import type { Block, ParsedDocument } from '../../../../src/domain/document.ts';
import type {
  EnrichInput,
  IdentifiedChunk,
  IdentifiedSection,
} from '../../../../src/ingest/enrich/enrich.ts';

/** A chunk in words: its text, and which section holds it (`s1` unless said). */
export interface ChunkText {
  readonly text: string;
  readonly kind?: IdentifiedChunk['kind'];
  readonly section?: string;
}

function chunk({ text, kind = 'paragraph', section = 's1' }: ChunkText, order: number): IdentifiedChunk {
  return {
    id: `d_1.v1.c${order}`,
    order,
    kind,
    text,
    contextText: text,
    lexical: '',
    tokens: text.split(/\s+/u).length,
    sectionPath: '',
    sectionIds: [section],
    pageStart: order + 1,
    pageEnd: order + 1,
    pages: [{ page: order + 1, start: 0, end: text.length }],
    boxes: [],
    windows: [],
  };
}

/** A section by its heading; top-level unless a parent is named. */
export function section(draftId: string, heading: string, parent: string | null = null): IdentifiedSection {
  return {
    id: `d_1.v1.${draftId}`,
    draftId,
    parentId: parent === null ? null : `d_1.v1.${parent}`,
    heading,
    level: heading === '' ? 0 : 1,
    order: 0,
    path: heading,
    pageStart: 1,
    pageEnd: 1,
  };
}

/** An input for enrichment; `blocks` are the parsed blocks, for tables and FAQ entries. */
export function makeInput(
  title: string,
  chunks: readonly ChunkText[],
  options: {
    readonly language?: string;
    readonly sections?: readonly IdentifiedSection[];
    readonly blocks?: readonly Partial<Block>[];
  } = {},
): EnrichInput {
  const blocks = (options.blocks ?? []).map((block, index) => ({
    id: `p1b${index + 1}`,
    kind: 'paragraph' as const,
    text: '',
    box: [0, 0, 0, 0] as const,
    confidence: 1,
    ...block,
  }));
  const parsed: ParsedDocument = {
    file: 'test.md',
    mime: 'text/markdown',
    title,
    language: options.language ?? 'en',
    pageCount: 1,
    metadata: { attachments: [], outline: [] },
    problems: [],
    pages: [
      {
        number: 1,
        width: 0,
        height: 0,
        rotation: 0,
        source: 'text',
        ocrConfidence: null,
        problems: [],
        blocks,
      },
    ],
    sections: [],
  };
  return {
    tenant: 't',
    documentId: 'd_1',
    version: 1,
    parsed,
    sections: options.sections ?? [section('s1', '')],
    chunks: chunks.map(chunk),
    countTokens: (text) => text.split(/\s+/u).filter((word) => word !== '').length,
  };
}
