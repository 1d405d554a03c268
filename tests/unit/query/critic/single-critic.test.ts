import { describe, expect, it } from 'vitest';
import { createSingleCritic } from '../../../../src/query/critic/model/single-critic.ts';
import { ALLOWED, EXAMPLES, REFUSED, scriptedCritic } from './scripted-critic.ts';

const REQUEST = {
  ...REFUSED,
  candidates: [
    { name: 'Blue Jar', type: 'Pot', text: '', paths: ['Long Kiln ←firedIn– Blue Jar'], conditions: [] },
  ],
};
const COMMENTS = [
  { error: 'wrong_type', subject: 'Potter' },
  { error: 'wrong_type', subject: 'Wizard' },
];

function judge(answer: unknown) {
  const critic = scriptedCritic([answer]);
  const single = createSingleCritic({ ask: critic.ask, examples: EXAMPLES.comment.slice(0, 1) });
  return { ...critic, judged: single(REQUEST, critic.turn) };
}

describe('validator and commenter in one', () => {
  it('give a verdict and legal comments in one call', async () => {
    const { judged, asked, budget, trace } = judge({
      reason: 'a pot is no person',
      accepted: false,
      sure: 'high',
      comments: COMMENTS,
    });
    expect(await judged).toEqual({
      verdict: { accepted: false, confidence: 0.95, reason: 'a pot is no person' },
      comments: [ALLOWED[3]],
    });
    expect(budget.used).toBe(1);
    expect(asked[0]?.user).toContain('path: Long Kiln ←firedIn– Blue Jar');
    expect(asked[0]?.user).toContain('wrong_type | Potter | look for Potter');
    expect(trace.steps).toMatchObject([{ step: 'validate', data: { dropped: [COMMENTS[1]] } }]);
  });

  it('comment nothing that they accept', async () => {
    const { judged } = judge({ reason: 'fits', accepted: true, sure: 'low', comments: COMMENTS });
    expect(await judged).toMatchObject({ verdict: { accepted: true, confidence: 0.5 }, comments: [] });
  });

  it('say nothing when the answer has another form', async () => {
    const { judged, trace } = judge({ accepted: true });
    expect(await judged).toBeUndefined();
    expect(trace.steps).toMatchObject([{ data: { code: 'TRELLIS_MODEL_OUTPUT_INVALID' } }]);
  });
});
