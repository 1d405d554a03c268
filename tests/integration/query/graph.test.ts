import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTrace } from '../../../src/domain/trace.ts';
import { createImport } from '../../../src/ingest/import-skb.ts';
import { analyseWords } from '../../../src/query/analyse/analyse.ts';
import { describePath } from '../../../src/query/graph/describe-search.ts';
import { analyseText } from '../../../src/query/lexical/analysed-text.ts';
import { createQuestionStatistics } from '../../../src/query/question-statistics.ts';
import { createRetrieverBank, type RetrieverBank } from '../../../src/query/retrievers/bank.ts';
import { resolveScope } from '../../../src/store/access.ts';
import { uniqueTenant } from '../../setup/neo4j-context.ts';
import { openQueryContext, type QueryContext } from './query-context.ts';

const SCHEMA = {
  name: 'cookery',
  node_types: { recipe: 'a recipe', cook: 'a person who cooks', spice: 'a seasoning' },
  relations: {
    created_by: { domain: 'recipe', range: 'cook', description: 'the recipe was made by the cook' },
    uses: { domain: 'recipe', range: 'spice', description: 'the recipe needs this spice' },
    replaces: { domain: 'recipe', range: 'recipe', description: 'the source recipe replaces the target' },
  },
};
const node = (id: number, type: string, name: string, text = '', properties = {}) => ({
  id,
  type,
  name,
  text,
  properties,
});
const NODES = [
  node(1, 'recipe', 'Green curry', 'A hot dish with coconut milk.', { level: 'Advanced level', year: 1995 }),
  node(2, 'recipe', 'Rice pudding', 'A sweet dish of rice and milk.', {
    level: 'Beginner level',
    year: 1980,
  }),
  node(3, 'recipe', 'Golden soup', 'A soup of lentils.', { level: 'Beginner level', year: 2005 }),
  node(4, 'recipe', 'Old curry', 'The first curry of the house.', { level: 'Advanced level', year: 1970 }),
  node(10, 'cook', 'J. Alder'),
  node(11, 'cook', 'M. Birch'),
  node(12, 'cook', 'P. Alder'),
  node(20, 'spice', 'Turmeric', '', { synonyms: ['Yellow ginger'] }),
  node(21, 'spice', 'Cinnamon'),
  node(22, 'spice', 'Chili'),
];
const EDGES: readonly (readonly [number, string, number])[] = [
  [1, 'created_by', 10],
  [2, 'created_by', 11],
  [3, 'created_by', 10],
  [4, 'created_by', 12],
  [1, 'uses', 20],
  [1, 'uses', 22],
  [1, 'uses', 21],
  [2, 'uses', 21],
  [3, 'uses', 20],
  [4, 'uses', 22],
  [1, 'replaces', 4],
];

let context: QueryContext;
let folder: string;
let retrieval: RetrieverBank;
const lines = (rows: readonly unknown[]): string => rows.map((row) => JSON.stringify(row)).join('\n');

async function load(tenant: string, access: readonly string[], nodes: readonly unknown[]): Promise<void> {
  const directory = await mkdtemp(join(folder, 'suite-'));
  await writeFile(join(directory, 'schema.json'), JSON.stringify(SCHEMA));
  await writeFile(join(directory, 'nodes.jsonl'), lines(nodes));
  const edges = EDGES.map(([source, relation, target]) => ({ source, relation, target }));
  await writeFile(join(directory, 'edges.jsonl'), lines(edges));
  const importSkb = createImport({ database: context.database, embeddings: context.embeddings });
  await importSkb({ directory, tenant, access, classification: 'internal' });
}

beforeAll(async () => {
  context = await openQueryContext();
  folder = await mkdtemp(join(tmpdir(), 'trellis-graph-'));
  retrieval = createRetrieverBank({
    ...context,
    statistics: createQuestionStatistics(context.database),
    analyseText,
  });
  await load(context.config.TRELLIS_TENANT, ['kitchen'], NODES);
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await context.close();
});

