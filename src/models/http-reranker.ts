import { Type } from 'typebox';
import { Value } from 'typebox/value';
import type { Config } from '../config.ts';
import { TrellisError } from '../errors.ts';
import { callWithRetries } from './call-with-retries.ts';
import { compareReranked, type Reranker } from './reranked.ts';

/** What Jina, Cohere and their kin answer; other fields are theirs. */
const AnswerSchema = Type.Object({
  results: Type.Array(Type.Object({ index: Type.Integer({ minimum: 0 }), relevance_score: Type.Number() })),
});

/**
 * Returns a rerank service in Jina's and Cohere's form at `RERANKER_URL`.
 * Throws `TRELLIS_CONFIG_INVALID` when there is no address; its calls throw as `classifyFailure` says.
 */
export function createHttpReranker(config: Config): Reranker {
  if (!URL.canParse(config.RERANKER_URL)) {
    throw new TrellisError(
      'TRELLIS_CONFIG_INVALID',
      'RERANKER=http needs the address of the service in RERANKER_URL.',
    );
  }
  const service = {
    what: `reranker ${config.RERANKER_MODEL}`,
    keySetting: 'RERANKER_API_KEY',
    modelSetting: 'RERANKER_MODEL',
    urlSetting: 'RERANKER_URL',
    timeoutSetting: 'CHAT_TIMEOUT_MS',
  };
  return {
    id: `http/${config.RERANKER_MODEL}`,
    async rerank(question, candidates, signal) {
      if (candidates.length === 0) return [];
      const documents = candidates.map(({ text }) => text);
      const options = {
        service,
        timeoutMs: config.CHAT_TIMEOUT_MS,
        maxRetries: config.CHAT_MAX_RETRIES,
        signal,
      };
      const { value } = await callWithRetries(
        (limited) => post(config, question, documents, limited),
        options,
      );
      const scores = readScores(value, candidates.length);
      return candidates.map(({ id }, i) => ({ id, score: scores[i] ?? 0 })).sort(compareReranked);
    },
  };
}

async function post(
  config: Config,
  query: string,
  documents: string[],
  signal: AbortSignal,
): Promise<unknown> {
  const key = config.RERANKER_API_KEY;
  const response = await fetch(config.RERANKER_URL, {
    method: 'POST',
    signal,
    headers: {
      'content-type': 'application/json',
      ...(key === '' ? {} : { authorization: `Bearer ${key}` }),
    },
    body: JSON.stringify({ model: config.RERANKER_MODEL, query, documents, top_n: documents.length }),
  });
  if (response.ok) return response.json();
  await response.body?.cancel();
  throw Object.assign(new Error(response.statusText), { status: response.status, headers: response.headers });
}

/** One finite score for each document, by its index. */
function readScores(answer: unknown, count: number): number[] {
  const scores = new Array<number>(count).fill(Number.NaN);
  if (Value.Check(AnswerSchema, answer)) {
    for (const { index, relevance_score } of answer.results)
      if (index < count) scores[index] = relevance_score;
    if (scores.every(Number.isFinite)) return scores;
  }
  throw new TrellisError(
    'TRELLIS_MODEL_OUTPUT_INVALID',
    `The rerank service did not give {results: [{index, relevance_score}]} for all ${count} documents; check RERANKER_URL.`,
  );
}
