import { describe, expect, it } from 'vitest';
import { countRows } from '../../../../src/store/writers/counts.ts';
import { preferredName } from '../../../../src/store/writers/entity-name.ts';
import {
  type Evidence,
  evidenceOf,
  relationProperties,
  withoutSources,
} from '../../../../src/store/writers/relation-evidence.ts';

const evidence = (source: string, confidence: number, acl = 'k'): Evidence => ({
  source,
  acl,
  confidence,
  origin: 'rule',
  sentence: `${source} says so`,
});

describe('evidence of a relation', () => {
  it('makes the same properties in any order, led by the most confident, then the first source', () => {
    const [a, b, c] = [evidence('d1.v1.c0', 0.5), evidence('d2.v1.c0', 0.9), evidence('d0.v1.c0', 0.9)];
    const properties = relationProperties('t', 'k', [a, b, c]);
    expect(properties).toEqual(relationProperties('t', 'k', [c, b, a]));
    expect(properties).toMatchObject({
      sources: ['d0.v1.c0', 'd1.v1.c0', 'd2.v1.c0'],
      confidences: [0.9, 0.5, 0.9],
      confidence: 0.9,
      sentence: 'd0.v1.c0 says so',
    });
  });

  it('shows a sentence only where all sources have the same readers', () => {
    const mixed = relationProperties('t', 'u', [evidence('a', 0.5, 'k1'), evidence('b', 0.5, 'k2')]);
    expect(mixed).not.toHaveProperty('sentence');
    expect(mixed).toMatchObject({ sourceAcls: ['k1', 'k2'] });
  });

  it('loses the sources of a version and no other, and is nothing without any', () => {
    const [old, later] = [evidence('d.v1.c0', 0.5), evidence('d.v10.c0', 0.5)];
    const properties = relationProperties('t', 'k', [old, later]);
    if (properties === undefined) throw new Error('no properties');
    expect(withoutSources(evidenceOf(properties), ['d.v1.'])).toEqual([later]);
    expect(relationProperties('t', 'k', [])).toBeUndefined();
  });
});

describe('counts', () => {
  it('count a term once a node, and tokens all', () => {
    const { terms, collections } = countRows('t', {
      added: [
        { acl: 'k', collection: 'chunk', lexical: 'bee bee hive' },
        { acl: 'k', collection: 'chunk', lexical: 'bee' },
      ],
      removed: [{ acl: 'k', collection: 'chunk', lexical: 'hive' }],
    });
    expect(terms).toEqual([{ id: 't|k|chunk|bee', acl: 'k', collection: 'chunk', term: 'bee', change: 2 }]);
    expect(collections).toEqual([{ id: 't|k|chunk', acl: 'k', collection: 'chunk', nodes: 1, tokens: 3 }]);
  });

  it('count a node without terms', () => {
    const { collections } = countRows('t', {
      added: [{ acl: 'k', collection: 'qa', lexical: '' }],
      removed: [],
    });
    expect(collections).toEqual([{ id: 't|k|qa', acl: 'k', collection: 'qa', nodes: 1, tokens: 0 }]);
  });
});

describe('the name that an entity shows', () => {
  it('depends on the spellings only: mixed case, then capitals, then lower case, then the alphabet', () => {
    expect(preferredName(['acme', 'ACME', 'Acme'])).toBe('Acme');
    expect(preferredName(['acme', 'ACME'])).toBe('ACME');
    expect(preferredName(['Zoë', 'Zoe'])).toBe('Zoe');
    expect(preferredName([])).toBeUndefined();
  });
});
