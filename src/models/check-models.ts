import { Type } from 'typebox';
import type { Config } from '../config.ts';
import { TrellisError, toTrellisError } from '../errors.ts';
import type { Folders } from '../folders.ts';
import { createBudget } from './budget.ts';
import { createChat } from './chat.ts';
import { createEmbeddings } from './embeddings.ts';
import { loadPrompts, PROMPTS_DIRECTORY } from './prompts.ts';
import { createReranker } from './reranker.ts';
import type { TextEmbeddings } from './text-embeddings.ts';

/** Whether one model works. */
export interface ModelCheck {
  readonly role: 'embeddings' | 'chat' | 'reranker';
  readonly id: string;
  readonly ms: number;
  readonly error?: ReturnType<TrellisError['toJSON']>;
}

const NEAR = ['A cat sits on the mat.', 'A kitten is sitting on a rug.'] as const;
const FAR = 'Interest rates rose sharply in March.';
const CALLS = 2;
/** Reasoning models think even about this. */
const CHECK_TOKENS = 2_000;
const NumberSchema = Type.Object({ number: Type.Integer() });

/**
 * Uses every model of the settings once and returns how it went; failures are in the result, not thrown.
 * A chat model is asked for JSON, which takes one call or two.
 */
export async function checkModels(
  config: Config,
  folders: Folders,
  { signal }: { readonly signal?: AbortSignal } = {},
): Promise<ModelCheck[]> {
  const checks: ModelCheck[] = [];
  let embeddings: TextEmbeddings | undefined;
  const opened = await check('embeddings', config.EMBEDDING_MODEL, async () => {
    embeddings = await createEmbeddings(config, folders, signal ? { signal } : {});
    await checkEmbeddings(embeddings);
    return embeddings.id;
  });
  checks.push(opened);
  if (embeddings !== undefined && config.RERANKER !== 'none') {
    const ready = embeddings;
    checks.push(await check('reranker', config.RERANKER, () => checkReranker(config, ready, signal)));
  }
  if (config.CHAT_PROVIDER !== 'none') {
    checks.push(await check('chat', config.CHAT_MODEL, () => checkChat(config, folders, signal)));
  }
  await embeddings?.close();
  return checks;
}

async function check(
  role: ModelCheck['role'],
  name: string,
  body: () => Promise<string>,
): Promise<ModelCheck> {
  const started = performance.now();
  const elapsed = () => Math.round(performance.now() - started);
  try {
    const id = await body();
    return { role, id, ms: elapsed() };
  } catch (error) {
    return { role, id: name, ms: elapsed(), error: toTrellisError(error).toJSON() };
  }
}

/** A mark that is new each time keeps the caches out of it; questions leave nothing on disk. */
async function checkEmbeddings(embeddings: TextEmbeddings): Promise<void> {
  const mark = ` (${Date.now()})`;
  const [first = [], second = [], third = []] = await Promise.all(
    [...NEAR, FAR].map((text) => embeddings.embedQuery(text + mark)),
  );
  if (dot(first, second) > dot(first, third)) return;
  throw new TrellisError(
    'TRELLIS_MODEL_OUTPUT_INVALID',
    'The embedding model puts unrelated sentences closer together than related ones: its files or EMBEDDING_MODEL are wrong.',
  );
}

async function checkReranker(
  config: Config,
  embeddings: TextEmbeddings,
  signal?: AbortSignal,
): Promise<string> {
  const reranker = createReranker(config, embeddings);
  const candidates = [FAR, NEAR[1]].map((text) => ({ id: text, text }));
  const ranked = (await reranker?.rerank(NEAR[0], candidates, signal)) ?? [];
  if (ranked[0]?.id === NEAR[1]) return reranker?.id ?? config.RERANKER;
  throw new TrellisError(
    'TRELLIS_MODEL_OUTPUT_INVALID',
    'The reranker puts an unrelated sentence before a related one.',
  );
}

async function checkChat(config: Config, folders: Folders, signal?: AbortSignal): Promise<string> {
  const chat = await createChat(config, folders);
  const number = Date.now() % 10_000;
  try {
    const prompt = loadPrompts(PROMPTS_DIRECTORY).render('check-model', { number: String(number) });
    const request = { prompt, budget: createBudget(CALLS), maxTokens: CHECK_TOKENS, schema: NumberSchema };
    const answer = await chat?.structured({ ...request, ...(signal ? { signal } : {}) });
    if (answer?.value.number === number) return chat?.id ?? config.CHAT_MODEL;
    throw new TrellisError(
      'TRELLIS_MODEL_OUTPUT_INVALID',
      `Asked to repeat ${number}, the chat model gave ${answer?.value.number}.`,
    );
  } finally {
    await chat?.close();
  }
}

function dot(a: readonly number[], b: readonly number[]): number {
  return a.reduce((total, value, i) => total + value * (b[i] ?? 0), 0);
}
