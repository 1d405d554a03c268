import { describe, expect, it } from 'vitest';
import type { EntityRow, MentionRow, RelationRow } from '../../../../src/domain/rows.ts';
import { documentRows, textsToEmbed } from '../../../../src/ingest/graph/document-rows.ts';
import { identifyNodes } from '../../../../src/ingest/graph/identify-nodes.ts';
import { knowledgeRows } from '../../../../src/ingest/graph/knowledge-rows.ts';
import { windowDrafts } from '../../../../src/ingest/graph/window-drafts.ts';
import { parseMarkdown } from '../../../../src/ingest/parse/parse-markdown.ts';
import { segmentDocument } from '../../../../src/ingest/segment/segment.ts';

const words = (text: string) => text.split(/\s+/).filter((word) => word !== '').length;

function draftOf(version: number) {
  const text = `# Bees\n\n${'One two three four. '.repeat(10)}\n\n## Hives\n\n${'Five six seven. '.repeat(12)}\n`;
  const parsed = parseMarkdown(new TextEncoder().encode(text), 'bees.md');
  const options = { countTokens: words, targetTokens: 24, maxTokens: 40, overlapTokens: 0, windowTokens: 16 };
  const nodes = identifyNodes(segmentDocument(parsed, options), 'd_1', version);
  const place = { pageStart: 1, pageEnd: 1, pages: [{ page: 1, start: 0, end: 5 }] };
  const summary = {
    id: `d_1.v${version}.t0`,
    layer: 1,
    order: 0,
    sectionId: null,
    kind: 'summary' as const,
    text: 'On bees and their hives.',
    lexical: 'on bee and their hive',
    tokens: 5,
    sectionPath: '',
    childIds: nodes.chunks.map((chunk) => chunk.id),
    ...place,
  };
  const pair = {
    id: `d_1.v${version}.c0.q0`,
    question: 'What?',
    lexical: 'what',
    answer: 'One',
    kind: 'faq',
    origin: 'faq' as const,
    nodeId: `d_1.v${version}.c0`,
    start: 0,
    end: 3,
  };
  const enrichment = {
    summaries: [summary],
    keywords: new Map([[`d_1.v${version}.c0`, ['bee']]]),
    entities: [],
    mentions: [],
    relations: [],
    qaPairs: [pair],
  };
  const windows = windowDrafts(nodes.chunks, [summary], {
    title: parsed.title,
    windowTokens: 16,
    countTokens: words,
  });
  const plan = {
    tenant: 't',
    documentId: 'd_1',
    version,
    uris: ['u'],
    sha256: 'x',
    settings: 's.f',
    access: ['staff'],
    classification: 'internal',
    tags: [],
    ingestedAt: '2026-01-01T00:00:00.000Z',
  };
  return { plan, parsed, nodes, enrichment, windows };
}

describe('rows of a document', () => {
  it('carry ids of their version, distinct, and links only among themselves', () => {
    const draft = draftOf(3);
    const rows = documentRows(
      draft,
      textsToEmbed(draft).map((_, index) => [index]),
    );
    const ids = [rows.pages, rows.sections, rows.nodes, rows.windows, rows.qaPairs].flatMap((list) =>
      list.map(({ id }: { readonly id: string }) => id),
    );
    expect(ids.every((id) => id.startsWith('d_1.v3.'))).toBe(true);
    expect(new Set(ids).size).toBe(ids.length);
    const known = new Set(ids);
    expect(rows.nodes.length).toBeGreaterThan(3);
    for (const node of rows.nodes) {
      if (node.layer === 0) expect(known).toContain(node.sectionId);
      for (const child of node.childIds) expect(known).toContain(child);
    }
    for (const section of rows.sections)
      if (section.parentId !== null) expect(known).toContain(section.parentId);
    for (const { ownerId } of rows.windows) expect(known).toContain(ownerId);
    expect(rows.document).toMatchObject({ id: 'd_1', version: 3, title: 'Bees', access: ['staff'] });
    expect(rows.document).not.toHaveProperty('tenant');
  });

  it('give each window and question the vector of its own text', () => {
    const draft = draftOf(1);
    const texts = textsToEmbed(draft);
    expect(texts.at(-1)).toBe('What?');
    const rows = documentRows(
      draft,
      texts.map((text) => [text.length]),
    );
    expect(rows.windows.map(({ embedding }) => embedding)).toEqual(
      draft.windows.map(({ text }) => [text.length]),
    );
    expect(rows.qaPairs.map(({ embedding }) => embedding)).toEqual([[5]]);
    const summary = draft.windows.filter(({ ownerId }) => ownerId === 'd_1.v1.t0');
    expect(summary.map(({ text }) => text)).toEqual(['Bees\n\nOn bees and their hives.']);
  });
});

describe('shared facts of a document', () => {
  const name = (text: string) => ({ id: '', text, normal: text.toLowerCase(), lexical: text.toLowerCase() });
  const entity = (id: string, ...names: string[]): EntityRow => ({
    id,
    type: 'Person',
    name: names[0] ?? '',
    normal: (names[0] ?? '').toLowerCase(),
    names: names.map(name),
  });
  const mention = (nodeId: string, entityId: string): MentionRow => ({
    nodeId,
    entityId,
    kind: 'name',
    spans: [0, 3],
  });
  const relation = (sourceId: string, targetId: string, confidence: number): RelationRow => ({
    sourceId,
    type: 'KNOWS',
    targetId,
    nodeId: 'n1',
    sentence: `with ${confidence}`,
    confidence,
    origin: 'rule',
  });

  it('are only those that a node of the document supports', () => {
    const rows = knowledgeRows(
      {
        entities: [entity('e2', 'Bob'), entity('e1', 'Ada', 'ADA', 'Ada'), entity('e3', 'Eve')],
        mentions: [mention('n1', 'e1'), mention('n1', 'e1'), mention('n1', 'e2'), mention('gone', 'e3')],
        relations: [relation('e1', 'e2', 0.5), relation('e1', 'e2', 0.8), relation('e1', 'e3', 0.9)],
      },
      new Set(['n1']),
    );
    expect(rows.entities.map(({ id }) => id)).toEqual(['e1', 'e2']);
    expect(rows.entities[0]?.names.map(({ text }) => text)).toEqual(['ADA', 'Ada']);
    expect(rows.mentions).toHaveLength(2);
    expect(rows.relations).toEqual([relation('e1', 'e2', 0.8)]);
  });

  it('name a spelling alike wherever it stands', () => {
    const idsOf = (...names: string[]) => {
      const { entities } = knowledgeRows(
        { entities: [entity('e1', ...names)], mentions: [mention('n1', 'e1')], relations: [] },
        new Set(['n1']),
      );
      return new Map(entities[0]?.names.map(({ text, id }) => [text, id]));
    };
    expect(idsOf('Ada').get('Ada')).toBe(idsOf('ADA', 'Ada').get('Ada'));
    expect(idsOf('ADA', 'Ada').get('ADA')).not.toBe(idsOf('Ada').get('Ada'));
  });
});
