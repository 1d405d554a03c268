import type { Turn } from './chat-turns.ts';

/** The two text forms of OpenAI's API. */
export type WireForm = 'chat' | 'responses';
type Said = Extract<Turn, { kind: 'say' | 'decline' }>;

const CREATED = 1_700_000_000;
const USAGE = { input: 11, output: 7 };

/** Returns the body of a whole answer. Usage is always 11 tokens in, 7 out. */
export function wholeAnswer(form: WireForm, model: string, said: Said): unknown {
  return form === 'chat' ? chatAnswer(model, said) : responsesAnswer(model, said);
}

/** Returns the server-sent events of an answer in pieces of `pieceLength` characters, the closing ones apart. */
export function streamedAnswer(
  form: WireForm,
  model: string,
  said: Said,
  pieceLength = 4,
): { readonly text: string[]; readonly end: string[] } {
  const pieces = said.text.match(new RegExp(`[^]{1,${pieceLength}}`, 'g')) ?? [];
  return form === 'chat' ? chatStream(model, said, pieces) : responsesStream(model, said, pieces);
}

function chatAnswer(model: string, said: Said) {
  const declined = said.kind === 'decline';
  return {
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: CREATED,
    model,
    choices: [
      {
        index: 0,
        finish_reason: declined ? 'stop' : said.finish,
        message: {
          role: 'assistant',
          content: declined ? null : said.text,
          refusal: declined ? said.text : null,
        },
      },
    ],
    usage: { prompt_tokens: USAGE.input, completion_tokens: USAGE.output, total_tokens: 18 },
  };
}

function chatStream(model: string, said: Said, pieces: string[]) {
  const chunk = (delta: object, finish: string | null = null, rest: object = {}) =>
    event({
      id: 'chatcmpl-1',
      object: 'chat.completion.chunk',
      created: CREATED,
      model,
      choices: [{ index: 0, delta, finish_reason: finish }],
      ...rest,
    });
  const field = said.kind === 'decline' ? 'refusal' : 'content';
  const usage = { prompt_tokens: USAGE.input, completion_tokens: USAGE.output, total_tokens: 18 };
  return {
    text: [chunk({ role: 'assistant', content: '' }), ...pieces.map((piece) => chunk({ [field]: piece }))],
    end: [
      chunk({}, said.kind === 'decline' ? 'stop' : said.finish),
      event({
        id: 'chatcmpl-1',
        object: 'chat.completion.chunk',
        created: CREATED,
        model,
        choices: [],
        usage,
      }),
      'data: [DONE]\n\n',
    ],
  };
}

function responsesAnswer(model: string, said: Said) {
  const finish = said.kind === 'decline' ? 'stop' : said.finish;
  return {
    id: 'resp_1',
    object: 'response',
    created_at: CREATED,
    model,
    status: finish === 'stop' ? 'completed' : 'incomplete',
    error: null,
    incomplete_details:
      finish === 'stop' ? null : { reason: finish === 'length' ? 'max_output_tokens' : 'content_filter' },
    output: [message(said)],
    usage: {
      input_tokens: USAGE.input,
      input_tokens_details: { cached_tokens: 0 },
      output_tokens: USAGE.output,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: 18,
    },
  };
}

function message(said: Said) {
  const part =
    said.kind === 'decline'
      ? { type: 'refusal', refusal: said.text }
      : { type: 'output_text', text: said.text, annotations: [] };
  return { id: 'msg_1', type: 'message', role: 'assistant', status: 'completed', content: [part] };
}

function responsesStream(model: string, said: Said, pieces: string[]) {
  const whole = responsesAnswer(model, said);
  const open = { ...whole, status: 'in_progress', output: [], usage: null, incomplete_details: null };
  const place = { item_id: 'msg_1', output_index: 0, content_index: 0 };
  const [part] = message(said).content;
  const delta = said.kind === 'decline' ? 'response.refusal.delta' : 'response.output_text.delta';
  let sequence_number = 0;
  const named = (type: string, rest: object) => {
    sequence_number += 1;
    return `event: ${type}\n${event({ type, sequence_number, ...rest })}`;
  };
  const emptyItem = { ...message(said), status: 'in_progress', content: [] };
  const emptyPart = { type: 'output_text', text: '', annotations: [] };
  return {
    text: [
      named('response.created', { response: open }),
      named('response.output_item.added', { output_index: 0, item: emptyItem }),
      named('response.content_part.added', { ...place, part: emptyPart }),
      ...pieces.map((piece) => named(delta, { ...place, delta: piece })),
    ],
    end: [
      named('response.content_part.done', { ...place, part }),
      named('response.output_item.done', { output_index: 0, item: message(said) }),
      named(whole.status === 'completed' ? 'response.completed' : 'response.incomplete', { response: whole }),
    ],
  };
}

function event(data: unknown): string {
  return `data: ${JSON.stringify(data)}\n\n`;
}
