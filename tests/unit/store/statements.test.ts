import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { TrellisError } from '../../../src/errors.ts';
import { loadStatements, parseStatement } from '../../../src/store/statements.ts';

const header = (params: string, returns = 'id') =>
  `// purpose: find\n// params: ${params}\n// returns: ${returns}\n`;

function problemOf(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    if (error instanceof TrellisError) return [error.code, error.details['problem']];
    throw error;
  }
  return undefined;
}

describe('a Cypher file', () => {
  it('gives its text without the header, its parameters with types and its columns', () => {
    const source = `${header('$tenant string, $k integer? most rows', 'id, score of the index')}MATCH (n {tenant: $tenant})\nRETURN n.id AS id, 1 AS score LIMIT $k;\n`;
    const statement = parseStatement('read/x', source);
    expect(statement.text).toBe('MATCH (n {tenant: $tenant})\nRETURN n.id AS id, 1 AS score LIMIT $k');
    expect([...statement.parameters]).toEqual([
      ['tenant', { type: 'string', optional: false }],
      ['k', { type: 'integer', optional: true }],
    ]);
    expect(statement.returns).toEqual(['id', 'score']);
  });

  it('may spread a field over several comment lines', () => {
    const source =
      '// purpose: find\n// params: $a string,\n//   $b list<float>\n// returns: none\nMATCH (n {a: $a, b: $b}) DELETE n';
    expect([...parseStatement('write/x', source).parameters.keys()]).toEqual(['a', 'b']);
  });

  it.each([
    [
      'uses a parameter that it does not declare',
      header('none'),
      'RETURN $id AS id',
      '$id is used and not declared',
    ],
    [
      'declares a parameter that it does not use',
      header('$id string'),
      'RETURN 1 AS id',
      '$id is declared and not used',
    ],
    [
      'lacks its purpose',
      '// params: none\n// returns: id\n',
      'RETURN 1 AS id',
      'its header lacks "// purpose:"',
    ],
    [
      'lacks its columns',
      '// purpose: x\n// params: none\n',
      'RETURN 1 AS id',
      'its header lacks "// returns:"',
    ],
    ['holds nothing but a header', header('none'), '', 'it holds no statement'],
  ])('is refused when it %s', (_, head, text, problem) => {
    const failure = problemOf(() => parseStatement('read/x', head + text));
    expect(failure).toEqual(['TRELLIS_STORE_STATEMENT_INVALID', problem]);
  });

  it('is refused when a type is unknown', () => {
    const failure = problemOf(() => parseStatement('read/x', `${header('$id text')}RETURN $id AS id`));
    expect(failure).toEqual(['TRELLIS_STORE_STATEMENT_INVALID', expect.stringContaining('"$id text"')]);
  });

  it('does not take for a parameter what stands in strings, quoted names, comments or dynamic names', () => {
    const text =
      "MATCH (n:`a $b`) // $c\nWHERE n.x = '$d' AND n.y = \"it's $e\" SET n:$($labels) RETURN 1 AS id";
    expect([...parseStatement('read/x', header('$labels list<string>') + text).parameters.keys()]).toEqual([
      'labels',
    ]);
  });
});

describe('the folder of statements', () => {
  let folder = '';
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('is read once, by kind and name, and other files are left alone', () => {
    folder = mkdtempSync(join(tmpdir(), 'trellis-statements-'));
    for (const kind of ['schema', 'read', 'write']) mkdirSync(join(folder, kind));
    writeFileSync(join(folder, 'read', 'b.cypher'), `${header('none')}RETURN 1 AS id`);
    writeFileSync(join(folder, 'read', 'a.cypher'), `${header('none')}RETURN 2 AS id`);
    writeFileSync(join(folder, 'read', 'notes.md'), 'no statement');
    expect([...loadStatements(folder).keys()]).toEqual(['read/a', 'read/b']);
  });
});
