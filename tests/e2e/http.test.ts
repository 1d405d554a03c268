import { Value } from 'typebox/value';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AskResponse, AskResponseSchema } from '../../src/domain/api/ask.ts';
import { type DocumentList, type IngestReport, IngestReportSchema } from '../../src/domain/api/documents.ts';
import { startService, type TestService } from './service.ts';

let service: TestService;

const GUIDE = `# Harbour crane manual

## Lifting limits

The Osprey crane lifts at most 42 tonnes. Its brake must be inspected every 90 days.

## Contacts

Maren Holt is the chief engineer of the Osprey crane.
`;

async function post(path: string, body: unknown, headers: Record<string, string> = {}) {
  return await fetch(`${service.address}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
}

async function upload(
  files: Readonly<Record<string, string>>,
  fields: Readonly<Record<string, string>> = {},
) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  for (const [name, text] of Object.entries(files)) form.append('file', new Blob([text]), name);
  return await fetch(`${service.address}/v1/documents`, { method: 'POST', body: form });
}

beforeAll(async () => {
  service = await startService();
  const response = await upload({ 'crane.md': GUIDE });
  expect(response.status).toBe(200);
});
afterAll(async () => await service?.close());

describe('the service', () => {
  it('reports what became of each uploaded file, and loses no good one to a bad one', async () => {
    const response = await upload({ 'empty.txt': '', 'note.md': '# Pier\n\nThe pier closes at dusk.\n' });
    const report = (await response.json()) as IngestReport;
    expect(Value.Check(IngestReportSchema, report)).toBe(true);
    expect(report.results.map(({ uri, status }) => [uri, status])).toEqual([
      ['upload:empty.txt', 'failed'],
      ['upload:note.md', 'created'],
    ]);
    expect(report.results[0]?.error?.code).toBe('TRELLIS_INGEST_NO_TEXT');
  });

  it('answers a question with a citation of the uploaded document', async () => {
    const response = await post('/v1/ask', {
      question: 'How many tonnes does the Osprey crane lift at most?',
    });
    expect(response.status).toBe(200);
    const answer = (await response.json()) as AskResponse;
    expect([...Value.Errors(AskResponseSchema, answer)]).toEqual([]);
    expect(answer.status).toBe('answered');
    expect(answer.answer).toContain('42 tonnes');
    expect(answer.citations[0]).toMatchObject({
      number: 1,
      kind: 'passage',
      page: 1,
      document: { title: 'Harbour crane manual', uri: 'upload:crane.md', version: 1 },
    });
    expect(answer.trace).toBeUndefined();
  });

  it('traces when asked to in the query', async () => {
    const response = await post('/v1/ask?trace=1', {
      question: 'Who is the chief engineer of the Osprey crane?',
    });
    const answer = (await response.json()) as AskResponse;
    expect(answer.answer).toContain('Maren Holt');
    expect(answer.trace?.map(({ step }) => step)).toContain('analyse');
  });

  it('says that the evidence does not suffice for what no document tells', async () => {
    const response = await post('/v1/ask', { question: 'Which airline sponsors the Zurbriggen festival?' });
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ status: 'insufficient_evidence', rung: 'none' });
  });

  it('ranks passages', async () => {
    const response = await post('/v1/search', { question: 'brake inspection', limit: 1 });
    const { results } = (await response.json()) as { results: { text: string }[] };
    expect(results).toHaveLength(1);
    expect(results[0]?.text).toContain('90 days');
  });

  it('lists, shows and deletes a document, after which nothing tells its facts', async () => {
    const created = (await (
      await upload({ 'buoy.md': '# Buoys\n\nThe Quillon buoy weighs 730 kilograms.\n' })
    ).json()) as IngestReport;
    const id = created.results[0]?.documentId ?? '';
    const list = (await (await fetch(`${service.address}/v1/documents?limit=1000`)).json()) as DocumentList;
    expect(list.documents.map((document) => document.id)).toContain(id);
    const shown = await (await fetch(`${service.address}/v1/documents/${id}`)).json();
    expect(shown).toMatchObject({
      document: { id, title: 'Buoys' },
      chunks: [{ text: expect.stringContaining('730 kilograms') }],
    });
    const deleted = await fetch(`${service.address}/v1/documents/${id}`, { method: 'DELETE' });
    expect(await deleted.json()).toMatchObject({ id, deleted: { chunks: 1 } });
    const gone = await fetch(`${service.address}/v1/documents/${id}`);
    expect([gone.status, ((await gone.json()) as { code: string }).code]).toEqual([
      404,
      'TRELLIS_INGEST_DOCUMENT_NOT_FOUND',
    ]);
    const answer = (await (
      await post('/v1/ask', { question: 'How much does the Quillon buoy weigh?' })
    ).json()) as AskResponse;
    expect(answer.status).toBe('insufficient_evidence');
    expect(JSON.stringify(answer)).not.toContain('730');
  });

  it('keeps a document from readers of other groups', async () => {
    await upload(
      { 'wage.md': '# Wages\n\nThe Tarn wharf foreman earns 4,812 crowns.\n' },
      { access: 'payroll', classification: 'secret' },
    );
    const question = 'How many crowns does the Tarn wharf foreman earn?';
    const asReader = async (groups: string[]) =>
      (await (await post('/v1/ask', { question, groups })).json()) as AskResponse;
    expect((await asReader(['payroll'])).answer).toContain('4,812');
    const other = await asReader(['sales']);
    expect(other.status).toBe('insufficient_evidence');
    expect(JSON.stringify(other)).not.toMatch(/4,812|Wages|wage\.md/);
    const list = await (await fetch(`${service.address}/v1/documents?groups=sales&limit=1000`)).text();
    expect(list).not.toContain('Wages');
  });

  it.each([
    ['an unknown field', { question: 'x?', colour: 'red' }, 400, 'TRELLIS_HTTP_BODY_INVALID'],
    ['a number for a text', { question: 5 }, 400, 'TRELLIS_HTTP_BODY_INVALID'],
    ['no question', {}, 400, 'TRELLIS_HTTP_BODY_INVALID'],
    ['broken JSON', '{"question":', 400, 'TRELLIS_HTTP_BODY_INVALID'],
    ['an unknown pipeline', { question: 'x?', pipeline: 'magic' }, 400, 'TRELLIS_HTTP_BODY_INVALID'],
    ['an empty question', { question: '  ' }, 400, 'TRELLIS_QUERY_QUESTION_EMPTY'],
    ['100,000 characters', { question: 'why '.repeat(25_000) }, 413, 'TRELLIS_QUERY_QUESTION_TOO_LONG'],
  ])('refuses %s with a problem document', async (_, body, status, code) => {
    const response = await post('/v1/ask', body);
    expect(response.headers.get('content-type')).toContain('application/problem+json');
    expect([response.status, await response.json()]).toMatchObject([
      status,
      { code, status, requestId: expect.any(String) },
    ]);
  });

  it('refuses uploads without a file, with unknown fields, and names that point elsewhere', async () => {
    expect((await (await upload({})).json()) as object).toMatchObject({ code: 'TRELLIS_HTTP_BODY_INVALID' });
    expect((await (await upload({ 'a.md': '# A' }, { owner: 'me' })).json()) as object).toMatchObject({
      code: 'TRELLIS_HTTP_BODY_INVALID',
    });
    const report = (await (
      await upload({ '../../etc/passwd.md': '# Tide\n\nHigh tide is at nine.\n' })
    ).json()) as IngestReport;
    expect(report.results[0]?.uri).toBe('upload:passwd.md');
  });

  it('refuses a web page that points its own name to this machine', async () => {
    const response = await service.server.app.inject({
      method: 'GET',
      url: '/v1/documents',
      headers: { host: 'evil.example' },
    });
    expect([response.statusCode, response.json().code]).toEqual([403, 'TRELLIS_HTTP_ADDRESS_REFUSED']);
  });

  it('shows its API as OpenAPI', async () => {
    const api = (await (await fetch(`${service.address}/docs/json`)).json()) as {
      openapi: string;
      paths: object;
    };
    expect(api.openapi).toBe('3.1.0');
    expect(Object.keys(api.paths).sort()).toEqual([
      '/healthz',
      '/readyz',
      '/v1/ask',
      '/v1/documents',
      '/v1/documents/{id}',
      '/v1/search',
    ]);
  });

  it('is alive and ready, and knows no other route', async () => {
    expect(await (await fetch(`${service.address}/healthz`)).json()).toEqual({ status: 'ok' });
    expect(await (await fetch(`${service.address}/readyz`)).json()).toEqual({ status: 'ok' });
    expect(await (await fetch(`${service.address}/nowhere`)).json()).toMatchObject({
      code: 'TRELLIS_HTTP_NOT_FOUND',
      status: 404,
    });
  });

  it('gives the same answer ten times, but for the time it took', async () => {
    const answers = new Set<string>();
    for (let i = 0; i < 10; i++) {
      const answer = (await (
        await post('/v1/ask', { question: 'Who is the chief engineer of the Osprey crane?', trace: true })
      ).json()) as AskResponse;
      answers.add(JSON.stringify({ ...answer, ms: 0 }));
    }
    expect(answers.size).toBe(1);
  });
});

describe('the address', () => {
  it('must be loopback while there are no keys', async () => {
    await expect(startService({ HTTP_HOST: '0.0.0.0' })).rejects.toMatchObject({
      code: 'TRELLIS_HTTP_ADDRESS_REFUSED',
    });
  });
});
