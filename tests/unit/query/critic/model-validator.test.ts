import { describe, expect, it } from 'vitest';
import { createModelValidator } from '../../../../src/query/critic/model/validate-paths.ts';
import { scriptedCritic } from './scripted-critic.ts';

const CANDIDATE = {
  name: 'Ada Kern',
  type: 'Potter',
  text: `Ada Kern fires pots. ${'clay '.repeat(200)}`,
  paths: ['Long Kiln ←firedIn– Blue Jar –SHAPED_BY→ Ada Kern', 'b', 'c', 'the fourth path'],
  conditions: ['born before 1900: 1871'],
};
const REQUEST = { question: 'Who fired pots in the long kiln?', candidates: [CANDIDATE] };

describe('the validator by model', () => {
  it.each([
    ['low', 0.5],
    ['medium', 0.75],
    ['high', 0.95],
  ])('gives a verdict and how sure it is: %s', async (sure, confidence) => {
    const { ask, turn, trace } = scriptedCritic([{ reason: 'the path\nfits', accepted: true, sure }]);
    const verdict = await createModelValidator({ ask })(REQUEST, turn);
    expect(verdict).toEqual({ accepted: true, confidence, reason: 'the path fits' });
    expect(trace.steps).toMatchObject([{ step: 'validate', data: { by: 'model', calls: 1 } }]);
  });

  it('sees paths, conditions and cut texts of the first five candidates', async () => {
    const { ask, turn, asked } = scriptedCritic([{ reason: 'no', accepted: false, sure: 'high' }]);
    const candidates = ['1', '2', '3', '4', '5', '6'].map((name) => ({
      ...CANDIDATE,
      name: `Potter ${name}`,
    }));
    await createModelValidator({ ask })({ ...REQUEST, candidates }, turn);
    const user = asked[0]?.user ?? '';
    expect(user).toContain('1. Potter 1 (Potter)');
    expect(user).toContain('path: Long Kiln ←firedIn– Blue Jar –SHAPED_BY→ Ada Kern');
    expect(user).toContain('condition: born before 1900: 1871');
    expect(user).not.toContain('the fourth path');
    expect(user).not.toContain('Potter 6');
    expect(Math.max(...user.split('\n').map((line) => line.length))).toBeLessThanOrEqual(300);
  });

  it('sees no paths where their worth is measured', async () => {
    const { ask, turn, asked } = scriptedCritic([{ reason: 'no', accepted: false, sure: 'low' }]);
    await createModelValidator({ ask, context: 'none' })(REQUEST, turn);
    expect(asked[0]?.user).toContain('1. Ada Kern (Potter)');
    expect(asked[0]?.user).not.toContain('path:');
  });

  it('is not asked about nothing', async () => {
    const { ask, turn, budget } = scriptedCritic([]);
    expect(await createModelValidator({ ask })({ ...REQUEST, candidates: [] }, turn)).toBeUndefined();
    expect(budget.used).toBe(0);
  });
});
