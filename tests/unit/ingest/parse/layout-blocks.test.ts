import { describe, expect, it } from 'vitest';
import { layoutBlocks, toPageBox } from '../../../../src/ingest/parse/pdf/layout-blocks.ts';
import type { LayoutCell, LayoutNode } from '../../../../src/ingest/parse/pdf/layout-json.ts';

const upright = { number: 1, width: 600, height: 800, rotation: 0, toPage: [1, 0, 0, -1, 0, 800] };
const box = [10, 700, 110, 720];
const text = (content: string, type = 'paragraph'): LayoutNode => ({ type, content, 'bounding box': box });
const brief = (nodes: readonly LayoutNode[]) =>
  layoutBlocks(nodes, upright).map((block) => [block.kind, block.text]);

function cell(row: number, column: number, content: string, rowSpan = 1, columnSpan = 1): LayoutCell {
  const place = {
    'row number': row,
    'column number': column,
    'row span': rowSpan,
    'column span': columnSpan,
  };
  return { type: 'table cell', ...place, kids: [text(content)] };
}

describe('toPageBox', () => {
  it('turns y around on an upright page', () => {
    expect(toPageBox(box, upright)).toEqual([10, 80, 110, 100]);
  });

  it('follows the rotation of the page', () => {
    const turned = { ...upright, width: 800, height: 600, rotation: 90, toPage: [0, 1, 1, 0, 0, 0] };
    expect(toPageBox(box, turned)).toEqual([700, 10, 720, 110]);
  });
});

describe('layoutBlocks', () => {
  it('tells clauses, captions and key-value lines from paragraphs', () => {
    const nodes = [
      text('4.2 The supplier bears the cost of the repair.'),
      text('Figure 3. A pump in section.'),
      text('Invoice: 17'),
      text('Due date: 1 May'),
    ];
    expect(brief(nodes)).toEqual([
      ['clause', '4.2 The supplier bears the cost of the repair.'],
      ['caption', 'Figure 3. A pump in section.'],
      ['key-value', 'Invoice: 17\nDue date: 1 May'],
    ]);
  });

  it('settles ligatures, soft hyphens and white space', () => {
    expect(brief([text('ﬁrst  of\u00AD\nﬁce')])).toEqual([['paragraph', 'first of fice']]);
  });

  it('makes list items with their marks, nested ones indented', () => {
    const inner = { type: 'list', 'list items': [{ type: 'list item', content: '• inner' }] };
    const list = {
      type: 'list',
      'bounding box': box,
      'list items': [
        { type: 'list item', content: '1. one', kids: [inner] },
        { type: 'list item', content: '2. two' },
      ],
    };
    expect(brief([list])).toEqual([['list', '1. one\n  - inner\n2. two']]);
  });

  it('reads numbered clauses that the engine takes for list items', () => {
    const items = ['2.1 The buyer pays in advance.', '2.2 The seller delivers in May.'];
    const list = {
      type: 'list',
      'bounding box': box,
      'list items': items.map((content) => ({ type: 'list item', content, 'bounding box': box })),
    };
    expect(layoutBlocks([list], upright).map((block) => [block.kind, block.number])).toEqual([
      ['clause', '2.1'],
      ['clause', '2.2'],
    ]);
  });

  it('repeats merged cells, takes the naming row as header and ties the caption', () => {
    const rows = [
      { cells: [cell(1, 1, 'Name'), cell(1, 2, 'Size', 1, 2)] },
      { cells: [cell(2, 1, 'oak', 2), cell(2, 2, '1'), cell(2, 3, '2')] },
      { cells: [cell(3, 2, '3'), cell(3, 3, '4')] },
    ];
    const [table] = layoutBlocks(
      [text('Table 1. Trees.'), { type: 'table', 'bounding box': box, rows }],
      upright,
    );
    expect(table?.table).toEqual({
      header: [['Name', 'Size', 'Size']],
      rows: [
        ['oak', '1', '2'],
        ['oak', '3', '4'],
      ],
      caption: 'Table 1. Trees.',
    });
  });

  it('names headers, footers and page numbers', () => {
    const outside = (type: string, content: string) => ({ type, 'bounding box': box, kids: [text(content)] });
    expect(
      brief([
        outside('header', 'Annual report'),
        outside('footer', 'Page 3 of 9'),
        outside('footer', 'Draft'),
      ]),
    ).toEqual([
      ['header', 'Annual report'],
      ['page-number', 'Page 3 of 9'],
      ['footer', 'Draft'],
    ]);
  });
});
