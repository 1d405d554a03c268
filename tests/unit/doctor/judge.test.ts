import { Value } from 'typebox/value';
import { describe, expect, it } from 'vitest';
import type { GraphFacts, SetupFacts } from '../../../src/doctor/facts.ts';
import { judge } from '../../../src/doctor/judge.ts';
import { judgeLanguages } from '../../../src/doctor/judge-languages.ts';
import { type DoctorCheck, DoctorReportSchema } from '../../../src/domain/api/doctor.ts';

const GRAPH: GraphFacts = {
  indexes: { ok: true, value: { missing: [], populating: [] } },
  model: { id: 'local/small@1', dimensions: 384 },
  hasVectors: true,
  languages: { en: 3 },
};

const SOUND: SetupFacts = {
  embedded: true,
  java: { minimum: 21, version: '25.0.3' },
  database: { state: 'reachable', address: 'localhost:7687', version: '2026.08.1', edition: 'community' },
  graph: { ok: true, value: GRAPH },
  models: [
    { role: 'embeddings', provider: 'local', name: 'small', state: 'ready', location: 'models/small' },
    { role: 'chat', provider: 'none', name: '-', state: 'off' },
    { role: 'reranker', provider: 'none', name: '-', state: 'off' },
  ],
  embedding: { ok: true, value: { id: 'local/small@1', dimensions: 384 } },
  languages: ['en'],
  chatKeyMissing: false,
  disks: [
    { purpose: 'data', folder: 'data', freeMb: 50_000 },
    { purpose: 'cache', folder: 'cache', freeMb: 50_000 },
  ],
};

const graph = (change: Partial<GraphFacts>): Partial<SetupFacts> => ({
  graph: { ok: true, value: { ...GRAPH, ...change } },
});

/** What a change of the sound set-up does to the check of one name; all others must stay `ok`. */
function changed(name: DoctorCheck['name'], change: Partial<SetupFacts>): DoctorCheck {
  const report = judge({ ...SOUND, ...change });
  expect(Value.Check(DoctorReportSchema, report)).toBe(true);
  const check = report.checks.find((entry) => entry.name === name && entry.status !== 'ok');
  const others = report.checks.filter((entry) => entry !== check);
  expect(others.filter(({ status }) => status !== 'ok')).toEqual([]);
  expect(report.status).toBe(check?.status ?? 'ok');
  return check ?? { name, status: 'ok', message: '' };
}

