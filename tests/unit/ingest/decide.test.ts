import { describe, expect, it } from 'vitest';
import { type Candidate, decide, documentIdFor, findTwin } from '../../../src/ingest/decide.ts';
import type { KnownDocument } from '../../../src/store/writers/known-documents.ts';

const source: Candidate = { tenant: 't', uri: 'u1', sha256: 'x', settings: 's.f', reprocess: false };
const known = (more: Partial<KnownDocument>): KnownDocument => ({
  id: documentIdFor('t', 'u1'),
  version: 3,
  uris: ['u1'],
  sha256: 'x',
  settings: 's.f',
  acl: 'a',
  mime: 'text/plain',
  tags: [],
  jobId: 'j',
  chunkCount: 1,
  entityCount: 0,
  relationCount: 0,
  qaPairCount: 0,
  problems: [],
  ...more,
});

describe('what is to be done with a source', () => {
  it('builds a first version of what nobody knows', () => {
    expect(decide(source, [])).toEqual({
      kind: 'build',
      documentId: documentIdFor('t', 'u1'),
      version: 1,
      uris: ['u1'],
      replaces: false,
    });
  });

  it('changes nothing for the same address, bytes and settings', () => {
    expect(decide(source, [known({})])).toMatchObject({ kind: 'unchanged' });
  });

  it('builds the next version for other bytes or other settings', () => {
    const next = { kind: 'build', documentId: documentIdFor('t', 'u1'), version: 4, replaces: true };
    expect(decide(source, [known({ sha256: 'y' })])).toMatchObject(next);
    expect(decide(source, [known({ settings: 's.g' })])).toMatchObject(next);
  });

  it('keeps all addresses when told to work on the same bytes again', () => {
    const shared = known({ uris: ['u1', 'u2'] });
    expect(decide({ ...source, reprocess: true }, [shared])).toMatchObject({
      version: 4,
      uris: ['u1', 'u2'],
    });
  });

  it('finds the same bytes under another address, also when its own address held others', () => {
    const twin = known({ id: 'd_other', uris: ['u2'] });
    expect(decide(source, [twin])).toMatchObject({ kind: 'duplicate', document: { id: 'd_other' } });
    expect(decide(source, [known({ sha256: 'y' }), twin])).toMatchObject({ kind: 'duplicate' });
  });

  it('leaves a shared document to its other address, and takes an id of its own', () => {
    const shared = known({ sha256: 'y', uris: ['u1', 'u2'] });
    const decision = decide(source, [shared]);
    expect(decision).toMatchObject({ kind: 'build', version: 1, uris: ['u1'], replaces: false });
    expect(decision).not.toMatchObject({ documentId: shared.id });
  });

  it('finds a twin that was filed in another way only when kind, rights and tags agree', () => {
    const parsed = { uri: 'u9', sha256: 'x', mime: 'text/plain', acl: 'a', tags: [], settings: 's.other' };
    expect(findTwin(parsed, [known({})])?.id).toBe(documentIdFor('t', 'u1'));
    expect(findTwin({ ...parsed, acl: 'b' }, [known({})])).toBeUndefined();
    expect(findTwin({ ...parsed, tags: ['t'] }, [known({})])).toBeUndefined();
    expect(findTwin({ ...parsed, mime: 'text/markdown' }, [known({})])).toBeUndefined();
    expect(findTwin({ ...parsed, settings: 'new.f' }, [known({})])).toBeUndefined();
  });
});
