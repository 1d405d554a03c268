import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A graph to import, as plain values. */
export interface GraphFiles {
  readonly nodes: readonly (object | string)[];
  readonly edges: readonly (object | string)[];
  readonly schema: object;
}

function lines(rows: readonly (object | string)[]): string {
  return rows.map((row) => (typeof row === 'string' ? row : JSON.stringify(row))).join('\n');
}

/** Writes the three files of a graph into a folder and returns it. */
export async function writeGraph(folder: string, name: string, files: GraphFiles): Promise<string> {
  const directory = join(folder, name);
  await mkdir(directory, { recursive: true });
  await writeFile(join(directory, 'nodes.jsonl'), `${lines(files.nodes)}\n`);
  await writeFile(join(directory, 'edges.jsonl'), `${lines(files.edges)}\n`);
  await writeFile(join(directory, 'schema.json'), JSON.stringify(files.schema));
  return directory;
}

/** A small brewery's graph: three beers, two breweries, one town. */
export const BREWERIES: GraphFiles = {
  schema: {
    name: 'breweries',
    node_types: { beer: 'a beer', brewery: 'who brews', town: 'where' },
    relations: {
      brewed_by: { domain: 'beer', range: 'brewery', description: 'the brewery makes the beer' },
      stands_in: { domain: 'brewery', range: 'town' },
    },
  },
  nodes: [
    {
      id: 0,
      type: 'beer',
      name: 'Night Owl',
      text: 'Night Owl. A dark stout.',
      properties: {
        year: 1998,
        strength: 6.5,
        aliases: ['The Owl'],
        hops: ['Fuggle', 'Target'],
        notes: { colour: 'black' },
      },
    },
    { id: 1, type: 'beer', name: 'Pale Fox', text: 'A pale ale.', properties: { year: 2004, strength: 4.2 } },
    { id: 2, type: 'beer', name: 'Red Hen', text: '', properties: { year: 2004 } },
    { id: 'b1', type: 'brewery', name: 'Miller & Daughters', text: 'Founded in a barn.' },
    { id: 'b2', type: 'brewery', name: 'Löwenhof', text: 'A lion on the door.' },
    { id: 't', type: 'town', name: 'Ashford', text: 'A town on a river.', properties: {} },
  ],
  edges: [
    { source: 0, relation: 'brewed_by', target: 'b1' },
    { source: 1, relation: 'brewed_by', target: 'b1' },
    { source: 2, relation: 'brewed_by', target: 'b2' },
    { source: 'b1', relation: 'stands_in', target: 't' },
  ],
};
