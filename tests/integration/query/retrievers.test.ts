import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PipelineName } from '../../../src/domain/api/ask.ts';
import { createTrace } from '../../../src/domain/trace.ts';
import { resolveScope } from '../../../src/store/access.ts';
import { uniqueTenant } from '../../setup/neo4j-context.ts';
import { openQueryContext, PAPERS, type QueryContext } from './query-context.ts';

let context: QueryContext;

beforeAll(async () => {
  context = await openQueryContext();
  await context.add(PAPERS);
});
afterAll(() => context.close());

async function run(name: PipelineName, question: string, limit = 5) {
  const scope = await resolveScope(context.database, {
    tenant: context.config.TRELLIS_TENANT,
    groups: 'all',
  });
  return await context.services.pipelines.run(name, question, { scope, limit, trace: createTrace() });
}

async function textOf(id: string | undefined): Promise<string> {
  const scope = await resolveScope(context.database, {
    tenant: context.config.TRELLIS_TENANT,
    groups: 'all',
  });
  const rows = await context.database.read('read/scoring-chunks', { ...scope, ids: [id ?? ''] });
  return String(rows[0]?.['text']);
}

describe.each(['bm25', 'vector', 'rrf', 'mix', 'rerank', 'text', 'auto'] as const)(
  'the pipeline %s',
  (name) => {
    test('finds the passage that answers, with its page', async () => {
      const { candidates, rung } = await run(name, 'Which pressure does pump P-200 run at?');
      expect(await textOf(candidates[0]?.id)).toContain('25 bar');
      expect(candidates.every(({ kind, page }) => kind === 'chunk' && page === 1)).toBe(true);
      expect(rung).toBe('text');
    });

    test('orders by falling score, ties by id, each node once, within the limit', async () => {
      const { candidates } = await run(name, 'pump plant lease', 3);
      expect(candidates.length).toBeLessThanOrEqual(3);
      expect(new Set(candidates.map(({ id }) => id)).size).toBe(candidates.length);
      const order = [...candidates].sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1));
      expect(candidates).toEqual(order);
    });

    test('finds nothing for a reader who may see nothing', async () => {
      const options = {
        scope: { tenant: context.config.TRELLIS_TENANT, acls: [] },
        limit: 5,
        trace: createTrace(),
      };
      const { candidates, rung } = await context.services.pipelines.run(name, 'pump P-200', options);
      expect(candidates).toEqual([]);
      expect(rung).toBe('none');
    });

    test('finds nothing in an empty tenant', async () => {
      const scope = await resolveScope(context.database, { tenant: uniqueTenant(), groups: 'all' });
      const { candidates } = await context.services.pipelines.run(name, 'pump P-200', {
        scope,
        limit: 5,
        trace: createTrace(),
      });
      expect(candidates).toEqual([]);
    });
  },
);

describe('search', () => {
  const search = (question: string, more = {}) => context.services.search({ question, ...more });

  test('gives ranked citations with document, section, page and words', async () => {
    const { results } = await search('notice period of the lease', { limit: 2 });
    expect(results).toHaveLength(2);
    expect(results[0]).toMatchObject({
      number: 1,
      kind: 'passage',
      document: { title: 'Lease of the Ostrava plant', uri: 'upload:lease.md', version: 1 },
      page: 1,
    });
    expect(results[0]?.text).toContain('nine months');
  });

  test('gives the same bytes ten times', async () => {
    const answers = new Set<string>();
    for (let round = 0; round < 10; round += 1) {
      const { ms: _ms, ...rest } = await search('Who builds pumps in Ostrava?', { trace: true });
      answers.add(JSON.stringify(rest));
    }
    expect(answers.size).toBe(1);
  });

  test('keeps results and scores to the byte when a second tenant is loaded', async () => {
    const names = ['bm25', 'vector', 'rrf', 'mix', 'text', 'auto'] as const;
    const shot = async () => {
      const all = [];
      for (const pipeline of names) {
        const { ms: _ms, ...rest } = await search('Which plant has a pump at 25 bar?', {
          pipeline,
          trace: true,
        });
        all.push(rest);
      }
      return JSON.stringify(all);
    };
    const before = await shot();
    await context.add(
      {
        'other.md': '# Pumps\n\nEvery pump at every plant runs at 25 bar. The pump, the plant, the bar.',
        'more.md': '# More pumps\n\nPump P-200 is a pump at 25 bar in a plant.',
      },
      { tenant: uniqueTenant('second') },
    );
    expect(await shot()).toBe(before);
  });

  test('holds to the filters: documents, tags, classification', async () => {
    await context.add(
      { 'secret.md': '# Pump P-900\n\nPump P-900 runs at 90 bar.' },
      { tags: ['draft'], classification: 'secret' },
    );
    const tagged = await search('pump bar', { filters: { tags: ['draft'] } });
    expect(tagged.results.map(({ document }) => document?.title)).toEqual(['Pump P-900']);
    const classified = await search('pump P-900 bar', { filters: { classification: ['internal'] } });
    expect(classified.results.map(({ document }) => document?.title)).not.toContain('Pump P-900');
    const id = tagged.results[0]?.document?.id ?? '';
    const one = await search('pump bar', { filters: { documents: [id] } });
    expect(one.results.every(({ document }) => document?.id === id)).toBe(true);
    expect((await search('pump bar', { filters: { documents: ["x' OR 1=1"] } })).results).toEqual([]);
  });

  test('shows a reader only what his groups may see, by no pipeline', async () => {
    await context.add(
      { 'board.md': '# Board\n\nThe zirconium merger is planned for May.' },
      { access: ['board'] },
    );
    for (const pipeline of ['bm25', 'vector', 'text', 'auto'] as const) {
      const staff = await search('zirconium merger', { pipeline, groups: ['staff'] });
      expect(JSON.stringify(staff.results)).not.toContain('merger is planned');
      const board = await search('zirconium merger', { pipeline, groups: ['board'] });
      expect(board.results[0]?.text).toContain('zirconium');
    }
  });
});
