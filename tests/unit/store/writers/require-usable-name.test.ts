import { describe, expect, it } from 'vitest';
import { requireUsableName } from '../../../../src/store/writers/require-usable-name.ts';

describe('names that come from outside', () => {
  it.each(['WORKS_FOR', 'is part-of', 'gehört zu', '出版'])('takes %j as it is', (name) => {
    expect(requireUsableName(name)).toBe(name);
  });

  it.each(['', '  ', 'a\tb', 'a\u0000', 'X` DETACH DELETE n //', 'x'.repeat(101)])('refuses %j', (name) => {
    expect(() => requireUsableName(name)).toThrow(
      expect.objectContaining({ code: 'TRELLIS_STORE_NAME_INVALID' }),
    );
  });
});
