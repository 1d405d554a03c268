import type { Config } from '../config.ts';
import { TrellisError } from '../errors.ts';
import type { ChatProvider, Finish, ProviderAnswer, ProviderRequest } from './chat-provider.ts';

/** Servers of our own usually want no key, but the client library wants one. */
const NO_KEY = 'none';

/** The part of a LangChain message that we read. */
interface Message {
  readonly text: string;
  readonly response_metadata: Readonly<Record<string, unknown>>;
  readonly additional_kwargs: Readonly<Record<string, unknown>>;
  readonly usage_metadata?: { readonly input_tokens: number; readonly output_tokens: number } | undefined;
}

/**
 * Returns OpenAI's Chat or Responses API at `CHAT_BASE_URL` (OpenAI itself when empty) through LangChain.
 * Its own retries are off. Throws `TRELLIS_MODEL_UNAVAILABLE` when OpenAI is meant and there is no key.
 */
export async function createOpenAIChat(config: Config): Promise<ChatProvider> {
  if (config.CHAT_BASE_URL === '' && config.CHAT_API_KEY === '') {
    throw new TrellisError(
      'TRELLIS_MODEL_UNAVAILABLE',
      'OpenAI needs a key: set CHAT_API_KEY, or CHAT_BASE_URL for a server of your own.',
    );
  }
  const { ChatOpenAI } = await import('@langchain/openai');
  let askForJson = true;
  const open = ({ maxTokens, temperature }: ProviderRequest) =>
    new ChatOpenAI({
      model: config.CHAT_MODEL,
      apiKey: config.CHAT_API_KEY === '' ? NO_KEY : config.CHAT_API_KEY,
      maxRetries: 0,
      useResponsesApi: config.CHAT_API === 'responses',
      // The Chat API's refusal is in the raw answer only.
      __includeRawResponse: config.CHAT_API === 'chat',
      ...(config.CHAT_BASE_URL === '' ? {} : { configuration: { baseURL: config.CHAT_BASE_URL } }),
      ...(maxTokens === undefined ? {} : { maxTokens }),
      ...(temperature === undefined ? {} : { temperature }),
    });
  return {
    id: `openai/${config.CHAT_MODEL}${config.CHAT_BASE_URL === '' ? '' : `@${new URL(config.CHAT_BASE_URL).host}`}`,
    async call(request) {
      const messages: [string, string][] = [['human', request.prompt.user]];
      if (request.prompt.system !== '') messages.unshift(['system', request.prompt.system]);
      const json = request.schema !== undefined && askForJson;
      const options = {
        signal: request.signal,
        ...(json ? { response_format: { type: 'json_object' as const } } : {}),
      };
      const model = open(request);
      if (request.onText !== undefined)
        return readStream(await model.stream(messages, options), request.onText);
      return readMessage(await model.invoke(messages, options), readRefusal);
    },
    adapt(error) {
      if (!askForJson || !refusesJsonMode(error)) return false;
      askForJson = false;
      return true;
    },
    close: () => Promise.resolve(),
  };
}

/** Some compatible servers know no JSON mode; the schema in the prompt and our parser do without. */
function refusesJsonMode(error: unknown): boolean {
  const { status, message } = (error ?? {}) as { readonly status?: unknown; readonly message?: unknown };
  return (
    (status === 400 || status === 422) && /response_format|json_object|text\.format/i.test(String(message))
  );
}

async function readStream(
  stream: AsyncIterable<Message>,
  onText: (piece: string) => void,
): Promise<ProviderAnswer> {
  let text = '';
  let refusal = '';
  let finish: Finish = 'unfinished';
  let usage: Message['usage_metadata'];
  for await (const chunk of stream) {
    if (chunk.text !== '') onText(chunk.text);
    text += chunk.text;
    refusal += readRefusal(chunk);
    finish = readFinish(chunk.response_metadata) ?? finish;
    usage = chunk.usage_metadata ?? usage;
  }
  return {
    text,
    finish: refusal === '' ? finish : 'declined',
    inputTokens: usage?.input_tokens ?? 0,
    outputTokens: usage?.output_tokens ?? 0,
  };
}

function readMessage(message: Message, refusalOf: (message: Message) => string): ProviderAnswer {
  return {
    text: message.text,
    finish: refusalOf(message) === '' ? (readFinish(message.response_metadata) ?? 'stop') : 'declined',
    inputTokens: message.usage_metadata?.input_tokens ?? 0,
    outputTokens: message.usage_metadata?.output_tokens ?? 0,
  };
}

/** Undefined when the answer does not say how it ended. */
function readFinish(metadata: Readonly<Record<string, unknown>>): Finish | undefined {
  const reason = metadata['finish_reason'];
  if (typeof reason === 'string') {
    return reason === 'length' ? 'length' : reason === 'content_filter' ? 'filtered' : 'stop';
  }
  const details = metadata['incomplete_details'] as { readonly reason?: unknown } | null | undefined;
  if (metadata['status'] === 'incomplete')
    return details?.reason === 'content_filter' ? 'filtered' : 'length';
  return metadata['status'] === 'completed' ? 'stop' : undefined;
}

/** The words with which the model declined; empty when it did not. */
function readRefusal({ additional_kwargs: extra, response_metadata: metadata }: Message): string {
  if (typeof extra['refusal'] === 'string') return extra['refusal'];
  const raw = extra['__raw_response'] as RawAnswer | undefined;
  const choice = raw?.choices?.[0];
  const refusal = choice?.message?.refusal ?? choice?.delta?.refusal;
  if (typeof refusal === 'string') return refusal;
  const output = metadata['output'];
  const parts = Array.isArray(output) ? (output as RawOutput[]).flatMap((item) => item.content ?? []) : [];
  return parts.map((part) => (part.type === 'refusal' ? String(part.refusal) : '')).join('');
}

interface RawAnswer {
  readonly choices?: readonly {
    readonly message?: { readonly refusal?: unknown };
    readonly delta?: { readonly refusal?: unknown };
  }[];
}

interface RawOutput {
  readonly content?: readonly { readonly type?: unknown; readonly refusal?: unknown }[];
}
