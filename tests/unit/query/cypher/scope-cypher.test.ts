import { describe, expect, it } from 'vitest';
import { scopeCypher } from '../../../../src/query/cypher/scope-cypher.ts';

const known = {
  labels: new Set(['Mill', 'Family', 'Water body']),
  types: new Set(['OWNS', 'lies at']),
};
const scope = (statement: string) => scopeCypher(statement, known);
const text = (statement: string): string => {
  const scoped = scope(statement);
  return 'text' in scoped ? scoped.text : `refused: ${scoped.problem}`;
};

describe('a statement that can be scoped', () => {
  it('has every node bound to an entity, and every node and relationship to tenant and keys', () => {
    expect(
      text("MATCH (f:Family)-[:OWNS]->(m:Mill) WHERE m.founded < 1900 OR m.name = 'x . y' RETURN f.name"),
    ).toBe(
      [
        'MATCH (`f`:Entity&`Family`)-[`_1`:`OWNS`]->(`m`:Entity&`Mill`)',
        'WHERE `f`.tenant = $tenant AND `f`.acl IN $acls AND `_1`.tenant = $tenant AND `_1`.acl IN $acls AND ' +
          "`m`.tenant = $tenant AND `m`.acl IN $acls AND (m.founded < 1900 OR m.name = 'x . y')",
        'RETURN f.name',
        'LIMIT 100',
      ].join('\n'),
    );
  });

  it('names what has no name, and takes bare arrows, several paths, optional parts and quoted names', () => {
    const scoped = text(
      'MATCH ()--(b), (c:`Water body` {depth: -3}) OPTIONAL MATCH (b)<-[:`lies at`|OWNS]-(:Mill) RETURN count(*) AS n;',
    );
    expect(scoped).toContain(
      'MATCH (`_1`:Entity)-[`_2`]-(`b`:Entity), (`c`:Entity&`Water body` {`depth`: -3})',
    );
    expect(scoped).toContain('OPTIONAL MATCH (`b`:Entity)<-[`_3`:`lies at`|`OWNS`]-(`_4`:Entity&`Mill`)');
    for (const name of ['_1', '_2', 'b', 'c', '_3', '_4'])
      expect(scoped).toContain(`\`${name}\`.tenant = $tenant AND \`${name}\`.acl IN $acls`);
  });

  it('gives at most a hundred rows', () => {
    expect(text('MATCH (a) RETURN a.name ORDER BY a.name DESC LIMIT 5')).toMatch(
      /ORDER BY a\.name DESC\nLIMIT 5$/,
    );
    expect(text('MATCH (a) RETURN a.name LIMIT 5000')).toMatch(/LIMIT 100$/);
  });

  it('takes an OR in WHERE without letting it out of its brackets', () => {
    expect(text('MATCH (a) WHERE true OR true RETURN a.name')).toContain('AND (true OR true)');
  });
});

describe('a statement that is not run', () => {
  it.each([
    'CREATE (a:Mill)',
    'MATCH (a) DETACH DELETE a',
    'MATCH (a) SET a.name = 1 RETURN a',
    'MATCH (a) RETURN a UNION MATCH (b) RETURN b',
    'MATCH (a) WITH a MATCH (b) RETURN b',
    'CALL db.labels()',
    'MATCH (a) CALL { MATCH (b) RETURN b } RETURN a',
    "LOAD CSV FROM 'http://h' AS l RETURN l",
    'MATCH (a) WHERE EXISTS { (a)-->(b:Secret) } RETURN a',
    'MATCH (a) WHERE (a)-[:OWNS]->() RETURN a',
    'MATCH (a) WHERE (a)-->() RETURN a',
    'MATCH (a) WHERE (a)<--() RETURN a',
    'MATCH (a) WHERE (a)--() RETURN a',
    'MATCH (a) RETURN [(a)-[:OWNS]->(b) | b.name]',
    'MATCH (a) RETURN COUNT { (a)--() }',
    'MATCH (a)-[:OWNS*1..3]->(b) RETURN b',
    'MATCH p = (a)-[:OWNS]->(b) RETURN nodes(p)',
    'MATCH (a:Secret) RETURN a',
    'MATCH (a)-[:HIDES]->(b) RETURN b',
    'MATCH (a) WHERE a.tenant = $tenant RETURN a',
    'MATCH (a) RETURN apoc.load.json("x")',
    'MATCH (a) RETURN elementId(a)',
    'MATCH (_1) RETURN _1',
    'MATCH (a) RETURN a // tail',
    'MATCH (a) /* x */ RETURN a',
    'MATCH (a) RETURN a; MATCH (b) RETURN b',
    "MATCH (a) WHERE a.name = '\\u0027 OR true //' RETURN a",
    "MATCH (a) WHERE a.name = 'x) RETURN a",
    'MATCH (a) WHERE true) OR (true RETURN a',
    'MATCH (a) WHERE [true) OR (true] RETURN a',
    'MATCH (a) WHERE (true RETURN a) ORDER BY a.name',
    'MATCH (a:Mill|Family) RETURN a',
    'MATCH (a WHERE a.x = 1) RETURN a',
    'MATCH (a) RETURN a LIMIT x',
    'MATCH (a)',
    'RETURN 1',
    '',
  ])('%j', (statement) => {
    expect(scope(statement)).toHaveProperty('problem');
  });
});
