import { describe, expect, it } from 'vitest';
import { enrichDocument } from '../../../../src/ingest/enrich/enrich.ts';
import { makeInput, section } from './make-input.ts';

const text = (subject: string) =>
  `The ${subject} needs oil every week. A dry ${subject} wears out within a year. Keep the ${subject} clean and check it.`;

describe('the chunk tree', () => {
  it('has no summary over a single chunk', () => {
    expect(enrichDocument(makeInput('One', [{ text: text('bearing') }])).summaries).toEqual([]);
  });

  it('summarises sections of several chunks, then the document, and cites children', () => {
    const input = makeInput(
      'Manual',
      [
        { text: text('bearing'), section: 's1' },
        { text: text('gearbox'), section: 's1' },
        { text: text('belt'), section: 's2' },
      ],
      { sections: [section('s1', 'Lubrication'), section('s2', 'Belts')] },
    );
    const { summaries } = enrichDocument(input);
    expect(
      summaries.map(({ id, layer, sectionId, childIds }) => ({ id, layer, sectionId, childIds })),
    ).toEqual([
      { id: 'd_1.v1.t0', layer: 1, sectionId: 'd_1.v1.s1', childIds: ['d_1.v1.c0', 'd_1.v1.c1'] },
      { id: 'd_1.v1.t1', layer: 2, sectionId: null, childIds: ['d_1.v1.t0', 'd_1.v1.c2'] },
    ]);
    expect(summaries[1]).toMatchObject({ pageStart: 1, pageEnd: 3 });
  });

  it('makes one summary where a single section holds everything', () => {
    const { summaries } = enrichDocument(
      makeInput('Manual', [{ text: text('bearing') }, { text: text('belt') }], {
        sections: [section('s1', 'All')],
      }),
    );
    expect(summaries).toHaveLength(1);
    expect(summaries[0]?.sectionId).toBeNull();
  });

  it('takes sentences word for word, none twice, with the pages they stand on', () => {
    const chunks = ['bearing', 'bearing', 'belt'].map((subject) => ({ text: text(subject) }));
    const [summary] = enrichDocument(makeInput('Manual', chunks)).summaries;
    const pieces = (summary?.pages ?? []).map(({ start, end }) => summary?.text.slice(start, end) ?? '');
    expect(pieces.join(' ')).toBe(summary?.text);
    const sentences = (summary?.text ?? '').split(/(?<=\.) /u);
    expect(new Set(sentences).size).toBe(sentences.length);
    expect(sentences.every((sentence) => chunks.some((chunk) => chunk.text.includes(sentence)))).toBe(true);
  });

  it('keeps summaries within their tokens however long the document is', () => {
    const chunks = Array.from({ length: 120 }, (_, index) => ({
      text: text(`part number ${index} of the ${index % 7} machine`),
    }));
    const [summary] = enrichDocument(makeInput('Manual', chunks)).summaries;
    expect(summary?.tokens).toBeGreaterThan(50);
    expect(summary?.tokens).toBeLessThanOrEqual(220);
  });
});

describe('keywords', () => {
  it('gives five to a chunk and five more each layer, the telling ones first', () => {
    const input = makeInput(
      'Manual',
      ['bearing', 'belt', 'gearbox'].map((subject) => ({
        text: `${text(subject)} Screws, hammers, tongs, saws, drills and files hang beside ladders, ropes, hooks, chains.`,
      })),
    );
    const { keywords, summaries } = enrichDocument(input);
    expect(keywords.get('d_1.v1.c1')).toHaveLength(5);
    expect(keywords.get('d_1.v1.c1')?.[0]?.toLowerCase()).toContain('belt');
    expect(keywords.get(summaries[0]?.id ?? '')).toHaveLength(10);
  });
});

describe('enrichment', () => {
  it('is the same for the same input, and takes texts that say nothing', () => {
    const input = makeInput('', [{ text: '' }, { text: '   \n\n ' }, { text: '!!! ((( """ ||| :::' }]);
    const [first, second] = [enrichDocument(input), enrichDocument(input)];
    expect(JSON.stringify([first, [...first.keywords]])).toBe(JSON.stringify([second, [...second.keywords]]));
    expect(first).toMatchObject({ entities: [], relations: [], qaPairs: [] });
  });

  it('stays linear on one very long line and on brackets without end', () => {
    const started = performance.now();
    const long = [
      `${'Ada '.repeat(20_000)}`,
      '('.repeat(20_000),
      `${'a'.repeat(50_000)} is the director of`,
      'by the '.repeat(8000),
    ];
    enrichDocument(
      makeInput(
        'Long',
        long.map((line) => ({ text: line })),
      ),
    );
    expect(performance.now() - started).toBeLessThan(20_000);
  });
});
