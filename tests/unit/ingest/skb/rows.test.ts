import { describe, expect, it } from 'vitest';
import { createAliasKeys } from '../../../../src/ingest/skb/alias-keys.ts';
import { profileText } from '../../../../src/ingest/skb/build-entities.ts';
import { labelOf, propertyOf, relationshipOf } from '../../../../src/ingest/skb/graph-name.ts';
import { namesOf } from '../../../../src/ingest/skb/names.ts';
import { storedProperties } from '../../../../src/ingest/skb/properties.ts';

const node = (name: string, properties: Record<string, unknown> = {}) => ({
  id: '1',
  type: 'thing',
  name,
  text: '',
  properties,
});

describe('properties of imported nodes', () => {
  it('keep numbers, texts, truth values and plain lists, and turn nested ones into JSON', () => {
    expect(
      storedProperties({
        year: 1969,
        share: 0.5,
        open: false,
        tags: ['a', 'b'],
        sizes: [1, 2],
        mixed: ['a', 1],
        deep: { a: [1] },
      }),
    ).toEqual({
      year: 1969,
      share: 0.5,
      open: false,
      tags: ['a', 'b'],
      sizes: [1, 2],
      mixed: '["a",1]',
      deep: '{"a":[1]}',
    });
  });

  it('leave out what says nothing and rename what is ours', () => {
    expect(storedProperties({ none: null, empty: [], name: 'x', acl: 'y', source: 'z' })).toEqual({
      own_name: 'x',
      own_acl: 'y',
      own_source: 'z',
    });
    expect([labelOf('Chunk'), labelOf('disease'), relationshipOf('MENTIONS'), propertyOf('id')]).toEqual([
      'own_Chunk',
      'disease',
      'own_MENTIONS',
      'own_id',
    ]);
  });
});

describe('names of imported nodes', () => {
  it('are the name, stated aliases and shortened forms, each once', () => {
    const keys = new Set(['aliases', 'symbol']);
    expect(
      namesOf(
        node('Frequency Modulation (FM)', { aliases: ['F.M.', 'wideband'], symbol: 'fm', note: 'x' }),
        keys,
      ),
    ).toEqual(['Frequency Modulation (FM)', 'F.M.', 'wideband', 'fm', 'Frequency Modulation']);
  });

  it('are learned from near-unique short texts, not from codes in lists, prose or classes', () => {
    const learner = createAliasKeys();
    for (let index = 0; index < 30; index += 1) {
      learner.addNode(
        node(`Pump ${index}`, {
          trade: `Model ${index}`,
          status: index % 2 === 0 ? 'sold' : 'stock',
          references: [`REF:${index}a`, `REF:${index}b`],
          about: `a long description of pump number ${index} with all its parts`,
          synonyms: ['the same'],
        }),
      );
    }
    expect([...(learner.result().get('thing') ?? [])].sort()).toEqual(['synonyms', 'trade']);
  });

  it('need twenty values before a property is taken for names', () => {
    const learner = createAliasKeys();
    for (let index = 0; index < 19; index += 1) learner.addNode(node('Pump', { trade: `Model ${index}` }));
    expect([...(learner.result().get('thing') ?? [])]).toEqual([]);
  });
});

describe('the searchable text of an imported node', () => {
  it('begins with its name, once', () => {
    expect(profileText({ name: 'Ash', text: 'Ash. A tree.' })).toBe('Ash. A tree.');
    expect(profileText({ name: 'Ash', text: 'A tree.' })).toBe('Ash. A tree.');
    expect(profileText({ name: 'Ash', text: '  ' })).toBe('Ash');
  });
});