describe('the judgement of a set-up', () => {
  it('finds nothing to do where all is sound', () => {
    const report = judge(SOUND);
    expect(report.status).toBe('ok');
    expect(report.checks.filter(({ advice }) => advice !== undefined)).toEqual([]);
    expect(new Set(report.checks.map(({ name }) => name))).toEqual(
      new Set([
        'java',
        'database',
        'indexes',
        'graph-model',
        'languages',
        'embedding',
        'chat',
        'reranker',
        'disk',
      ]),
    );
  });

  it('fails for a database that cannot be used, with its error code', () => {
    const problem = { code: 'TRELLIS_STORE_UNAVAILABLE', message: 'Nothing answers.' };
    const { graph: _, ...rest } = SOUND;
    const report = judge({ ...rest, database: { state: 'failed', problem } });
    expect(report.status).toBe('fail');
    expect(report.checks.find(({ name }) => name === 'database')?.message).toContain(problem.code);
    expect(report.checks.some(({ name }) => name === 'languages')).toBe(false);
  });

  it('warns of an embedded server that does not run and says how to start it', () => {
    const { graph: _, ...rest } = SOUND;
    const report = judge({ ...rest, database: { state: 'stopped' } });
    expect(report.status).toBe('warn');
    expect(report.checks.find(({ name }) => name === 'database')?.advice).toContain('trellis db start');
  });

  it('warns of a missing Java, which the next use fetches', () => {
    expect(changed('java', { java: { minimum: 21 } }).status).toBe('warn');
  });

  it('warns of indexes that are missing or being filled, and fails for wrong ones', () => {
    const indexes = (missing: string[], populating: string[]) =>
      graph({ indexes: { ok: true, value: { missing, populating } } });
    expect(changed('indexes', indexes(['a'], [])).status).toBe('warn');
    expect(changed('indexes', indexes([], ['b'])).message).toContain('b');
    const problem = { code: 'TRELLIS_STORE_SCHEMA_MISMATCH', message: 'The index c is another.' };
    expect(changed('indexes', graph({ indexes: { ok: false, problem } })).status).toBe('fail');
  });

  it('fails when the graph has vectors of another model or length, or is half changed', () => {
    const model = { id: 'local/small@1', dimensions: 384 };
    expect(changed('graph-model', graph({ model: { ...model, id: 'local/other@2' } })).status).toBe('fail');
    expect(changed('graph-model', graph({ model: { ...model, dimensions: 768 } })).status).toBe('fail');
    const half = changed('graph-model', graph({ model: { ...model, pending: 'local/next@1' } }));
    expect(half).toMatchObject({ status: 'fail', advice: expect.stringContaining('reembed') });
    const empty = graph({ model: { ...model, id: 'local/other@2' }, hasVectors: false });
    expect(changed('graph-model', empty).status).toBe('ok');
  });

  it('fails when the embedding model is not there, and cannot compare it then', () => {
    const { embedding: _, ...rest } = SOUND;
    const report = judge(rest);
    const status = (name: string) => report.checks.find((check) => check.name === name)?.status;
    expect([status('embedding'), status('graph-model')]).toEqual(['fail', 'warn']);
  });

  it('fails for a chat model whose file or key is missing, and calls none', () => {
    const chat = (state: 'missing' | 'remote') => ({
      models: [
        ...SOUND.models.filter(({ role }) => role !== 'chat'),
        { role: 'chat', provider: 'x', name: 'talker', state } as const,
      ],
    });
    expect(changed('chat', chat('missing')).status).toBe('fail');
    expect(changed('chat', { ...chat('remote'), chatKeyMissing: true }).status).toBe('fail');
    expect(changed('chat', chat('remote')).status).toBe('ok');
  });

  it.each([
    [1024, 'ok'],
    [1023, 'warn'],
    [256, 'warn'],
    [255, 'fail'],
  ] as const)('holds %i MiB of free disk to be %s', (freeMb, status) => {
    const disks = [{ purpose: 'data', folder: 'data', freeMb } as const];
    expect(changed('disk', { disks }).status).toBe(status);
  });
});

describe('the judgement of languages', () => {
  it('warns when one document of twenty is in a language that the embedding does not read', () => {
    expect(judgeLanguages({ en: 95, es: 5 }, ['en'], 'small').status).toBe('warn');
    expect(judgeLanguages({ en: 96, es: 4 }, ['en'], 'small').status).toBe('ok');
    expect(judgeLanguages({ en: 96, es: 2, fr: 2, de: 2 }, ['en'], 'small').status).toBe('warn');
  });

  it('tells the share of each language, the most first', () => {
    const { message } = judgeLanguages({ en: 1, es: 3 }, ['en'], 'small');
    expect(message).toMatch(/es 3 \(75 %\), en 1 \(25 %\)/u);
  });

  it('leaves documents out whose language could not be told', () => {
    expect(judgeLanguages({ und: 90, en: 9, es: 1 }, ['en'], 'small').status).toBe('warn');
    expect(judgeLanguages({ und: 90 }, ['en'], 'small').status).toBe('ok');
  });

  it('is content with a model that reads all of them', () => {
    expect(judgeLanguages({ es: 10 }, 'any', 'large').status).toBe('ok');
    expect(judgeLanguages({ es: 10, en: 10 }, ['en', 'es'], 'large').status).toBe('ok');
  });

  it('asks which languages a model reads when nobody has said', () => {
    expect(judgeLanguages({ en: 10 }, 'unknown', 'own').advice).toContain('EMBEDDING_LANGUAGES');
  });
});
