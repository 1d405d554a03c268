import { statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { basename, resolve } from 'node:path';
import pLimit from 'p-limit';
import type { Config } from '../config.ts';
import { TrellisError } from '../errors.ts';
import type { ChatProvider, Finish, ProviderRequest } from './chat-provider.ts';

/** The package is no dependency: it brings 700 MB of binaries that most installations do not want. */
const PACKAGE = 'node-llama-cpp';
const INSTALL = 'npm install --no-save node-llama-cpp@3.22.1';
/** Room for the prompt and the answer; Qwen2.5 of 1.5B takes 240 MB for this. */
const CONTEXT_TOKENS = 8192;

/** The part of node-llama-cpp that we use. */
interface LlamaLibrary {
  getLlama(options: object): Promise<Llama>;
  readonly LlamaLogLevel: { readonly error: unknown };
  readonly LlamaChatSession: new (options: object) => LlamaSession;
}
interface Llama {
  loadModel(options: { modelPath: string }): Promise<LlamaModel>;
  createGrammarForJsonSchema(schema: unknown): Promise<unknown>;
  getGrammarFor(name: 'json'): Promise<unknown>;
}
interface LlamaModel {
  createContext(options: object): Promise<LlamaContext>;
  tokenize(text: string): readonly number[];
  dispose(): Promise<void>;
}
interface LlamaContext {
  getSequence(): { clearHistory(): Promise<void> };
}
interface LlamaSession {
  promptWithMeta(text: string, options: object): Promise<{ responseText: string; stopReason: string }>;
  dispose(options: { disposeSequence: boolean }): void;
}

interface Loaded {
  readonly library: LlamaLibrary;
  readonly llama: Llama;
  readonly model: LlamaModel;
  readonly sequence: { clearHistory(): Promise<void> };
}

/**
 * Returns the GGUF file named by `CHAT_MODEL`, run in this process by node-llama-cpp, one call at a time; loaded on first use.
 * Answers are held to a schema by a grammar. Temperature 0 unless asked otherwise.
 * Throws `TRELLIS_MODEL_UNAVAILABLE` when the file or the package is missing.
 */
export async function createGgufChat(config: Config): Promise<ChatProvider> {
  const path = resolve(config.CHAT_MODEL);
  const file = statSync(path, { throwIfNoEntry: false });
  if (file?.isFile() !== true) {
    throw unavailable(
      `there is no file ${path}. Set CHAT_MODEL to a GGUF file; "npm run fetch:chat-model" fetches one and says its path`,
    );
  }
  const library = await importLibrary();
  const oneAtATime = pLimit(1);
  let loading: Promise<Loaded> | undefined;
  const load = () => {
    loading ??= loadModel(library, path, config.CHAT_THREADS || availableParallelism()).catch((cause) => {
      loading = undefined;
      throw unavailable(`${path} cannot be loaded: ${message(cause)}`, cause);
    });
    return loading;
  };
  return {
    id: `gguf/${basename(path)}@${file.size}`,
    call: (request) =>
      untilAborted(
        request.signal,
        oneAtATime(async () => answer(await load(), request)),
      ),
    adapt: () => false,
    close: () =>
      oneAtATime(async () => {
        const loaded = await loading;
        loading = undefined;
        await loaded?.model.dispose();
      }),
  };
}

/** Loading, and waiting for the calls before, can't be stopped; the caller's time limit holds all the same. */
function untilAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    work.then(resolve, reject);
  });
}

async function importLibrary(): Promise<LlamaLibrary> {
  try {
    return (await import(PACKAGE)) as LlamaLibrary;
  } catch (cause) {
    throw unavailable(
      `the package ${PACKAGE} is not installed. Run "${INSTALL}" in the project's folder`,
      cause,
    );
  }
}

/** The library takes four threads at least; where there are fewer cores they wait for each other and stand still. */
async function loadModel(library: LlamaLibrary, modelPath: string, threads: number): Promise<Loaded> {
  const llama = await library.getLlama({
    build: 'never',
    maxThreads: threads,
    progressLogs: false,
    logLevel: library.LlamaLogLevel.error,
  });
  const model = await llama.loadModel({ modelPath });
  const context = await model.createContext({ contextSize: { max: CONTEXT_TOKENS }, threads });
  return { library, llama, model, sequence: context.getSequence() };
}

async function answer({ library, llama, model, sequence }: Loaded, request: ProviderRequest) {
  request.signal.throwIfAborted();
  const { system, user } = request.prompt;
  await sequence.clearHistory();
  const session = new library.LlamaChatSession({ contextSequence: sequence, systemPrompt: system });
  try {
    const { responseText, stopReason } = await session.promptWithMeta(user, {
      signal: request.signal,
      temperature: request.temperature ?? 0,
      trimWhitespaceSuffix: true,
      ...(request.maxTokens === undefined ? {} : { maxTokens: request.maxTokens }),
      ...(request.schema === undefined ? {} : { grammar: await toGrammar(llama, request.schema) }),
      ...(request.onText === undefined ? {} : { onTextChunk: request.onText }),
    });
    const finish: Finish = stopReason === 'maxTokens' ? 'length' : 'stop';
    const inputTokens = model.tokenize(system + user).length;
    return { text: responseText, finish, inputTokens, outputTokens: model.tokenize(responseText).length };
  } finally {
    session.dispose({ disposeSequence: false });
  }
}

/** The library's grammars know a part of JSON Schema; any JSON is asked for where that is not enough. */
async function toGrammar(llama: Llama, schema: unknown): Promise<unknown> {
  try {
    return await llama.createGrammarForJsonSchema(JSON.parse(JSON.stringify(schema)));
  } catch {
    return llama.getGrammarFor('json');
  }
}

function message(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}

function unavailable(what: string, cause?: unknown): TrellisError {
  return new TrellisError('TRELLIS_MODEL_UNAVAILABLE', `The local chat model is not ready: ${what}.`, {
    cause,
  });
}
