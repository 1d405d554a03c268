import { describe, expect, it } from 'vitest';
import { createFreeCommenter } from '../../../../src/query/critic/model/advise-freely.ts';
import { createModelRouter } from '../../../../src/query/critic/model/route-question.ts';
import { EXAMPLES, POTTERY, REFUSED, scriptedCritic } from './scripted-critic.ts';

describe('a commenter that writes freely', () => {
  it('gives one line, which the router by model is told of the refused route', async () => {
    const routed = { entities: [], relations: ['firedIn'], answerType: 'Potter', module: 'hybrid' };
    const { ask, asked, turn, budget } = scriptedCritic([{ advice: 'Look for\na potter.' }, routed]);
    const remark = await createFreeCommenter({ ask })(REFUSED, turn);
    expect(remark).toBe('Look for a potter.');
    expect(asked[0]?.user).toContain('Answer type: Pot');
    expect(asked[0]?.user).not.toContain('wrong_type');
    const router = createModelRouter({ ask, examples: EXAMPLES.route });
    const earlier = [{ route: 'Long Kiln, firedIn', remark: remark ?? '' }];
    const route = await router({ question: REFUSED.question, graph: POTTERY, earlier }, turn);
    expect(route).toMatchObject({ type: 'Potter' });
    expect(asked[1]?.user).toContain('Long Kiln, firedIn. Refused: Look for a potter.');
    expect(budget.used).toBe(2);
  });

  it.each([[{ advice: '' }], [{ advice: ' \n ' }], [{ remark: 'x' }], [{ advice: 'a'.repeat(601) }]])(
    'says nothing when the answer is no advice',
    async (answer) => {
      const { ask, turn, trace } = scriptedCritic([answer]);
      expect(await createFreeCommenter({ ask })(REFUSED, turn)).toBeUndefined();
      expect(trace.steps).toHaveLength(1);
    },
  );
});
