import neo4j from 'neo4j-driver';
import { describe, expect, it } from 'vitest';
import { isTransient, toStoreError } from '../../../src/store/store-error.ts';

const failure = (code: string, message = 'what the server says') =>
  new neo4j.Neo4jError(message, code, '50N42', 'description');

describe('failures of the database', () => {
  it.each([
    ['Neo.TransientError.General.MemoryPoolOutOfMemoryError', 'TRELLIS_STORE_OUT_OF_MEMORY'],
    ['Neo.ClientError.Transaction.TransactionTimedOut', 'TRELLIS_STORE_TIMEOUT'],
    ['ServiceUnavailable', 'TRELLIS_STORE_UNAVAILABLE'],
    ['Neo.ClientError.Security.Unauthorized', 'TRELLIS_STORE_UNAUTHORIZED'],
    ['Neo.ClientError.Statement.SyntaxError', 'TRELLIS_STORE_QUERY_FAILED'],
  ])('%s is %s, with the statement named', (from, code) => {
    expect(toStoreError(failure(from), 'read/one')).toMatchObject({
      code,
      details: { where: 'read/one', neo4jCode: from },
    });
  });

  it('are run again when they pass by themselves, and not when more of the same would follow', () => {
    expect(isTransient(failure('Neo.TransientError.Transaction.DeadlockDetected'))).toBe(true);
    expect(isTransient(failure('Neo.TransientError.General.MemoryPoolOutOfMemoryError'))).toBe(false);
    expect(isTransient(failure('Neo.ClientError.Statement.SyntaxError'))).toBe(false);
  });
});
