import { describe, expect, it } from 'vitest';
import { fullTextQueries, weighTerms } from '../../../src/store/full-text-query.ts';

const scope = { tenant: 'house', acls: ['k1', 'k2'] };

describe('a full-text query', () => {
  it('scores each term by its weight alone and filters by tenant and keys without scoring', () => {
    const [query] = fullTextQueries(scope, 'name', [{ term: 'pump', weight: 37 }]);
    expect(query?.text).toBe('+(lexical:["pump" TO "pump"]^37) +tenant:("house")^0 +acl:("k1" "k2")^0');
  });

  it('adds the weight once more for each impact level in collections of long texts', () => {
    const [query] = fullTextQueries(scope, 'chunk', [{ term: 'pump', weight: 10 }]);
    expect(query?.text.match(/impacts:\["pump\|(\d)" TO "pump\|\1"\]\^(\d+)/gu)).toEqual(
      [2, 3, 4, 5, 6, 7, 8].map(
        (level) => `impacts:["pump|${level}" TO "pump|${level}"]^${(level - 1) * 10}`,
      ),
    );
  });

  it('gives quotes and backslashes in terms, tenants and keys no meaning', () => {
    const [query] = fullTextQueries({ tenant: 'a" OR tenant:"b', acls: ['k\\'] }, 'name', [
      { term: '"\\', weight: 1 },
    ]);
    expect(query?.text).toBe(
      String.raw`+(lexical:["\"\\" TO "\"\\"]^1) +tenant:("a\" OR tenant:\"b")^0 +acl:("k\\")^0`,
    );
  });

  it('is several when terms, keys or documents are more than 1,024 clauses hold, and covers each combination once', () => {
    const many = Array.from({ length: 700 }, (_, index) => `k${index}`);
    const terms = Array.from({ length: 200 }, (_, index) => ({ term: `t${index}`, weight: 1 }));
    const queries = fullTextQueries({ tenant: 'house', acls: many }, 'chunk', terms, ['d1']);
    const clauses = (text: string) =>
      text.split(' TO ').length - 1 + (text.replaceAll(/\[.*?\]/gu, '').match(/"[^"]*"/gu) ?? []).length;
    expect(queries.every(({ text }) => clauses(text) <= 1024)).toBe(true);
    const pairs = queries.flatMap(({ text, acls }) =>
      [...text.matchAll(/lexical:\["(t\d+)"/gu)].flatMap(([, term]) => acls.map((acl) => `${term} ${acl}`)),
    );
    expect(pairs.length).toBe(700 * 200);
    expect(new Set(pairs).size).toBe(700 * 200);
  });

  it('does not exist for no terms, no keys or no documents', () => {
    const terms = [{ term: 'pump', weight: 1 }];
    expect(fullTextQueries(scope, 'chunk', [])).toEqual([]);
    expect(fullTextQueries({ tenant: 'house', acls: [] }, 'chunk', terms)).toEqual([]);
    expect(fullTextQueries(scope, 'chunk', terms, [])).toEqual([]);
  });
});

describe('the weights of terms', () => {
  const counts = {
    nodes: 10,
    tokens: 100,
    byTerm: new Map([
      ['pump', 1],
      ['valv', 10],
    ]),
  };

  it('are their idf in the scope in hundredths, at least 1', () => {
    // ln(1 + 9.5/1.5) = 1.992; ln(1 + 0.5/10.5) = 0.0465
    const terms = [
      { word: 'pumps', variants: ['pump', 'pumps'] },
      { word: 'valve', variants: ['valv', 'pump'] },
    ];
    expect(weighTerms(terms, counts)).toEqual([
      { term: 'pump', weight: 199 },
      { term: 'valv', weight: 5 },
    ]);
  });
});
