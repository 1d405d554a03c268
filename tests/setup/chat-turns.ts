/** What the scripted server does with one request. */
export type Turn =
  | { readonly kind: 'say'; readonly text: string; readonly finish: 'stop' | 'length' | 'content_filter' }
  /** The model declines in the form that OpenAI has for it. */
  | { readonly kind: 'decline'; readonly text: string }
  | {
      readonly kind: 'status';
      readonly status: number;
      readonly code: string;
      readonly message: string;
      readonly headers: Readonly<Record<string, string>>;
    }
  /** Takes the request and never answers. */
  | { readonly kind: 'hang' }
  /** Breaks the connection: after `text` when streaming, in the middle of the body else. */
  | { readonly kind: 'cut'; readonly text: string }
  /** Ends the stream properly, but without the last event. */
  | { readonly kind: 'unfinished'; readonly text: string }
  /** Any body with status 200. */
  | { readonly kind: 'raw'; readonly body: string }
  | { readonly kind: 'slow'; readonly delayMs: number; readonly turn: Turn }
  | { readonly kind: 'embed'; readonly dimensions: number };

export const say = (text: string): Turn => ({ kind: 'say', text, finish: 'stop' });
export const sayJson = (value: unknown): Turn => say(JSON.stringify(value));
/** Cut at the token limit. */
export const sayCut = (text: string): Turn => ({ kind: 'say', text, finish: 'length' });
/** Stopped by a content filter after `text`. */
export const sayFiltered = (text = ''): Turn => ({ kind: 'say', text, finish: 'content_filter' });
export const decline = (text = 'I cannot help with that.'): Turn => ({ kind: 'decline', text });
export const hang = (): Turn => ({ kind: 'hang' });
export const cut = (text: string): Turn => ({ kind: 'cut', text });
export const unfinished = (text: string): Turn => ({ kind: 'unfinished', text });
export const raw = (body: string): Turn => ({ kind: 'raw', body });
export const slow = (delayMs: number, turn: Turn): Turn => ({ kind: 'slow', delayMs, turn });
/** Answers `/embeddings` with unit vectors made from the texts' bytes. */
export const embed = (dimensions: number): Turn => ({ kind: 'embed', dimensions });

/** An HTTP error in OpenAI's form. */
export const fail = (
  status: number,
  { code = 'error', message = `failed with ${status}`, headers = {} as Record<string, string> } = {},
): Turn => ({ kind: 'status', status, code, message, headers });

/** 429; `retryAfter` is the header's value (seconds or an HTTP date), absent when undefined. */
export const rateLimited = (retryAfter?: string): Turn =>
  fail(429, {
    code: 'rate_limit_exceeded',
    headers: retryAfter === undefined ? {} : { 'retry-after': retryAfter },
  });

/** 400 of a content filter that looked at the prompt. */
export const filteredPrompt = (): Turn =>
  fail(400, { code: 'content_filter', message: 'The prompt was blocked by the content filter.' });

/** Every way in which models were seen to miss the JSON that was asked of them; `value` is what they meant. */
export function brokenJson(value: unknown): Readonly<Record<string, { text: string; readable: boolean }>> {
  const json = JSON.stringify(value, null, 2);
  return {
    fenced: { text: `\`\`\`json\n${json}\n\`\`\``, readable: true },
    'fenced without a language': { text: `\`\`\`\n${json}\n\`\`\``, readable: true },
    'prose around': {
      text: `Sure! Here is the JSON:\n\n${json}\n\nLet me know if {this} helps.`,
      readable: true,
    },
    'prose with braces in front': { text: `I use {curly} braces. ${json}`, readable: true },
    'thinking in front': { text: `<think>\nMaybe {"a": 1}? No.\n</think>\n${json}`, readable: true },
    'trailing comma': { text: json.replace(/\n}$/, ',\n}'), readable: true },
    'byte order mark': { text: `\uFEFF${json}`, readable: true },
    cut: { text: json.slice(0, -Math.ceil(json.length / 3)), readable: false },
    'thinking without an end': { text: `<think>\nMaybe {"a": 1}? Or`, readable: false },
    prose: { text: 'I could not find anything in this text.', readable: false },
    empty: { text: '', readable: false },
    spaces: { text: ' \n\t ', readable: false },
  };
}
