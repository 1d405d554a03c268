import neo4j from 'neo4j-driver';
import { describe, expect, it } from 'vitest';
import { toDriverParameters } from '../../../src/store/parameters.ts';
import { parseStatement } from '../../../src/store/statements.ts';

const statementWith = (params: string) => {
  const names = [...params.matchAll(/\$\w+/gu)].map(([name]) => name).join(', ');
  return parseStatement(
    'read/x',
    `// purpose: x\n// params: ${params}\n// returns: x\nRETURN [${names}] AS x`,
  );
};
const failure = (params: string, values: Record<string, unknown>) => {
  try {
    toDriverParameters(statementWith(params), values);
  } catch (error) {
    return error;
  }
  return undefined;
};
const refused = (parameter: string) =>
  expect.objectContaining({
    code: 'TRELLIS_STORE_STATEMENT_INVALID',
    details: { statement: 'read/x', parameter },
  });

describe('parameters of a statement', () => {
  it('send whole numbers as integers where integers are declared, and floats as floats', () => {
    const sent = toDriverParameters(
      statementWith('$k integer, $ks list<integer>, $f float, $v list<float>'),
      {
        k: 3,
        ks: [1, 2],
        f: 1,
        v: new Float32Array([1, 0.5]),
      },
    );
    expect(sent).toEqual({ k: neo4j.int(3), ks: [neo4j.int(1), neo4j.int(2)], f: 1, v: [1, 0.5] });
  });

  it('send whole numbers inside maps as integers, but leave a list with a fraction as it is', () => {
    const sent = toDriverParameters(statementWith('$rows list<map>'), {
      rows: [{ page: 2, score: 0.5, embedding: [1, 0.25], pages: [1, 2], nested: { order: 0 }, none: null }],
    });
    expect(sent['rows']).toEqual([
      {
        page: neo4j.int(2),
        score: 0.5,
        embedding: [1, 0.25],
        pages: [neo4j.int(1), neo4j.int(2)],
        nested: { order: neo4j.int(0) },
        none: null,
      },
    ]);
  });

  it('may be null only when declared so', () => {
    expect(toDriverParameters(statementWith('$a string?'), {})).toEqual({ a: null });
    expect(failure('$a string', { a: null })).toEqual(refused('a'));
  });

  it.each([
    ['missing', '$a string', {}, 'a'],
    ['unknown', '$a string', { a: 'x', b: 'y' }, 'b'],
    ['a number for a string', '$a string', { a: 1 }, 'a'],
    ['a fraction for an integer', '$a integer', { a: 1.5 }, 'a'],
    ['a string for a list', '$a list<string>', { a: 'x' }, 'a'],
    ['a list with a stranger in it', '$a list<string>', { a: ['x', 1] }, 'a'],
    ['a list for a map', '$a map', { a: [] }, 'a'],
  ])('are refused when one is %s', (_, params, values, parameter) => {
    expect(failure(params, values)).toEqual(refused(parameter));
  });
});
