import { describe, expect, test } from 'vitest';
import type { Candidate } from '../../../src/domain/candidate.ts';
import { createTrace } from '../../../src/domain/trace.ts';
import { TrellisError } from '../../../src/errors.ts';
import { analyseWords } from '../../../src/query/analyse/analyse.ts';
import { createLadder } from '../../../src/query/ladder.ts';
import type { Retrieval, Retriever } from '../../../src/query/retrievers/retriever.ts';

const candidate = (id: string, score: number): Candidate => ({
  id,
  kind: 'chunk',
  score,
  parts: {},
  page: 1,
});
const found = (...ids: string[]): Retrieval => ({
  candidates: ids.map((id, index) => candidate(id, ids.length - index)),
});
const entities = (...ids: string[]): Retrieval => ({
  candidates: found(...ids).candidates.map((entry) => ({ ...entry, kind: 'entity' as const })),
});
const answering = (name: 'text' | 'hybrid', retrieval: Retrieval): Retriever => ({
  name,
  retrieve: async () => retrieval,
});

async function climb(
  text: Retrieval,
  hybrid: Retrieval,
  coverage: (id: string) => number,
  question = 'Who is Ada?',
) {
  const trace = createTrace();
  const ladder = createLadder({
    text: answering('text', text),
    hybrid: answering('hybrid', hybrid),
    coverage: async (_request, lists) =>
      lists.map((list) => Math.max(0, ...list.map(({ id }) => coverage(id)))),
  });
  const request = { analysis: analyseWords(question), scope: { tenant: 't', acls: [] }, limit: 3, trace };
  return { ...(await ladder(request)), trace };
}

describe('the ladder', () => {
  test('lets the graph order entities when its candidates hold, with what text found below', async () => {
    const { candidates, rung } = await climb(entities('a', 'b'), entities('c', 'a'), () => 0.8);
    expect(candidates.map(({ id }) => id)).toEqual(['c', 'a', 'b']);
    expect(rung).toBe('hybrid');
    const scores = candidates.map(({ score }) => score);
    expect(scores).toEqual([...scores].sort((x, y) => y - x));
  });

  test("keeps text's first passage first, and takes from the graph what goes with it", async () => {
    const { candidates, rung } = await climb(found('a', 'b'), found('c', 'a', 'd'), () => 0.8);
    expect(candidates.map(({ id }) => id)).toEqual(['a', 'c', 'd']);
    expect(rung).toBe('hybrid');
  });

  test('keeps what plain text finds when the graph denies it', async () => {
    const { candidates, rung } = await climb(found('a', 'b'), found('x', 'y'), (id) =>
      id === 'a' ? 0.9 : 0.1,
    );
    expect(candidates.map(({ id }) => id)).toEqual(['a', 'b']);
    expect(rung).toBe('text');
  });

  test('takes text alone for a question that names nothing, a month aside', async () => {
    const climbed = await climb(found('a'), found('b', 'a'), () => 1, 'Why did the pump stop in November?');
    expect(climbed).toMatchObject({ rung: 'text', candidates: [{ id: 'a' }] });
  });

  test('takes text alone when the graph refuses or finds nothing, and says so in the trace', async () => {
    const refused = await climb(found('a'), { candidates: [], refused: 'no entity' }, () => 1);
    expect(refused).toMatchObject({ rung: 'text', candidates: [{ id: 'a' }] });
    expect(JSON.stringify(refused.trace.steps)).toContain('no entity');
    expect(await climb(found(), found(), () => 1)).toMatchObject({ rung: 'none', candidates: [] });
  });

  test('holds the limit', async () => {
    const { candidates } = await climb(found('a', 'b', 'c', 'd'), found('e', 'a'), () => 1);
    expect(candidates).toHaveLength(3);
  });

  test('throws a fault of the graph instead of answering without it', async () => {
    const fault = new TrellisError('TRELLIS_STORE_UNAVAILABLE', 'gone');
    const ladder = createLadder({
      text: answering('text', found('a')),
      hybrid: { name: 'hybrid', retrieve: () => Promise.reject(fault) },
      coverage: async () => [1, 1],
    });
    const request = {
      analysis: analyseWords('Who?'),
      scope: { tenant: 't', acls: [] },
      limit: 3,
      trace: createTrace(),
    };
    await expect(ladder(request)).rejects.toBe(fault);
  });
});
