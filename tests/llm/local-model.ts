import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '../../src/config.ts';
import { resolveFolders } from '../../src/folders.ts';
import { type Chat, createChat } from '../../src/models/chat.ts';
import { chatModelFile } from '../../src/models/fetch-chat-model.ts';

/**
 * Returns the environment variables that choose the fetched local model. A core is left to others: with as many threads
 * as there are cores the model all but stops as soon as anything else runs.
 */
export function localModelSettings(): Record<string, string> {
  const machine = {
    workingDirectory: process.cwd(),
    homeDirectory: homedir(),
    platform: process.platform,
    environment: process.env,
  };
  const folders = resolveFolders(
    readConfig({ TRELLIS_CACHE_DIR: process.env['TRELLIS_CACHE_DIR'] }),
    machine,
  );
  return {
    CHAT_PROVIDER: 'gguf',
    CHAT_MODEL: chatModelFile(folders),
    CHAT_THREADS: process.env['CHAT_THREADS'] ?? String(Math.max(1, availableParallelism() - 1)),
    CHAT_TIMEOUT_MS: '300000',
  };
}

/** A chat model with a call cache of its own. */
export interface LocalChat {
  readonly chat: Chat;
  close(): Promise<void>;
}

/**
 * Opens the local model; its weights are loaded by the first call. `overrides` are environment variables.
 * Throws `TRELLIS_MODEL_UNAVAILABLE`, with the command to run, when the model or the package is missing.
 */
export async function openLocalChat(overrides: Readonly<Record<string, string>> = {}): Promise<LocalChat> {
  const data = await mkdtemp(join(tmpdir(), 'trellis-llm-'));
  const removeData = () => rm(data, { recursive: true, force: true });
  try {
    const config = readConfig({ ...localModelSettings(), ...overrides });
    const chat = await createChat(config, { data, cache: data });
    if (chat === undefined) throw new Error('no chat model was made');
    return {
      chat,
      close: async () => {
        await chat.close();
        await removeData();
      },
    };
  } catch (error) {
    await removeData();
    throw error;
  }
}
