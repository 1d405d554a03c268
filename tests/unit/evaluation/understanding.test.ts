import { describe, expect, it } from 'vitest';
import { parseClause } from '../../../src/evaluation/forms/clause.ts';
import { createSkbGraph } from '../../../src/evaluation/forms/skb-graph.ts';
import { type GoldQuestion, goldQuestionOf } from '../../../src/evaluation/understanding/gold-question.ts';
import {
  causeOf,
  judgeRungs,
  linkRecall,
  type Understood,
} from '../../../src/evaluation/understanding/judge-rungs.ts';
import { swapGold } from '../../../src/evaluation/understanding/swap-gold.ts';
import type { Link } from '../../../src/query/analyse/links.ts';
import { questionWords } from '../../../src/query/analyse/question-words.ts';
import { leaf, type Tree } from '../../../src/query/graph/answer-trees.ts';
import { EMPTY_SCHEMA } from '../../../src/query/graph/query-schema.ts';
import type { QuestionModel } from '../../../src/query/graph/question-model.ts';

const named = (id: string, type: string, name: string, properties: Record<string, unknown> = {}) => ({
  id,
  type,
  name,
  names: [name],
  text: name,
  properties,
});
const graph = createSkbGraph(
  [
    named('w1', 'writer', 'Wren'),
    named('w2', 'writer', 'Finch'),
    named('b1', 'book', 'Ash', { year: 1990 }),
    named('b2', 'book', 'Oak', { year: 2001 }),
    named('b3', 'book', 'Elm', { year: 2005 }),
  ],
  [
    [],
    [],
    [{ relation: 'by', to: 0 }],
    [{ relation: 'by', to: 0 }],
    [
      { relation: 'by', to: 0 },
      { relation: 'by', to: 1 },
    ],
  ],
);
const ids = new Map(graph.nodes.map(({ id }) => [id, `s-${id}`]));
const spec = [
  ['path', 'Wren', '<by'],
  ['not', ['path', 'Finch', '<by']],
  ['prop', 'year', '>=', 2000],
];
const text = 'Books by Wren from 2000 or later, not by Finch';
const form = { id: '1', question: text, answerType: 'book', kind: '', clauses: spec.map(parseClause) };

function goldOf(): GoldQuestion {
  const gold = goldQuestionOf(form, graph, ids);
  if (gold === undefined) throw new Error('the form can be followed');
  return gold;
}
const gold = goldOf();
const right = new Set(['s-b2']);
const words = questionWords(text, 'en');
const at = (word: string): number => words.findIndex(({ normal }) => normal === word);

const link = (entityId: string, name: string, word: string, score = 1): Link => ({
  entityId,
  type: 'writer',
  name,
  matches: [{ index: at(word), quality: 1 }],
  score,
  how: 'exact',
  value: score,
});
const year = { test: { type: 'book', key: 'year', minimum: 2000 }, matches: [], score: 1 };
const model: QuestionModel = {
  text,
  words,
  weights: { weight: () => 1, known: () => true, learn: async () => undefined },
  schema: EMPTY_SCHEMA,
  matches: { types: new Map(), relations: new Map() },
  answer: { scores: new Map([['book', 1]]), words: new Set([0]) },
  negated: new Set([at('not'), at('finch')]),
  links: [link('s-w1', 'Wren', 'wren'), link('s-w2', 'Finch', 'finch')],
  constraints: [year],
  count: undefined,
};

const none = new Float64Array(0);
const tree = (id: string, direction: 'in' | 'out', from: string): Tree => ({
  ...leaf(id, 'book', none),
  children: [
    { step: { relation: 'by', direction }, tree: leaf(from, 'writer', none), word: -1, gain: 0, cost: 0 },
  ],
});
const understood: Understood = { model, tree: tree('s-b2', 'in', 's-w1'), ranking: ['s-b2', 's-b3'] };
const cause = (change: Partial<Understood>) => causeOf(judgeRungs(gold, { ...understood, ...change }, right));
const withModel = (change: Partial<QuestionModel>) => cause({ model: { ...model, ...change } });

