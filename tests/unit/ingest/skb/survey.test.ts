import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { surveySkb } from '../../../../src/ingest/skb/survey.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'trellis-skb-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const SCHEMA = JSON.stringify({
  node_types: { town: 'a town', river: 'a river' },
  relations: { lies_on: { domain: 'town', range: 'river' }, near: {} },
});
const NODES = [
  '{"id": 1, "type": "town", "name": "Ashford", "text": ""}',
  '{"id": 2, "type": "river", "name": "Stour"}',
];

async function survey(files: { nodes?: string | Uint8Array; edges?: string; schema?: string }) {
  await writeFile(join(folder, 'nodes.jsonl'), files.nodes ?? NODES.join('\n'));
  await writeFile(join(folder, 'edges.jsonl'), files.edges ?? '');
  await writeFile(join(folder, 'schema.json'), files.schema ?? SCHEMA);
  return surveySkb(folder);
}

const problemsOf = async (files: Parameters<typeof survey>[0]): Promise<string[]> => {
  const error = (await survey(files).catch((caught: unknown) => caught)) as {
    details: { problems: { file: string; line: number; message: string }[] };
  };
  return error.details.problems.map(({ file, line, message }) => `${file}:${line} ${message}`);
};

describe('the survey of a graph', () => {
  it('reads Windows line ends, a byte order mark, blank lines and no last line end alike', async () => {
    const plain = await survey({});
    const windows = await survey({ nodes: `\uFEFF${NODES.join('\r\n\r\n')}` });
    expect(windows.nodes).toEqual(plain.nodes);
    expect(plain.nodes.map(({ id, type }) => [id, type])).toEqual([
      ['1', 'town'],
      ['2', 'river'],
    ]);
  });

  it('counts an edge that stands twice once, and learns the ends of relations', async () => {
    const edge = '{"source": 1, "relation": "lies_on", "target": 2}';
    const { edges, edgeCount, statistics } = await survey({ edges: `${edge}\n${edge}` });
    expect(edgeCount).toBe(1);
    expect(edges).toEqual([[{ relation: 'lies_on', target: 1 }], []]);
    expect(statistics.relations['lies_on']?.ends).toEqual([
      { domain: 'town', range: 'river', count: 1, sources: 1, targets: 1 },
    ]);
    expect(statistics.relations['near']).toMatchObject({ count: 0, ends: [] });
  });

  it('says of a duplicate id where it stood first, also when one is a number and one a text', async () => {
    const nodes = `${NODES[0]}\n{"id": "1", "type": "town", "name": "Other"}`;
    expect(await problemsOf({ nodes })).toEqual(['nodes.jsonl:2 id "1" stands in line 1 already']);
  });

  it('checks ends, domain and range of edges', async () => {
    const edges = [
      '{"source": 2, "relation": "lies_on", "target": 1}',
      '{"source": 1, "relation": "near", "target": 5}',
      '{"source": 1, "target": 2}',
      '[]',
    ].join('\n');
    expect(await problemsOf({ edges })).toEqual([
      'edges.jsonl:1 source is a river, but lies_on has the domain town',
      'edges.jsonl:1 target is a town, but lies_on has the range river',
      'edges.jsonl:2 target "5" is no node of nodes.jsonl',
      'edges.jsonl:3 relation undefined is not in schema.json',
      'edges.jsonl:4 is not a JSON object',
    ]);
  });

  it('refuses names that no graph takes', async () => {
    const nodes = '{"id": 1, "type": "town", "name": "A", "properties": {"a`b": 1, "": 2, "ok": 3}}';
    expect(await problemsOf({ nodes })).toHaveLength(2);
    const schema = JSON.stringify({ node_types: { 'a`b': '' }, relations: {} });
    await expect(survey({ schema, nodes: '' })).rejects.toMatchObject({
      code: 'TRELLIS_IMPORT_SCHEMA_INVALID',
    });
  });

  it('lists a hundred problems and counts all', async () => {
    const error = await survey({ nodes: 'x\n'.repeat(250) }).catch((caught: unknown) => caught);
    expect(error).toMatchObject({ code: 'TRELLIS_IMPORT_ROWS_INVALID', details: { total: 250 } });
    expect((error as { details: { problems: unknown[] } }).details.problems).toHaveLength(100);
  });

  it('tells unreadable from missing files', async () => {
    await expect(survey({ nodes: new Uint8Array([0x7b, 0xff, 0xfe]) })).rejects.toMatchObject({
      code: 'TRELLIS_INGEST_FILE_UNREADABLE',
    });
    await expect(surveySkb(join(folder, 'nowhere'))).rejects.toMatchObject({
      code: 'TRELLIS_INGEST_FILE_NOT_FOUND',
    });
    await expect(survey({ schema: '{' })).rejects.toMatchObject({ code: 'TRELLIS_IMPORT_SCHEMA_INVALID' });
  });

  it('gives another digest to a changed row only', async () => {
    const before = await survey({});
    const after = await survey({
      nodes: `${NODES[0]}\n{"id": 2, "type": "river", "name": "Stour", "text": "Long."}`,
    });
    expect(after.nodes[0]).toEqual(before.nodes[0]);
    expect(after.nodes[1]?.digest).not.toBe(before.nodes[1]?.digest);
    expect(after.digest).not.toBe(before.digest);
  });
});