interface Asked {
  readonly tenant?: string;
  readonly groups?: 'all' | readonly string[];
}

async function ask(module: 'graph' | 'hybrid', question: string, { tenant, groups = 'all' }: Asked = {}) {
  const scope = await resolveScope(context.database, {
    tenant: tenant ?? context.config.TRELLIS_TENANT,
    groups,
  });
  const trace = createTrace();
  const retrieved = await retrieval[module].retrieve({
    analysis: analyseWords(question),
    scope,
    limit: 10,
    trace,
  });
  const ids = retrieved.candidates.map(({ id }) => id);
  const records =
    ids.length === 0 ? [] : await context.database.read('read/graph-records', { ...scope, ids, keys: [] });
  const names = new Map(records.map((row) => [String(row['id']), String(row['name'])]));
  return { ...retrieved, trace, names: ids.map((id) => names.get(id)) };
}

describe.each(['graph', 'hybrid'] as const)('the module %s', (module) => {
  test.each([
    ['Which recipes by John Alder use turmeric and chili?', 'Green curry'],
    ['recipes for beginners that use yellow ginger', 'Golden soup'],
    ['recipes with cinamon but without chili', 'Rice pudding'],
    ['Who created the recipe that replaces Old curry?', 'J. Alder'],
    ['Recipes by J. Alder since 2000', 'Golden soup'],
    ['Which recipe uses the most spices?', 'Green curry'],
    ['Which spices do Green curry and Rice pudding have in common?', 'Cinnamon'],
  ])('answers: %s', async (question, expected) => {
    expect((await ask(module, question)).names[0]).toBe(expected);
  });

  test('shows the path that supports an answer', async () => {
    const { candidates } = await ask(module, 'Who created the recipe that replaces Old curry?');
    const paths = (candidates[0]?.paths ?? []).map(describePath);
    expect(paths).toContain('Old curry ←replaces– Green curry –created_by→ J. Alder');
  });

  test('finds nothing for a reader without rights, and says nothing of what there is', async () => {
    const { candidates, trace } = await ask(module, 'recipes with cinnamon', { groups: ['garden'] });
    expect(candidates).toEqual([]);
    expect(JSON.stringify(trace.steps)).not.toContain('Cinnamon');
  });

  test('gives the same bytes ten times, and after another tenant was loaded', async () => {
    const question = 'Which recipes by John Alder use turmeric?';
    const before = JSON.stringify((await ask(module, question)).candidates);
    for (let time = 0; time < 9; time += 1) {
      expect(JSON.stringify((await ask(module, question)).candidates)).toBe(before);
    }
    const other = uniqueTenant();
    await load(
      other,
      [],
      NODES.map((row) => ({ ...row, name: `${row.name} turmeric` })),
    );
    expect(JSON.stringify((await ask(module, question)).candidates)).toBe(before);
  });

  test.each([
    'TCP/IP ~alien "unclosed a AND NOT x C++ node:',
    '?',
    "x' OR 1=1 `) DETACH DELETE n //",
    '茶 ☕',
  ])('takes %s as words', async (question) => {
    await expect(ask(module, question)).resolves.toBeDefined();
    const [row] = await context.database.read('read/graph-records', {
      ...(await resolveScope(context.database, { tenant: context.config.TRELLIS_TENANT, groups: 'all' })),
      ids: ['none'],
      keys: [],
    });
    expect(row).toBeUndefined();
    expect((await ask(module, 'recipes with cinnamon')).names).toContain('Rice pudding');
  });
});

test('the graph module refuses a question that names nothing it holds', async () => {
  const { candidates, refused } = await ask('graph', 'zzzq wwwx');
  expect(candidates).toEqual([]);
  expect(refused).toContain('names nothing');
});

test('hybrid finds by text what no path leads to', async () => {
  expect((await ask('hybrid', 'sweet milk')).names[0]).toBe('Rice pudding');
});
