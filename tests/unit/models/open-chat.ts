import { expect, onTestFinished } from 'vitest';
import { readConfig } from '../../../src/config.ts';
import { createBudget } from '../../../src/models/budget.ts';
import { type Chat, createChat } from '../../../src/models/chat.ts';
import { type ChatScript, type ChatServer, startChatServer } from '../../setup/chat-server.ts';
import { temporaryFolders } from './temporary-folders.ts';

/** The prompt that the chat tests send. */
export const PROMPT = { name: 'ask-it', version: 1, system: 'You answer.', user: 'Where is it?' };

/** A chat model over a scripted server; pauses between retries are noted in `pauses` and not waited for. */
export interface OpenChat {
  readonly chat: Chat;
  readonly server: ChatServer;
  readonly pauses: number[];
  readonly warnings: object[];
  /** A request with a fresh budget of ten calls. */
  readonly ask: { readonly prompt: typeof PROMPT; readonly budget: ReturnType<typeof createBudget> };
}

/** Starts server and chat model for one test; both end with it. `settings` are environment variables. */
export async function openChat(
  script: ChatScript,
  settings: Readonly<Record<string, string>> = {},
): Promise<OpenChat> {
  const server = await startChatServer(script);
  const pauses: number[] = [];
  const warnings: object[] = [];
  const config = readConfig({
    CHAT_PROVIDER: 'openai',
    CHAT_MODEL: 'model-a',
    CHAT_BASE_URL: server.baseUrl,
    CHAT_TIMEOUT_MS: '2000',
    ...settings,
  });
  const chat = await createChat(config, temporaryFolders(), {
    now: () => Date.parse('2030-01-01T00:00:00Z'),
    sleep: (ms) => {
      pauses.push(ms);
      return Promise.resolve();
    },
    logger: { debug: () => undefined, warn: (facts) => warnings.push(facts) },
  });
  if (chat === undefined) throw new Error('no chat model was made');
  onTestFinished(async () => {
    await chat.close();
    await server.close();
  });
  return { chat, server, pauses, warnings, ask: { prompt: PROMPT, budget: createBudget(10) } };
}

/** Matches a `TrellisError` with this code and, where given, these details. */
export function failsWith(code: string, details: Readonly<Record<string, unknown>> = {}): Error {
  return expect.objectContaining({ code, details: expect.objectContaining(details) });
}
