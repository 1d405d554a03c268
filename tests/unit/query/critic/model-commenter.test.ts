import { describe, expect, it } from 'vitest';
import { TrellisError } from '../../../../src/errors.ts';
import { createModelCommenter } from '../../../../src/query/critic/model/comment-on-route.ts';
import { ALLOWED, EXAMPLES, REFUSED, scriptedCritic } from './scripted-critic.ts';

const [without, other, aspect, type] = ALLOWED;

function comment(comments: unknown, examples = EXAMPLES.comment.slice(0, 2)) {
  const critic = scriptedCritic([{ comments }]);
  const commenter = createModelCommenter({ ask: critic.ask, examplesFor: async () => examples });
  return { ...critic, commented: commenter(REFUSED, critic.turn) };
}

describe('the commenter by model', () => {
  it('chooses among the legal comments, in its own order', async () => {
    const { commented, trace } = comment([
      { error: 'wrong_type', subject: 'potter' },
      { error: 'text_aspect_as_relation', subject: '"fired"' },
    ]);
    expect(await commented).toEqual([type, aspect]);
    expect(trace.steps).toMatchObject([{ step: 'comment', data: { calls: 1, examples: 2, dropped: [] } }]);
  });

  it('drops what is not legal, and says so', async () => {
    const { commented, trace } = comment([
      { error: 'wrong_type', subject: 'Wizard' },
      { error: 'wrong_module', subject: 'Potter' },
      { error: 'wrong_type', subject: 'Potter' },
    ]);
    expect(await commented).toEqual([type]);
    expect(trace.steps).toMatchObject([
      {
        data: {
          dropped: [
            { error: 'wrong_type', subject: 'Wizard' },
            { error: 'wrong_module', subject: 'Potter' },
          ],
        },
      },
    ]);
  });

  it('takes two changes of one error and subject one after the other, and none twice', async () => {
    const same = { error: 'wrong_entity', subject: 'Long Kiln' };
    expect(await comment([same, same, same]).commented).toEqual([without, other]);
  });

  it.each([
    ['nothing', []],
    ['nothing legal', [{ error: 'hub_too_wide', subject: 'Long Kiln' }]],
  ])('is undefined when the model chose %s', async (_, comments) => {
    const { commented, trace } = comment(comments);
    expect(await commented).toBeUndefined();
    expect(trace.steps).toMatchObject([{ step: 'comment', data: { chosen: [], calls: 1 } }]);
  });

  it('takes a subject that was cut for the prompt', async () => {
    const long = `${'a very long name '.repeat(20)}end`;
    const wide = { error: 'hub_too_wide', subject: long, edit: { kind: 'further_step' } } as const;
    const critic = scriptedCritic([
      { comments: [{ error: 'hub_too_wide', subject: `${long.slice(0, 150)}…` }] },
    ]);
    const commenter = createModelCommenter({ ask: critic.ask, examplesFor: async () => [] });
    expect(await commenter({ ...REFUSED, allowed: [wide] }, critic.turn)).toEqual([wide]);
  });

  it('shows examples, the refused route and what each legal comment would change', async () => {
    const { commented, asked } = comment([]);
    await commented;
    const { system = '', user = '' } = asked[0] ?? {};
    expect(system).toContain(`Question: ${EXAMPLES.comment[0]?.question}`);
    expect(system).toContain(JSON.stringify({ comments: EXAMPLES.comment[1]?.comments }));
    expect(user).toContain('Found: Long Kiln ←firedIn– Blue Jar');
    expect(user).toContain('wrong_type | Potter | look for Potter');
    expect(user).toContain('wrong_entity | Long Kiln | this entity is meant');
  });

  it('is not asked where no comment is legal', async () => {
    const { ask, turn, budget } = scriptedCritic([]);
    const commenter = createModelCommenter({ ask, examplesFor: async () => [] });
    expect(await commenter({ ...REFUSED, allowed: [] }, turn)).toBeUndefined();
    expect(budget.used).toBe(0);
  });

  it('leaves the symbolic comments when the embedding of examples is down', async () => {
    const { ask, turn, trace } = scriptedCritic([]);
    const down = new TrellisError('TRELLIS_MODEL_UNAVAILABLE', 'The embedding is down.');
    const commenter = createModelCommenter({ ask, examplesFor: () => Promise.reject(down) });
    expect(await commenter(REFUSED, turn)).toBeUndefined();
    expect(trace.steps).toMatchObject([{ step: 'comment', data: { code: 'TRELLIS_MODEL_UNAVAILABLE' } }]);
  });
});
