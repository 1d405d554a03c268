import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import { TrellisError } from './errors.ts';

/**
 * All settings in one schema. Each property's name is the environment variable; `description` and `default`
 * are what `.env.example` shows (a test keeps the two equal). Units are in the names.
 */
const text = (description: string, fallback = '') => Type.String({ description, default: fallback });
const whole = (description: string, fallback: number, minimum: number, maximum: number) =>
  Type.Integer({ description, default: fallback, minimum, maximum });
const real = (description: string, fallback: number, minimum: number, maximum: number) =>
  Type.Number({ description, default: fallback, minimum, maximum });
const oneOf = <const T extends string[]>(description: string, values: [...T], fallback: T[number]) =>
  Type.Enum(values, { description, default: fallback });

/** The settings, by environment variable. */
export const ConfigSchema = Type.Object(
  {
    TRELLIS_DATA_DIR: text(
      'Folder for the database, jobs and password files, relative to the working directory.',
      '.trellis',
    ),
    TRELLIS_CACHE_DIR: text(
      "Per-user cache for Neo4j, Java and model files and for embeddings. Empty: the system's usual cache folder.",
    ),
    TRELLIS_TENANT: text('Tenant that the command line and unauthenticated requests work in.', 'default'),
    LOG_LEVEL: oneOf(
      'Least severe log line written to stderr.',
      ['debug', 'info', 'warn', 'error', 'silent'],
      'warn',
    ),

    NEO4J_URI: text(
      'bolt://, neo4j:// or neo4j+s:// address of your own Neo4j. Empty: Trellis starts its embedded one.',
    ),
    NEO4J_USER: text('User of your own Neo4j.', 'neo4j'),
    NEO4J_PASSWORD: text('Password of your own Neo4j. The embedded server generates its own.'),
    NEO4J_DATABASE: text('Database name.', 'neo4j'),
    NEO4J_BOLT_PORT: whole(
      'Preferred Bolt port of the embedded server; the next free one is used when taken.',
      7687,
      0,
      65535,
    ),
    NEO4J_HTTP_PORT: whole('Preferred HTTP (Browser) port of the embedded server.', 7474, 0, 65535),
    NEO4J_HEAP_MB: whole('Heap of the embedded server in MiB. 0: fitted to this machine.', 0, 0, 262144),
    NEO4J_PAGECACHE_MB: whole(
      'Page cache of the embedded server in MiB. 0: fitted to this machine.',
      0,
      0,
      1048576,
    ),
    NEO4J_START_TIMEOUT_MS: whole(
      'How long to wait for the embedded server to become ready.',
      120000,
      1000,
      3600000,
    ),
    NEO4J_CONNECT_TIMEOUT_MS: whole('How long a request waits for a database connection.', 2000, 100, 600000),
    NEO4J_QUERY_TIMEOUT_MS: whole('How long one read transaction may take.', 10000, 100, 3600000),
    NEO4J_WRITE_TIMEOUT_MS: whole('How long one write transaction may take.', 120000, 100, 3600000),

    EMBEDDING_PROVIDER: oneOf(
      'local: ONNX in this process. openai: any OpenAI-compatible /embeddings.',
      ['local', 'openai'],
      'local',
    ),
    EMBEDDING_MODEL: text(
      'Model name. For local: a hub name such as Xenova/multilingual-e5-small, or a folder with tokenizer.json and onnx/.',
      'all-MiniLM-L6-v2',
    ),
    EMBEDDING_DIMENSIONS: whole('Length of a vector. 0: as the model says.', 0, 0, 4096),
    EMBEDDING_MAX_TOKENS: whole(
      'Tokens that the model reads at once; longer texts are cut into windows. 0: as the model says.',
      0,
      0,
      32768,
    ),
    EMBEDDING_BASE_URL: text('Base URL of an OpenAI-compatible embedding service.'),
    EMBEDDING_API_KEY: text('Key of the embedding service.'),
    EMBEDDING_LANGUAGES: text(
      'Languages that the embedding model reads, as comma-separated ISO 639-1 codes, or any. Empty: known by its name.',
    ),
    EMBEDDING_THREADS: whole('Threads of the local embedding model. 0: one per core.', 0, 0, 256),
    MODEL_HUB_URL: text('Address of a mirror of the model hub. Empty: the hub that transformers.js uses.'),

    CHAT_PROVIDER: oneOf(
      'none: rules only. openai: OpenAI or any compatible server. gguf: a local file through node-llama-cpp.',
      ['none', 'openai', 'gguf'],
      'none',
    ),
    CHAT_MODEL: text('Chat model name, or the path of a GGUF file.', 'gpt-5-mini'),
    CHAT_API: oneOf('Which OpenAI API form to speak.', ['chat', 'responses'], 'chat'),
    CHAT_BASE_URL: text('Base URL of an OpenAI-compatible chat service. Empty: OpenAI.'),
    CHAT_API_KEY: text('Key of the chat service.'),
    CHAT_TIMEOUT_MS: whole('How long one model call may take.', 60000, 100, 3600000),
    CHAT_MAX_RETRIES: whole('Retries of a failed model call (429, 5xx, cut connections).', 2, 0, 10),
    CHAT_MAX_CALLS: whole('Model calls that one question may make.', 14, 0, 1000),
    CHAT_MAX_CALLS_PER_JOB: whole('Model calls that one ingest run may make.', 100000, 0, 100000000),
    CHAT_THREADS: whole('Threads of a local chat model. 0: one per core.', 0, 0, 256),
    CHAT_CONCURRENCY: whole('Model calls at once.', 4, 1, 256),

    RERANKER: oneOf(
      'none; late: late interaction of the local token vectors; http: a Jina- or Cohere-style service.',
      ['none', 'late', 'http'],
      'none',
    ),
    RERANKER_URL: text('Address of the rerank service (POST {model, query, documents, top_n}).'),
    RERANKER_MODEL: text('Model name sent to the rerank service.', 'jina-reranker-v3'),
    RERANKER_API_KEY: text('Key of the rerank service.'),
    RERANKER_TOP: whole('How many candidates are reranked.', 30, 1, 1000),

    INGEST_MAX_FILE_MB: whole('Largest file taken, in MiB.', 200, 1, 10240),
    INGEST_JAVA_HEAP_MB: whole('Heap of the PDF layout engine in MiB.', 768, 128, 65536),
    INGEST_PARSE_TIMEOUT_MS: whole('How long parsing one batch of files may take.', 600000, 1000, 86400000),
    CHUNK_TARGET_TOKENS: whole('Tokens a chunk aims at.', 500, 32, 8192),
    CHUNK_MAX_TOKENS: whole('Tokens a chunk may have at most.', 900, 64, 16384),
    CHUNK_OVERLAP_TOKENS: whole(
      'Tokens of text repeated between neighbouring chunks of a section.',
      80,
      0,
      4096,
    ),

    QA_MATCH_THRESHOLD: real('Cosine similarity from which a stored question may answer.', 0.88, 0, 1),
    RRF_K: whole('Constant of reciprocal rank fusion (Cormack, Clarke and Büttcher 2009).', 60, 1, 10000),
    FUSION_DENSE_WEIGHT: real(
      'Weight of the vector score beside the lexical score in the score mix.',
      1,
      0,
      100,
    ),
    SEARCH_CANDIDATES: whole('Candidates fetched from each index before scoring.', 100, 10, 10000),
    ANSWER_MIN_SOURCES: whole(
      'Sources needed before an answer is given; fewer is "insufficient evidence".',
      1,
      1,
      100,
    ),
    ANSWER_CONTEXT_TOKENS: whole('Tokens of context for an answer.', 3000, 100, 200000),
    QUERY_MAX_ITERATIONS: whole('Rounds of the router and critic loop.', 3, 1, 10),
    QUESTION_MAX_CHARACTERS: whole('Longest question taken.', 4000, 1, 1000000),

    HTTP_HOST: text('Address that the service binds to.', '127.0.0.1'),
    HTTP_PORT: whole('Port of the service.', 8787, 0, 65535),
    HTTP_BODY_MB: whole('Largest request body in MiB.', 200, 1, 10240),
    HTTP_REQUEST_TIMEOUT_MS: whole('How long one request may take.', 60000, 100, 3600000),
    HTTP_SHUTDOWN_GRACE_MS: whole('How long open requests may finish after SIGTERM.', 10000, 0, 600000),
  },
  { additionalProperties: false },
);

