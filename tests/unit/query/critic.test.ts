import { describe, expect, test } from 'vitest';
import { editKey, type RouteEdit } from '../../../src/domain/comment.ts';
import { commentOn } from '../../../src/query/critic/comment-on.ts';
import {
  answersOf,
  applyEdit,
  firstRoute,
  namedEntities,
  type Route,
} from '../../../src/query/critic/route-edits.ts';
import { leaf } from '../../../src/query/graph/answer-trees.ts';
import { GRAPH_WEIGHTS } from '../../../src/query/graph/graph-weights.ts';
import type { QuestionModel } from '../../../src/query/graph/question-model.ts';
import type { GraphSearch } from '../../../src/query/graph/search-graph.ts';

const link = (entityId: string, index: number, score: number) => ({
  entityId,
  type: 'baker',
  name: entityId,
  score,
  value: score,
  how: 'exact',
  matches: [{ index, quality: 1 }],
});

/** "rye breads by Ada": a type is asked for with belief 0.8; word 2 names two bakers, word 1 a relation. */
function modelOf(change: Partial<QuestionModel> = {}): QuestionModel {
  return {
    links: [link('ada', 2, 1), link('ida', 2, 0.7)],
    negated: new Set<number>(),
    constraints: [],
    answer: { scores: new Map([['bread', 0.8]]), words: new Set([0]) },
    matches: {
      types: new Map(),
      relations: new Map([['bakes', [{ index: 1, quality: 1, inverse: false }]]]),
    },
    ...change,
  } as unknown as QuestionModel;
}

const found = (id: string, type: string): GraphSearch => ({
  found: [{ tree: leaf(id, type, new Float64Array(3)), score: 5, parts: {} }],
  notes: [],
});
const condition = (type: string, score: number) => ({
  test: { type, key: 'year', minimum: 2001 },
  matches: [],
  score,
});

describe('the symbolic commenter', () => {
  test('says that the answer is of another type than is asked for, with the type as the change', () => {
    expect(commentOn(firstRoute(modelOf()), found('ada', 'baker'), 'rye')).toEqual([
      {
        error: 'wrong_type',
        subject: 'baker found, bread asked for',
        edit: { kind: 'type', type: 'bread' },
      },
    ]);
  });

  test('says nothing of an answer of the type asked for, of none, or where no type is clear', () => {
    expect(commentOn(firstRoute(modelOf()), found('rye', 'bread'), undefined)).toEqual([]);
    expect(commentOn(firstRoute(modelOf()), { found: [], notes: [] }, undefined)).toEqual([]);
    const unclear = modelOf({ answer: { scores: new Map([['bread', 0.4]]), words: new Set() } });
    expect(commentOn(firstRoute(unclear), found('ada', 'baker'), undefined)).toEqual([]);
  });

  test('lets stand what plain text finds first too, unless a clear condition only fits the other type', () => {
    const top = found('ada', 'baker');
    expect(commentOn(firstRoute(modelOf()), top, 'ada')).toEqual([]);
    const vague = modelOf({ constraints: [condition('bread', 0.5)] });
    expect(commentOn(firstRoute(vague), top, 'ada')).toEqual([]);
    const clear = modelOf({ constraints: [condition('bread', 1)] });
    expect(commentOn(firstRoute(clear), top, 'ada')).toHaveLength(1);
  });

  test('does not ask twice for a type', () => {
    const changed = applyEdit(firstRoute(modelOf()), { kind: 'type', type: 'bread' });
    expect(commentOn(changed, found('ada', 'baker'), undefined)).toEqual([]);
  });
});

describe('a change of the route', () => {
  const route: Route = firstRoute(modelOf());
  const entitiesOf = ({ model }: Route) => model.links.map(({ entityId, score }) => [entityId, score]);

  test('drops an entity, or keeps one of those that the same words may mean', () => {
    expect(entitiesOf(applyEdit(route, { kind: 'without_entity', entityId: 'ada' }))).toEqual([['ida', 0.7]]);
    expect(entitiesOf(applyEdit(route, { kind: 'with_entity', entityId: 'ida' }))).toEqual([['ida', 1]]);
  });

  test('makes a word of a relation a word of texts', () => {
    const changed = applyEdit(route, { kind: 'without_relation_word', word: 1 });
    expect(changed.model.matches.relations.get('bakes')).toEqual([]);
    expect(route.model.matches.relations.get('bakes')).toHaveLength(1);
  });

  test('lets only answers of one type through, or none that the question names', () => {
    const typed = answersOf(applyEdit(route, { kind: 'type', type: 'bread' }));
    expect([typed({ id: 'rye', type: 'bread' }), typed({ id: 'bo', type: 'baker' })]).toEqual([true, false]);
    expect([...namedEntities(route.model)]).toEqual(['ada']);
    const others = answersOf(applyEdit(route, { kind: 'not_named' }));
    expect([others({ id: 'ada', type: 'baker' }), others({ id: 'ida', type: 'baker' })]).toEqual([
      false,
      true,
    ]);
    expect(answersOf(route)({ id: 'ada', type: 'baker' })).toBe(true);
  });

  test('goes at most three steps, and weighs conditions and directions anew', () => {
    const further = applyEdit(applyEdit(route, { kind: 'further_step' }), { kind: 'further_step' });
    expect(further.steps).toBe(3);
    expect(applyEdit(route, { kind: 'any_direction' }).weights.direction).toBe(0);
    const strict = applyEdit(route, { kind: 'strict_conditions' }).weights;
    expect(strict.outOfRange).toBe(3 * GRAPH_WEIGHTS.outOfRange);
    expect(strict.propertyFloor).toBe(3 * GRAPH_WEIGHTS.propertyFloor);
  });

  test('is known by what it changes', () => {
    const edits: RouteEdit[] = [
      { kind: 'type', type: 'bread' },
      { kind: 'type', type: 'baker' },
      { kind: 'further_step' },
      { kind: 'with_entity', entityId: 'ada' },
      { kind: 'without_entity', entityId: 'ada' },
    ];
    expect(new Set(edits.map(editKey)).size).toBe(5);
    expect(editKey({ kind: 'type', type: 'bread' })).toBe(editKey({ type: 'bread', kind: 'type' }));
  });
});
