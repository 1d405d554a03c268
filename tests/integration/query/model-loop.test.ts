import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTrace } from '../../../src/domain/trace.ts';
import { createImport } from '../../../src/ingest/import-skb.ts';
import { createBudget } from '../../../src/models/budget.ts';
import { analyseWords } from '../../../src/query/analyse/analyse.ts';
import type { ModelCritic } from '../../../src/query/critic/model/cascade.ts';
import type { ModelCommentRequest } from '../../../src/query/critic/model/comment-on-route.ts';
import { analyseText } from '../../../src/query/lexical/analysed-text.ts';
import { createQuestionStatistics } from '../../../src/query/question-statistics.ts';
import { createRetrieverBank } from '../../../src/query/retrievers/bank.ts';
import { resolveScope } from '../../../src/store/access.ts';
import { openQueryContext, type QueryContext } from './query-context.ts';

const SCHEMA = {
  name: 'boats',
  node_types: { boat: 'a vessel', yard: 'a place that builds boats', sail: 'a piece of cloth' },
  relations: {
    built_by: { domain: 'boat', range: 'yard', description: 'the boat was built by the yard' },
    carries: { domain: 'boat', range: 'sail', description: 'the boat carries the sail' },
  },
};
const NODES = [
  { id: 1, type: 'boat', name: 'Petrel', text: 'A cutter of oak.' },
  { id: 2, type: 'boat', name: 'Gannet', text: 'A cutter of pine.' },
  { id: 10, type: 'yard', name: 'Northern Slip', text: '' },
  { id: 20, type: 'sail', name: 'Genoa', text: '' },
];
const EDGES = [
  { source: 1, relation: 'built_by', target: 10 },
  { source: 2, relation: 'built_by', target: 10 },
  { source: 1, relation: 'carries', target: 20 },
  { source: 2, relation: 'carries', target: 20 },
];
const QUESTION = 'What carries the Genoa?';
const lines = (rows: readonly unknown[]): string => rows.map((row) => JSON.stringify(row)).join('\n');

let context: QueryContext;
beforeAll(async () => {
  context = await openQueryContext();
  const directory = await mkdtemp(join(tmpdir(), 'trellis-loop-'));
  await writeFile(join(directory, 'schema.json'), JSON.stringify(SCHEMA));
  await writeFile(join(directory, 'nodes.jsonl'), lines(NODES));
  await writeFile(join(directory, 'edges.jsonl'), lines(EDGES));
  const importSkb = createImport({ database: context.database, embeddings: context.embeddings });
  const tenant = context.config.TRELLIS_TENANT;
  await importSkb({ directory, tenant, access: [], classification: 'internal' });
  await rm(directory, { recursive: true });
});
afterAll(() => context.close());

/** A critic that says what a test gives it, and keeps what it was asked. */
function scripted(verdicts: readonly (boolean | undefined)[], choose = 'yard') {
  const asked: ModelCommentRequest[] = [];
  const left = [...verdicts];
  const critic: ModelCritic = {
    route: async () => undefined,
    validate: async () => {
      const accepted = left.shift();
      return accepted === undefined ? undefined : { accepted, confidence: 0.95, reason: 'scripted' };
    },
    comment: async (request) => {
      asked.push(request);
      return request.allowed.filter(({ error, subject }) => error === 'wrong_type' && subject === choose);
    },
  };
  return { critic, asked, left };
}

async function typesFound(critic?: ModelCritic, spend = true): Promise<string[]> {
  const bank = createRetrieverBank({
    ...context,
    statistics: createQuestionStatistics(context.database),
    analyseText,
    ...(critic === undefined ? {} : { critic }),
  });
  const scope = await resolveScope(context.database, {
    tenant: context.config.TRELLIS_TENANT,
    groups: 'all',
  });
  const { candidates } = await bank.hybrid.retrieve({
    analysis: analyseWords(QUESTION),
    scope,
    limit: 10,
    trace: createTrace(),
    ...(spend ? { budget: createBudget(14) } : {}),
  });
  const ids = candidates.filter(({ paths = [] }) => paths.length > 0).map(({ id }) => id);
  const rows = await context.database.read('read/graph-records', { ...scope, ids, keys: [] });
  const types = new Map(rows.map((row) => [String(row['id']), String(row['type'])]));
  return ids.map((id) => types.get(id) ?? '');
}

describe('the second opinion of a model', () => {
  test('changes the route by a legal comment, and the change stands once it is accepted', async () => {
    const { critic, asked, left } = scripted([false, true]);
    const types = await typesFound(critic);
    expect(asked[0]?.allowed.map(({ error }) => error)).toContain('wrong_type');
    expect(asked[0]?.route.found.length).toBeGreaterThan(0);
    expect(left).toEqual([]);
    expect(new Set(types)).toEqual(new Set(['yard']));
  });

  test.each([
    ['accepts the first result', [true]],
    ['says nothing usable', [undefined]],
    ['refuses the changed result too', [false, false]],
    ['falls silent on the changed result', [false, undefined]],
  ])('leaves the first result as it was when the model %s', async (_what, verdicts) => {
    const { critic, left } = scripted(verdicts);
    expect(await typesFound(critic)).toEqual(await typesFound());
    expect(left).toEqual([]);
  });

  test('leaves it too when the comment is no legal one, and is not asked for without a budget', async () => {
    const { critic } = scripted([false, true], 'submarine');
    expect(await typesFound(critic)).toEqual(await typesFound());
    const unasked = scripted([false, true]);
    expect(await typesFound(unasked.critic, false)).toEqual(await typesFound());
    expect(unasked.left).toHaveLength(2);
  });
});
