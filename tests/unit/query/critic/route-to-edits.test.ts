import { describe, expect, it } from 'vitest';
import type { Link } from '../../../../src/query/analyse/links.ts';
import { questionWords } from '../../../../src/query/analyse/question-words.ts';
import type { ModelRoute } from '../../../../src/query/critic/model/route-question.ts';
import { editsOfRoute, knownNames } from '../../../../src/query/critic/model/route-to-edits.ts';

const TEXT = 'Which pots did Ada fire in the Long Kiln at dusk?';
const WORDS = questionWords(TEXT, 'en');
const placeOf = (word: string): number => WORDS.findIndex(({ text }) => text === word);

function link(entityId: string, name: string, type: string, words: readonly string[]): Link {
  const matches = words.map((word) => ({ index: placeOf(word), quality: 1 }));
  return { entityId, name, type, matches, score: 1, value: 1, how: 'exact' };
}
const ADA = link('p1', 'Ada Kern', 'Potter', ['Ada']);
const OTHER_ADA = link('p2', 'Ada Lind', 'Potter', ['Ada']);
const KILN = link('k1', 'Long Kiln', 'Kiln', ['Kiln', 'Long']);
const DUSK = link('g1', 'Dusk', 'Glaze', ['dusk']);
const UNDERSTOOD = {
  text: TEXT,
  words: WORDS,
  links: [KILN, ADA, OTHER_ADA, DUSK],
  answer: {
    scores: new Map([
      ['Glaze', 0.2],
      ['Pot', 0.8],
    ]),
    words: new Set<number>(),
  },
};
const SAME: ModelRoute = {
  entities: [
    { words: 'Ada', name: 'Ada Kern' },
    { words: 'the Long Kiln', name: 'Long Kiln' },
    { words: 'dusk', name: 'Dusk' },
  ],
  relations: ['firedIn'],
  type: 'Pot',
  module: 'hybrid',
};

describe('what a route by model changes', () => {
  it('is nothing when it says what symbols say', () => {
    expect(editsOfRoute(SAME, UNDERSTOOD)).toEqual([]);
  });

  it('is the entity that is meant, the type, what does not count as an entity, and the module, in this order', () => {
    const other: ModelRoute = {
      entities: [
        { words: 'Ada', name: 'Ada Lind' },
        { words: 'Long Kiln', name: 'Long Kiln' },
      ],
      relations: [],
      type: 'Glaze',
      module: 'text',
    };
    expect(editsOfRoute(other, UNDERSTOOD)).toEqual([
      { kind: 'with_entity', entityId: 'p2' },
      { kind: 'type', type: 'Glaze' },
      { kind: 'without_entity', entityId: 'g1' },
      { kind: 'module', module: 'text' },
    ]);
  });

  it('takes no entity away when the model names none, and no type when it gives none', () => {
    const bare: ModelRoute = { entities: [], relations: [], module: 'text' };
    expect(editsOfRoute(bare, UNDERSTOOD)).toEqual([{ kind: 'module', module: 'text' }]);
  });

  it('does not take words for others that only look alike', () => {
    const part: ModelRoute = { ...SAME, entities: [{ words: 'Lon' }] };
    expect(editsOfRoute(part, UNDERSTOOD).map(({ kind }) => kind)).toEqual([
      'without_entity',
      'without_entity',
      'without_entity',
    ]);
  });
});

describe('the names that a model is offered', () => {
  it('are those of all links with their words of the question, each entity once', () => {
    const again = { ...KILN, name: 'The Kiln' };
    expect(knownNames({ ...UNDERSTOOD, links: [...UNDERSTOOD.links, again] })).toEqual([
      { words: 'Long Kiln', name: 'Long Kiln', type: 'Kiln' },
      { words: 'Ada', name: 'Ada Kern', type: 'Potter' },
      { words: 'Ada', name: 'Ada Lind', type: 'Potter' },
      { words: 'dusk', name: 'Dusk', type: 'Glaze' },
    ]);
  });
});
