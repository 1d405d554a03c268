import neo4j from 'neo4j-driver';
import { Value } from 'typebox/value';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AskResponseSchema } from '../../../src/domain/api/ask.ts';
import { SearchResponseSchema } from '../../../src/domain/api/search.ts';
import { TrellisError } from '../../../src/errors.ts';
import { uniqueTenant } from '../../setup/neo4j-context.ts';
import { openQueryContext, PAPERS, type QueryContext } from './query-context.ts';

let context: QueryContext;

beforeAll(async () => {
  context = await openQueryContext();
  await context.add(PAPERS);
});
afterAll(() => context.close());

/** Nodes of this file's tenant, counted apart from the product's own statements. */
async function nodeCount(): Promise<number> {
  const { NEO4J_URI, NEO4J_USER, NEO4J_PASSWORD, TRELLIS_TENANT } = context.config;
  const driver = neo4j.driver(NEO4J_URI, neo4j.auth.basic(NEO4J_USER, NEO4J_PASSWORD), {
    disableLosslessIntegers: true,
  });
  try {
    const { records } = await driver.executeQuery('MATCH (n {tenant: $tenant}) RETURN count(n) AS nodes', {
      tenant: TRELLIS_TENANT,
    });
    return Number(records[0]?.get('nodes'));
  } finally {
    await driver.close();
  }
}

const ask = (question: string, more = {}) => context.services.ask({ question, ...more });

describe('ask without a model', () => {
  test.each([
    ['Which pressure does pump P-200 run at?', '25 bar', 'Pump catalogue'],
    ['When does the lease of the Ostrava plant end?', '3 May 2027', 'Lease of the Ostrava plant'],
    ['How much is the monthly rent?', '14,500 EUR', 'Lease of the Ostrava plant'],
    ['¿Cuántos días de vacaciones tiene cada soldador?', 'veinticinco días', 'Vacaciones del personal'],
  ])('answers "%s" from the right passage', async (question, words, title) => {
    const response = await ask(question);
    expect(response).toMatchObject({ status: 'answered', rung: 'text', modelCalls: 0 });
    expect(response.answer).toContain(words);
    expect(response.answer).toMatch(/\[1\]/);
    expect(response.citations[0]?.document?.title).toBe(title);
    expect(response.citations[0]?.text).toContain(words);
  });

  test('answers from a stored question, naming the passage that states it', async () => {
    const response = await ask('who orders helmets for the ostrava plant');
    expect(response).toMatchObject({ status: 'answered', rung: 'qa', modelCalls: 0 });
    expect(response.answer).toBe('Marta Kolar of the safety office [1]');
    expect(response.citations[0]?.text).toBe('Marta Kolar of the safety office');
  });

  test.each([
    'Who orders the helmets for the Gdynia plant?',
    'How many days of leave does a welder get in 2023?',
    'Who does not order the helmets for the Ostrava plant?',
  ])('does not take a stored answer for the near miss "%s"', async (question) => {
    expect((await ask(question)).rung).not.toBe('qa');
  });

  test('says what is missing and what came nearest when no source answers', async () => {
    const response = await ask('When does the lease of the Zorblax plant end?');
    expect(response).toMatchObject({ status: 'insufficient_evidence', rung: 'none', modelCalls: 0 });
    expect(response.answer).toContain('“Zorblax”');
    expect(response.citations[0]?.document?.title).toBe('Lease of the Ostrava plant');
  });

  test('refuses in an empty tenant, with no citation', async () => {
    const response = await ask('When does the lease end?', { tenant: uniqueTenant() });
    expect(response).toMatchObject({ status: 'insufficient_evidence', citations: [] });
  });

  test('needs as many sources as the settings say', async () => {
    const strict = await context.withServices({ ANSWER_MIN_SOURCES: '3' });
    const response = await strict.ask({ question: 'How much is the monthly rent?' });
    expect(response.status).toBe('insufficient_evidence');
  });

  test('gives the same bytes ten times', async () => {
    const answers = new Set<string>();
    for (let round = 0; round < 10; round += 1) {
      const { ms: _ms, ...rest } = await ask('Which pump is built in Gdynia?', { trace: true });
      answers.add(JSON.stringify(rest));
    }
    expect(answers.size).toBe(1);
  });

  test('answers in the shape that HTTP and the command line promise, with a trace of every step', async () => {
    const response = await ask('How much is the monthly rent?', { trace: true });
    expect(Value.Errors(AskResponseSchema, response)).toEqual([]);
    const steps = response.trace?.map(({ step }) => step) ?? [];
    expect(steps).toEqual(expect.arrayContaining(['analyse', 'qa', 'text', 'validate', 'support']));
    const found = await context.services.search({ question: 'rent' });
    expect(Value.Errors(SearchResponseSchema, found)).toEqual([]);
  });
});

describe('any question', () => {
  test.each([
    'root causes/solutions',
    'TCP/IP',
    '~alien',
    '"unclosed',
    'a AND',
    'NOT x',
    'C++',
    'node:',
    'lexical:* OR tenant:other',
    'create a pump or delete the lease',
    "x' OR 1=1 //",
    'MATCH (n) DETACH DELETE n',
    'パイプの圧力',
    '🙂 pump',
    'кто строит насосы?',
    'pump '.repeat(700),
  ])('%j is only words: answered or refused, and nothing is changed', async (question) => {
    const before = await nodeCount();
    const response = await ask(question);
    expect(['answered', 'insufficient_evidence']).toContain(response.status);
    const { results } = await context.services.search({ question });
    expect(Array.isArray(results)).toBe(true);
    expect(await nodeCount()).toBe(before);
  });

  test.each(['', ' \n ', '?!', '—'])('%j is refused by code, for it has no words', async (question) => {
    await expect(ask(question)).rejects.toMatchObject({ code: 'TRELLIS_QUERY_QUESTION_EMPTY' });
  });

  test('of 100,000 characters is refused by code', async () => {
    await expect(ask('pump '.repeat(20_000))).rejects.toMatchObject({
      code: 'TRELLIS_QUERY_QUESTION_TOO_LONG',
    });
  });
});

describe('a fault', () => {
  test('of the embedding model is told by its code, never as missing evidence', async () => {
    const fault = new TrellisError('TRELLIS_MODEL_UNAVAILABLE', 'The model is away.');
    const broken = await context.withServices({}, () => Promise.reject(fault));
    await expect(broken.ask({ question: 'How much is the monthly rent?' })).rejects.toBe(fault);
    await expect(broken.search({ question: 'rent' })).rejects.toBe(fault);
  });
});
