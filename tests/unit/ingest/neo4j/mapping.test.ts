import { describe, expect, it } from 'vitest';
import type { SourceSchema } from '../../../../src/domain/source-schema.ts';
import { editDistance, nearestNames } from '../../../../src/domain/text/edit-distance.ts';
import { inferNode } from '../../../../src/ingest/neo4j/infer-node.ts';
import { parseMapping } from '../../../../src/ingest/neo4j/mapping.ts';
import { printMapping } from '../../../../src/ingest/neo4j/print-mapping.ts';
import { resolveMapping } from '../../../../src/ingest/neo4j/resolve-mapping.ts';

const source = { uri: 'bolt://127.0.0.1:7687' };

/** What a source would tell of one label with these nodes. */
function schemaOf(
  label: string,
  rows: readonly Record<string, unknown>[],
  unique: string[] = [],
): SourceSchema {
  return {
    groups: [{ labels: [label], count: rows.length }],
    properties: [],
    unique: unique.map((property) => ({ label, property })),
    relations: [],
    samples: new Map([[label, rows]]),
  };
}

const prose = (name: string) => `${name} is told about here in one sentence that is long enough to be read.`;

describe('what properties are guessed to be', () => {
  it('goes by constraint first, then by name and distinct values, for the id', () => {
    const rows = [
      { id: 1, sku: 'a', name: 'Oar' },
      { id: 2, sku: 'b', name: 'Sail' },
    ];
    expect(inferNode(schemaOf('Part', rows, ['sku']), 'Part').id).toBe('sku');
    expect(inferNode(schemaOf('Part', rows), 'Part').id).toBe('id');
    const repeated = rows.map((row) => ({ ...row, id: 1 }));
    expect(inferNode(schemaOf('Part', repeated), 'Part').id).toBeNull();
    expect(inferNode(schemaOf('Part', [...rows, { name: 'Mast' }]), 'Part').id).toBeNull();
  });

  it('prefers plain names, then those of the label, then any that end so, for the name', () => {
    const nameOf = (row: Record<string, unknown>) => inferNode(schemaOf('Part', [row]), 'Part').name;
    expect(nameOf({ partName: 'x', title: 'y', fullName: 'z' })).toBe('title');
    expect(nameOf({ partName: 'x', fullName: 'z', userName: 'w' })).toBe('partName');
    expect(nameOf({ fullName: 'z', userName: 'w' })).toBe('fullName');
    expect(nameOf({ userName: 'w', weight: 3 })).toBe('userName');
    expect(nameOf({ weight: 3 })).toBeNull();
  });

  it('takes long texts as text, other names as aliases, and the rest as properties', () => {
    const rows = ['Oar', 'Sail'].map((name) => ({
      name,
      story: prose(name),
      synonyms: [`${name}s`],
      weight: 3,
      vector: null,
    }));
    expect(inferNode(schemaOf('Part', rows), 'Part')).toEqual({
      id: null,
      name: 'name',
      text: ['story'],
      aliases: ['synonyms'],
      properties: ['weight'],
    });
  });
});

describe('a mapping', () => {
  const schema: SourceSchema = {
    groups: [
      { labels: ['Person'], count: 90 },
      { labels: ['Person', 'Keeper'], count: 10 },
    ],
    properties: [{ labels: ['Person'], property: 'rare' }],
    unique: [],
    relations: [{ type: 'KEEPS', count: 10 }],
    samples: new Map([
      ['Person', [{ name: 'Ilva', age: 40 }]],
      ['Keeper', [{ name: 'Ilva', age: 40 }]],
    ]),
  };

  it('reads a node with two labels as the rarer one, and knows properties that no sample shows', () => {
    const { nodes } = resolveMapping({ source }, schema);
    expect(nodes.map(({ label, count }) => [label, count])).toEqual([
      ['Keeper', 10],
      ['Person', 100],
    ]);
    expect([...(nodes[1]?.properties.keys() ?? [])]).toEqual(['age', 'rare']);
  });

  it('keeps what it names and fills in the rest', () => {
    const { nodes, relations } = resolveMapping(
      { source, nodes: { Person: { text: 'name', name: 'rare' } }, relations: {} },
      schema,
    );
    expect(nodes).toHaveLength(1);
    expect(nodes[0]).toMatchObject({ type: 'Person', name: 'rare', text: ['name'] });
    expect([...(nodes[0]?.properties.keys() ?? [])]).toEqual(['age']);
    expect(relations).toEqual([]);
  });

  it('reads again as it was printed, whatever names are in it', () => {
    const odd = ['a: b', '# no', 'yes', 'null', '- x', '"q"', 'ß ü', '1'];
    const strange: SourceSchema = {
      groups: odd.map((label) => ({ labels: [label], count: 1 })),
      properties: [],
      unique: [],
      relations: odd.map((type) => ({ type, count: 2 })),
      samples: new Map(odd.map((label) => [label, [Object.fromEntries(odd.map((key) => [key, 7]))]])),
    };
    const plan = resolveMapping({ source, name: 'odd: one' }, strange);
    const again = resolveMapping(parseMapping(printMapping(plan)), strange);
    const byLabel = (a: { label: string }, b: { label: string }) => (a.label < b.label ? -1 : 1);
    expect([...again.nodes].sort(byLabel)).toEqual([...plan.nodes].sort(byLabel));
    expect(again.name).toBe('odd: one');
    expect(again.relations.map(({ type }) => type).sort()).toEqual([...odd].sort());
  });

  it.each([
    ['source: [', 'line 1'],
    ['nodes: {}', 'source'],
    ['source: {uri: bolt://h, password: x}', 'password_env'],
    ['source: {uri: bolt://h}\nnodes: {A: {nme: x}}', 'nme'],
    ['source: {uri: bolt://h}\nsource: {uri: bolt://i}', 'unique'],
  ])('that reads %j is refused and says where', (text, hint) => {
    let message = '';
    try {
      parseMapping(text);
    } catch (error) {
      message = String(error);
      expect(error).toMatchObject({ code: 'TRELLIS_IMPORT_MAPPING_INVALID' });
    }
    expect(message).toContain(hint);
  });
});

describe('the nearest names', () => {
  it('are those with fewest edits, or the first few where none is near', () => {
    expect(editDistance('kitten', 'sitting')).toBe(3);
    expect(nearestNames('Harbor', ['Vessel', 'Harbours', 'Harbour'])).toEqual(['Harbour', 'Harbours']);
    expect(nearestNames('xyzzy', ['Vessel', 'Harbour', 'Skipper', 'Tug'])).toEqual([
      'Vessel',
      'Harbour',
      'Skipper',
    ]);
  });
});
