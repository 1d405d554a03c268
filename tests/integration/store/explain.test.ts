import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadStatements } from '../../../src/store/statements.ts';
import { openStoreContext, type StoreContext } from './store-context.ts';

const statements = [...loadStatements().values()];
let context: StoreContext;

beforeAll(async () => {
  context = await openStoreContext();
});
afterAll(() => context.close());

/** `EXPLAIN` goes behind the choice of the Cypher version. */
function explained(text: string): string {
  const version = /^CYPHER 25\s/u.exec(text)?.[0] ?? '';
  return `${version}EXPLAIN ${text.slice(version.length)}`;
}

describe('every statement in cypher/', () => {
  it('is there at all', () => {
    expect(statements.length).toBeGreaterThan(60);
  });

  it.each(statements)(
    '$name is planned by the server and returns the columns that its header names',
    async (statement) => {
      const session = context.driver.session({ defaultAccessMode: 'READ' });
      try {
        const nulls = Object.fromEntries([...statement.parameters.keys()].map((name) => [name, null]));
        const result = session.run(explained(statement.text), nulls);
        const keys = await result.keys();
        await result.summary();
        expect(keys).toEqual(statement.returns);
      } finally {
        await session.close();
      }
    },
  );
});
