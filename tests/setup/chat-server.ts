import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fail, type Turn } from './chat-turns.ts';
import { streamedAnswer, type WireForm, wholeAnswer } from './chat-wire.ts';

export * from './chat-turns.ts';

/** One request as the server saw it. */
export interface RecordedRequest {
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: Readonly<Record<string, unknown>>;
  /** Roles and texts, whichever API form was spoken; empty for embeddings. */
  readonly messages: readonly { readonly role: string; readonly text: string }[];
  readonly stream: boolean;
  /** Milliseconds since the server started. */
  readonly atMs: number;
}

/** Turns in order, one a request (a request beyond the last gets status 418), or a function of the request. */
export type ChatScript = readonly Turn[] | ((request: RecordedRequest, index: number) => Turn);

/** A running server. */
export interface ChatServer {
  /** Base URL with `/v1`, for CHAT_BASE_URL and EMBEDDING_BASE_URL. */
  readonly baseUrl: string;
  /** Every request so far, in order of arrival. */
  readonly requests: readonly RecordedRequest[];
  /** How many requests the client gave up before they were answered. */
  readonly abandoned: number;
  close(): Promise<void>;
}

/**
 * Starts a real HTTP server on a free loopback port that speaks OpenAI's `/chat/completions`, `/responses` and
 * `/embeddings` (whole and streamed) and follows `script`.
 */
export async function startChatServer(script: ChatScript): Promise<ChatServer> {
  const requests: RecordedRequest[] = [];
  const started = performance.now();
  const state = { abandoned: 0 };
  const server = createServer(async (incoming, response) => {
    const request = record(incoming, await readBody(incoming), performance.now() - started);
    const index = requests.push(request) - 1;
    response.on('close', () => {
      if (!response.writableFinished) state.abandoned += 1;
    });
    const turn = typeof script === 'function' ? script(request, index) : script[index];
    await answer(request, response, turn ?? fail(418, { message: `no turn for request ${index + 1}` }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests,
    get abandoned() {
      return state.abandoned;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function readBody(incoming: IncomingMessage): Promise<Record<string, unknown>> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString();
  return text === '' ? {} : JSON.parse(text);
}

function record(incoming: IncomingMessage, body: Record<string, unknown>, atMs: number): RecordedRequest {
  const listed = (body['messages'] ?? body['input'] ?? []) as unknown;
  const messages = Array.isArray(listed) ? listed.filter((entry) => typeof entry === 'object') : [];
  return {
    path: incoming.url ?? '',
    headers: incoming.headers,
    body,
    messages: messages.map(({ role, content }) => ({ role: String(role), text: toText(content) })),
    stream: body['stream'] === true,
    atMs,
  };
}

function toText(content: unknown): string {
  if (typeof content === 'string') return content;
  return Array.isArray(content) ? content.map((part) => String(part.text ?? '')).join('') : '';
}

async function answer(request: RecordedRequest, response: ServerResponse, turn: Turn): Promise<void> {
  const form: WireForm = request.path.endsWith('/responses') ? 'responses' : 'chat';
  const model = String(request.body['model'] ?? '');
  switch (turn.kind) {
    case 'slow':
      await new Promise((resolve) => setTimeout(resolve, turn.delayMs));
      return answer(request, response, turn.turn);
    case 'hang':
      return;
    case 'status':
      response.writeHead(turn.status, { 'content-type': 'application/json', ...turn.headers });
      response.end(JSON.stringify({ error: { message: turn.message, code: turn.code, type: turn.code } }));
      return;
    case 'raw':
      response.writeHead(200, { 'content-type': 'application/json' }).end(turn.body);
      return;
    case 'embed':
      return sendJson(response, embeddings(request.body, turn.dimensions));
    case 'cut':
    case 'unfinished':
      return breakOff(form, model, request, response, turn);
    default:
      if (!request.stream) return sendJson(response, wholeAnswer(form, model, turn));
      startStream(response);
      response.end(
        Object.values(streamedAnswer(form, model, turn))
          .flat()
          .join(''),
      );
  }
}

function sendJson(response: ServerResponse, value: unknown): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value));
}

function startStream(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
}

function breakOff(
  form: WireForm,
  model: string,
  request: RecordedRequest,
  response: ServerResponse,
  turn: Extract<Turn, { kind: 'cut' | 'unfinished' }>,
): void {
  const said = { kind: 'say', text: turn.text, finish: 'stop' } as const;
  if (request.stream) {
    startStream(response);
    const { text } = streamedAnswer(form, model, said);
    if (turn.kind === 'unfinished') response.end(text.join(''));
    else response.write(text.join(''), () => setTimeout(() => response.destroy(), 20));
    return;
  }
  const body = JSON.stringify(wholeAnswer(form, model, said));
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': String(body.length) });
  response.write(body.slice(0, body.length / 2), () => setTimeout(() => response.destroy(), 20));
}

/** Unit vectors from a hash of each text; base64 when the client asks for it, as OpenAI does. */
function embeddings(body: Readonly<Record<string, unknown>>, dimensions: number): unknown {
  const input = Array.isArray(body['input']) ? body['input'] : [body['input']];
  const data = input.map((text, index) => {
    const vector = unitVector(String(text), dimensions);
    const encoded = body['encoding_format'] === 'base64';
    const embedding = encoded ? Buffer.from(vector.buffer).toString('base64') : Array.from(vector);
    return { object: 'embedding', index, embedding };
  });
  const usage = { prompt_tokens: input.length, total_tokens: input.length };
  return { object: 'list', model: body['model'], data, usage };
}

function unitVector(text: string, dimensions: number): Float32Array {
  const raw = Array.from({ length: dimensions }, (_, i) => {
    const byte = createHash('sha256').update(`${i} ${text}`).digest()[0] ?? 0;
    return byte - 127.5;
  });
  const length = Math.hypot(...raw);
  return Float32Array.from(raw, (value) => value / length);
}