describe('a form in the terms of the stored graph', () => {
  it('has stored ids, ways to the answer, and the nodes that meet it', () => {
    expect(gold.stated.map((entity) => entity.ids)).toEqual([['s-w1']]);
    expect(gold.denied.map((entity) => entity.ids)).toEqual([['s-w2']]);
    expect(gold.walks).toMatchObject([{ steps: [{ relation: 'by', direction: 'in' }] }]);
    expect([...gold.byPaths].sort()).toEqual(['s-b1', 's-b2', 's-b3']);
    expect([...gold.byStructure]).toEqual(['s-b2']);
  });

  it('is none when it names nobody, or nothing meets it', () => {
    const other = (clauses: readonly unknown[][]) =>
      goldQuestionOf({ ...form, clauses: clauses.map(parseClause) }, graph, ids);
    expect(other([['path', 'Robin', '<by']])).toBeUndefined();
    expect(other([['prop', 'year', '>=', 3000]])).toBeUndefined();
  });
});

describe('the cause of a miss', () => {
  it('is the first rung that fails', () => {
    expect(withModel({ links: [link('s-w1', 'Wren', 'wren')] })).toBe('candidates');
    expect(cause({ tree: tree('s-b2', 'in', 's-w2') })).toBe('links');
    expect(cause({ tree: undefined })).toBe('links');
    expect(withModel({ answer: { scores: new Map([['writer', 1]]), words: new Set() } })).toBe('type');
    expect(cause({ tree: tree('s-b2', 'out', 's-w1') })).toBe('paths');
    expect(withModel({ constraints: [] })).toBe('constraints');
    expect(withModel({ constraints: [{ ...year, test: { ...year.test, minimum: 2001 } }] })).toBe(
      'constraints',
    );
    expect(withModel({ negated: new Set() })).toBe('constraints');
  });

  it('is the rank when a wrong node of the set stands first, and outside when no rung fails', () => {
    const wide = { ...gold, byStructure: new Set(['s-b2', 's-b3']) };
    const judged = (ranking: string[]) => causeOf(judgeRungs(wide, { ...understood, ranking }, right));
    expect(judged(['s-b3', 's-b2'])).toBe('rank');
    expect(judged(['s-b1', 's-b2'])).toBe('outside');
  });

  it('counts candidates among the first twenty linked only', () => {
    const others = Array.from({ length: 19 }, (_, n) => link(`s-x${n}`, 'x', 'wren'));
    const [wren, finch] = model.links;
    const links = [...others, ...(wren === undefined ? [] : [wren]), ...(finch === undefined ? [] : [finch])];
    expect(linkRecall(gold, { ...model, links })).toBe(0.5);
  });
});

describe('parts swapped for those of the form', () => {
  const wrong = link('s-x', 'Renwick', 'wren', 0.9);
  const blind: QuestionModel = {
    ...model,
    links: [wrong],
    answer: { scores: new Map([['writer', 1]]), words: new Set() },
  };

  it('add to one another up the ladder', () => {
    const linked = (rung: 'candidates' | 'links') =>
      swapGold(gold, blind, rung).model.links.map((l) => l.entityId);
    expect(linked('candidates')).toEqual(['s-x', 's-w1', 's-w2']);
    expect(linked('links')).toEqual(['s-w1', 's-w2']);
    expect(swapGold(gold, blind, 'links').model.answer.scores.get('writer')).toBe(1);
    expect([...swapGold(gold, blind, 'type').model.answer.scores]).toEqual([['book', 1]]);
    expect(swapGold(gold, blind, 'type').only).toBeUndefined();
    expect(swapGold(gold, blind, 'paths').only).toBe(gold.byPaths);
    expect(swapGold(gold, blind, 'constraints').only).toBe(gold.byStructure);
  });

  it('drop conditions that the form does not have, and keep those that it has', () => {
    const extra = { test: { type: 'book', key: 'year', maximum: 2000 }, matches: [], score: 1 };
    const { model: swapped } = swapGold(gold, { ...model, constraints: [year, extra] }, 'constraints');
    expect(swapped.constraints).toEqual([year]);
  });
});
