import { describe, expect, it } from 'vitest';
import { readFiling, readFrontMatter, resolveFiling } from '../../../src/ingest/metadata.ts';
import { parseRules } from '../../../src/ingest/rule-files.ts';

const invalid = { code: 'TRELLIS_INGEST_METADATA_INVALID' };

describe('filing', () => {
  it('takes each field from the first place that gives it, then the default', () => {
    const flags = { tags: ['flag'] };
    const frontMatter = { tags: ['page'], classification: 'secret' };
    const rules = { classification: 'public', access: ['staff'] };
    expect(resolveFiling(flags, frontMatter, rules)).toEqual({
      tags: ['flag'],
      classification: 'secret',
      access: ['staff'],
    });
    expect(resolveFiling({}, {})).toEqual({ tags: [], classification: 'internal', access: [] });
  });

  it('sorts lists, keeps each entry once and takes text with commas for a list', () => {
    expect(readFiling({ tags: ['b', ' a ', 'b'], access: 'x, y' }, 'here')).toEqual({
      tags: ['a', 'b'],
      access: ['x', 'y'],
    });
  });

  it.each([
    [{ tags: 3 }],
    [{ tags: [3] }],
    [{ tags: [''] }],
    [{ access: { staff: true } }],
    [{ classification: ['secret'] }],
    [{ classification: 'a@b' }],
    [{ classification: 'x'.repeat(101) }],
    [{ tags: Array.from({ length: 101 }, (_, index) => `t${index}`) }],
    [{ owner: 'me' }],
  ])('refuses %j', (values) => {
    expect(() => readFiling(values, 'here')).toThrow(expect.objectContaining(invalid));
  });

  it('leaves the front matter of others alone, but not a misspelt right', () => {
    expect(readFrontMatter({ title: 'x', date: 2020, tags: ['a'], layout: 'post' }, 'here')).toEqual({
      tags: ['a'],
    });
    for (const key of ['clasification', 'Classification', 'acces', 'ACCESS']) {
      expect(() => readFrontMatter({ [key]: 'secret' }, 'here')).toThrow(expect.objectContaining(invalid));
    }
  });
});

describe('rule files', () => {
  it('map globs to fields, in file order', () => {
    const text = '"*.md":\n  tags: [note]\n"contracts/**":\n  classification: secret\n  access: [legal]\n';
    expect(parseRules(text, '.trellis.yaml')).toEqual([
      { glob: '*.md', filing: { tags: ['note'] } },
      { glob: 'contracts/**', filing: { classification: 'secret', access: ['legal'] } },
    ]);
    expect(parseRules('', '.trellis.yaml')).toEqual([]);
  });

  it.each([['- a'], ['"*": secret'], ['"*":\n  clasification: x'], ['{'], ['a: &a [*a]']])(
    'refuse %j',
    (text) => {
      expect(() => parseRules(text, '.trellis.yaml')).toThrow(expect.objectContaining(invalid));
    },
  );
});
