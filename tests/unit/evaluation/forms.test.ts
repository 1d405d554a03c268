import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseClause, writeClause } from '../../../src/evaluation/forms/clause.ts';
import { evaluateClauses } from '../../../src/evaluation/forms/evaluate-form.ts';
import { readForms } from '../../../src/evaluation/forms/gold-form.ts';
import { createSkbGraph, placesOf } from '../../../src/evaluation/forms/skb-graph.ts';

const node = (
  id: string,
  type: string,
  name: string,
  properties: Record<string, unknown> = {},
  aliases: string[] = [],
) => ({
  id,
  type,
  name,
  names: [name, ...aliases],
  text: `${name}. Text of ${id}.`,
  properties,
});
// Two writers, three books: Ash and Oak by Wren; Elm by Finch and Wren; Oak cites Ash and Elm, Elm cites Ash.
const graph = createSkbGraph(
  [
    node('w1', 'writer', 'J. Wren', {}, ['Jenny Wren']),
    node('w2', 'writer', 'Finch'),
    node('b1', 'book', 'Ash: a tree', { year: 1990, genre: ['nature', 'verse'] }),
    node('b2', 'book', 'Oak', { year: 2001, genre: ['nature'] }),
    node('b3', 'book', 'Elm', { year: 2005 }),
    node('t1', 'tree', 'Elm'),
  ],
  [
    [],
    [],
    [{ relation: 'by', to: 0 }],
    [
      { relation: 'by', to: 0 },
      { relation: 'cites', to: 2 },
      { relation: 'cites', to: 4 },
    ],
    [
      { relation: 'by', to: 1 },
      { relation: 'by', to: 0 },
      { relation: 'cites', to: 2 },
    ],
    [],
  ],
);

const SPECS: readonly (readonly [string, string, readonly unknown[][], string[]])[] = [
  ['one step against the arrow', 'book', [['path', 'J. Wren', '<by']], ['b1', 'b2', 'b3']],
  ['one step along the arrow', 'writer', [['path', 'book:Elm', '>by']], ['w1', 'w2']],
  ['two steps', 'writer', [['path', 'Ash', '<cites', '>by']], ['w1', 'w2']],
  [
    'a path of a filtered set',
    'writer',
    [
      [
        'and',
        'book',
        [
          ['path', 'Ash', '<cites'],
          ['prop', 'year', '<', 2002],
        ],
        '>by',
      ],
    ],
    ['w1'],
  ],
  [
    'two paths',
    'book',
    [
      ['path', 'Finch', '<by'],
      ['path', 'Jenny Wren', '<by'],
    ],
    ['b3'],
  ],
  ['an element of a list', 'book', [['prop', 'genre', 'has', 'nature']], ['b1', 'b2']],
  [
    'a range',
    'book',
    [
      ['prop', 'year', '>=', 1990],
      ['prop', 'year', '<=', 2001],
    ],
    ['b1', 'b2'],
  ],
  [
    'what is denied',
    'book',
    [
      ['path', 'J. Wren', '<by'],
      ['not', ['path', 'Finch', '<by']],
    ],
    ['b1', 'b2'],
  ],
  [
    'a node itself denied',
    'writer',
    [
      ['path', 'Ash', '<cites', '>by'],
      ['not', ['ids', ['J. Wren']]],
    ],
    ['w2'],
  ],
  ['a number of neighbours', 'book', [['count', '>cites', '>=', 2]], ['b2']],
  [
    'the most neighbours among the rest',
    'book',
    [
      ['path', 'Finch', '<by'],
      ['argmax', '>cites'],
    ],
    ['b3'],
  ],
  ['the fewest neighbours', 'book', [['argmin', '>cites']], ['b1']],
  ['words of the text', 'book', [['text', 'text\\s+of b2']], ['b2']],
];

describe('a form', () => {
  it.each(SPECS)('finds by %s', (_, type, spec, expected) => {
    const places = evaluateClauses(graph, spec.map(parseClause), type);
    expect([...places].map((place) => graph.nodes[place]?.id)).toEqual(expected);
  });

  it.each(SPECS)('is written as it was read: %s', (_, _type, spec) => {
    expect(spec.map((clause) => writeClause(parseClause(clause)))).toEqual(spec);
  });

  it('can be followed by its paths alone, and by all but words', () => {
    const clauses = [
      ['path', 'J. Wren', '<by'],
      ['prop', 'year', '>=', 2000],
      ['text', 'b2'],
    ].map(parseClause);
    expect(evaluateClauses(graph, clauses, 'book', 'paths').size).toBe(3);
    expect(evaluateClauses(graph, clauses, 'book', 'structure').size).toBe(2);
    expect(evaluateClauses(graph, clauses, 'book', 'all').size).toBe(1);
  });

  it('names nodes by name, type and name, the part before a colon, or an alias', () => {
    expect(placesOf(graph, 'Elm')).toEqual([4, 5]);
    expect(placesOf(graph, 'tree:Elm')).toEqual([5]);
    expect(placesOf(graph, 'ash')).toEqual([2]);
    expect(placesOf(graph, 'Jenny Wren')).toEqual([0]);
    expect(placesOf(graph, 'Nobody')).toEqual([]);
  });
});

describe('a file of forms', () => {
  it('is refused with the question whose form is wrong, and may be missing', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'trellis-forms-'));
    const path = join(folder, 'forms.jsonl');
    const row = (spec: unknown) => JSON.stringify({ id: 7, query: 'Which?', answer_type: 'book', spec });
    expect(await readForms(path)).toBeUndefined();
    await writeFile(path, row([['path', 'J. Wren', '<by']]));
    expect((await readForms(path))?.get('7')).toMatchObject({ question: 'Which?', answerType: 'book' });
    for (const spec of [
      [['walk', 'J. Wren']],
      [['path', 'J. Wren', 'by']],
      [['prop', 'year', '~', 1]],
      ['path'],
    ]) {
      await writeFile(path, row(spec));
      await expect(readForms(path)).rejects.toMatchObject({ code: 'TRELLIS_EVAL_SUITE_INVALID' });
    }
    await rm(folder, { recursive: true });
  });
});