/** Settings after defaults and checks. Names are those of the environment variables. */
export type Config = Readonly<Static<typeof ConfigSchema>>;

function readValue(raw: string, schema: { readonly type?: string }): unknown {
  if (schema.type === 'integer' || schema.type === 'number')
    return raw.trim() === '' ? Number.NaN : Number(raw);
  if (schema.type === 'boolean')
    return raw === 'true' || raw === '1' ? true : raw === 'false' || raw === '0' ? false : raw;
  return raw;
}

/**
 * Returns the settings read from `environment` (usually `process.env`) with defaults filled in.
 * Variables that are not settings of ours are ignored; an empty value counts as not set.
 * Throws `TRELLIS_CONFIG_INVALID` that lists every wrong setting by name, never its value.
 */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const values: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries(ConfigSchema.properties)) {
    const setting = schema as { readonly type?: string; readonly default?: unknown };
    const raw = environment[name];
    values[name] = raw === undefined || raw === '' ? setting.default : readValue(raw, setting);
  }
  const problems = [...Value.Errors(ConfigSchema, values)].map(
    (error) => `${error.instancePath.slice(1)} ${error.message}`,
  );
  if (Number(values['CHUNK_TARGET_TOKENS']) > Number(values['CHUNK_MAX_TOKENS'])) {
    problems.push('CHUNK_TARGET_TOKENS must not be larger than CHUNK_MAX_TOKENS');
  }
  if (Number(values['CHUNK_OVERLAP_TOKENS']) >= Number(values['CHUNK_TARGET_TOKENS'])) {
    problems.push('CHUNK_OVERLAP_TOKENS must be smaller than CHUNK_TARGET_TOKENS');
  }
  if (problems.length > 0) {
    throw new TrellisError(
      'TRELLIS_CONFIG_INVALID',
      `Settings to mend: ${problems.join('; ')}. See .env.example.`,
      {
        details: { problems },
      },
    );
  }
  return Value.Parse(ConfigSchema, values) as Config;
}
