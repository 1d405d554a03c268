/**
 * Every failure that Trellis reports is a `TrellisError` with a stable code from `ERROR_TABLE`. Codes are
 * never renamed or reused; `docs/errors.md` explains each one to the person who meets it.
 */

interface ErrorEntry {
  /** HTTP status that a service answers with. */
  readonly status: number;
  /** Whether the same call may succeed later without any change. */
  readonly retriable: boolean;
  /** One line for lists and OpenAPI; the thrown message says more. */
  readonly summary: string;
}

/** Code → HTTP status, whether a retry can help, and a one-line meaning. Grouped by room. */
export const ERROR_TABLE = {
  // config, command line
  TRELLIS_CONFIG_INVALID: { status: 500, retriable: false, summary: 'one or more settings are wrong' },
  TRELLIS_CLI_USAGE: { status: 400, retriable: false, summary: 'the command line is not understood' },
  TRELLIS_INTERNAL: { status: 500, retriable: false, summary: 'an unexpected fault inside Trellis' },

  // store: embedded server
  TRELLIS_DB_JAVA_MISSING: {
    status: 503,
    retriable: false,
    summary: 'no Java 21 or newer was found or fetched',
  },
  TRELLIS_DB_MAVEN_MISSING: { status: 503, retriable: false, summary: 'Maven is needed once to fetch Neo4j' },
  TRELLIS_DB_FETCH_FAILED: { status: 503, retriable: true, summary: 'Neo4j could not be fetched' },
  TRELLIS_DB_DISK_FULL: { status: 507, retriable: false, summary: 'not enough free disk space' },
  TRELLIS_DB_PORT_UNAVAILABLE: { status: 503, retriable: true, summary: 'no free port could be bound' },
  TRELLIS_DB_START_FAILED: { status: 503, retriable: true, summary: 'Neo4j did not start' },
  TRELLIS_DB_STOP_FAILED: { status: 500, retriable: true, summary: 'Neo4j did not stop' },

  // store: driver, schema, reads and writes
  TRELLIS_STORE_UNAVAILABLE: { status: 503, retriable: true, summary: 'the database cannot be reached' },
  TRELLIS_STORE_UNAUTHORIZED: {
    status: 503,
    retriable: false,
    summary: 'the database refused the credentials',
  },
  TRELLIS_STORE_UNSUPPORTED: {
    status: 503,
    retriable: false,
    summary: 'the database server lacks something Trellis needs',
  },
  TRELLIS_STORE_TIMEOUT: { status: 503, retriable: true, summary: 'a database query took too long' },
  TRELLIS_STORE_OUT_OF_MEMORY: { status: 507, retriable: false, summary: 'the database ran out of memory' },
  TRELLIS_STORE_QUERY_FAILED: { status: 500, retriable: false, summary: 'the database refused a statement' },
  TRELLIS_STORE_STATEMENT_INVALID: {
    status: 500,
    retriable: false,
    summary: 'a Cypher file and its header disagree',
  },
  TRELLIS_STORE_INDEX_NOT_READY: {
    status: 503,
    retriable: true,
    summary: 'an index is missing or still populating',
  },
  TRELLIS_STORE_SCHEMA_MISMATCH: {
    status: 503,
    retriable: false,
    summary: 'the database has another schema than this version',
  },
  TRELLIS_STORE_NAME_INVALID: {
    status: 400,
    retriable: false,
    summary: 'a label, relation type or property name is not allowed',
  },

  // models
  TRELLIS_MODEL_UNAVAILABLE: { status: 503, retriable: true, summary: 'a model cannot be reached or loaded' },
  TRELLIS_MODEL_FETCH_FAILED: {
    status: 503,
    retriable: true,
    summary: 'model files could not be fetched or verified',
  },
  TRELLIS_MODEL_TIMEOUT: { status: 503, retriable: true, summary: 'a model did not answer in time' },
  TRELLIS_MODEL_RATE_LIMITED: { status: 503, retriable: true, summary: 'a model asks us to slow down' },
  TRELLIS_MODEL_REFUSED: {
    status: 502,
    retriable: false,
    summary: 'a model or its content filter refused to answer',
  },
  TRELLIS_MODEL_OUTPUT_INVALID: {
    status: 502,
    retriable: false,
    summary: 'a model answered in a form we cannot use',
  },
  TRELLIS_MODEL_PROMPT_TOO_LONG: {
    status: 413,
    retriable: false,
    summary: 'a prompt is longer than the model reads',
  },
  TRELLIS_MODEL_BUDGET_EXCEEDED: {
    status: 503,
    retriable: false,
    summary: 'the budget of model calls is used up',
  },
  TRELLIS_MODEL_EMBEDDING_CHANGED: {
    status: 503,
    retriable: false,
    summary: 'the graph was embedded with another model',
  },
  TRELLIS_MODEL_PROMPT_INVALID: {
    status: 500,
    retriable: false,
    summary: 'a prompt file and its inputs disagree',
  },

  // ingest
  TRELLIS_INGEST_FILE_NOT_FOUND: {
    status: 404,
    retriable: false,
    summary: 'a file or folder does not exist',
  },
  TRELLIS_INGEST_FILE_UNREADABLE: { status: 422, retriable: false, summary: 'a file cannot be read' },
  TRELLIS_INGEST_TYPE_UNSUPPORTED: {
    status: 415,
    retriable: false,
    summary: 'no parser for this kind of file',
  },
  TRELLIS_INGEST_NO_TEXT: {
    status: 422,
    retriable: false,
    summary: 'the file holds no text that can be read',
  },
  TRELLIS_INGEST_PARSE_FAILED: {
    status: 422,
    retriable: false,
    summary: 'the file is damaged or not what it says',
  },
  TRELLIS_INGEST_PASSWORD_REQUIRED: { status: 422, retriable: false, summary: 'the file is encrypted' },
  TRELLIS_INGEST_TOO_LARGE: { status: 413, retriable: false, summary: 'the file is larger than the limit' },
  TRELLIS_INGEST_METADATA_INVALID: {
    status: 422,
    retriable: false,
    summary: 'front matter, a rule file or a flag is wrong',
  },
  TRELLIS_INGEST_FILE_CHANGED: {
    status: 409,
    retriable: true,
    summary: 'the file changed while it was read',
  },
  TRELLIS_INGEST_DOCUMENT_BUSY: {
    status: 409,
    retriable: true,
    summary: 'another run is working on this document',
  },
  TRELLIS_INGEST_CANCELLED: { status: 503, retriable: true, summary: 'the run was stopped before its end' },
  TRELLIS_INGEST_DOCUMENT_NOT_FOUND: { status: 404, retriable: false, summary: 'no such document' },
  TRELLIS_IMPORT_ROWS_INVALID: {
    status: 422,
    retriable: false,
    summary: 'rows of an imported graph are wrong',
  },
  TRELLIS_IMPORT_SCHEMA_INVALID: {
    status: 422,
    retriable: false,
    summary: 'the schema of an imported graph is wrong',
  },
  TRELLIS_IMPORT_MAPPING_INVALID: {
    status: 422,
    retriable: false,
    summary: 'a mapping does not fit the graph to import',
  },
  TRELLIS_IMPORT_SOURCE_UNAVAILABLE: {
    status: 503,
    retriable: true,
    summary: 'the database to import from cannot be reached',
  },
  TRELLIS_IMPORT_SOURCE_UNAUTHORIZED: {
    status: 503,
    retriable: false,
    summary: 'the database to import from refused the credentials',
  },
  TRELLIS_IMPORT_SOURCE_FAILED: {
    status: 502,
    retriable: false,
    summary: 'the database to import from refused a read',
  },

  // query
  TRELLIS_QUERY_QUESTION_EMPTY: { status: 400, retriable: false, summary: 'the question has no words' },
  TRELLIS_QUERY_QUESTION_TOO_LONG: { status: 413, retriable: false, summary: 'the question is too long' },
  TRELLIS_QUERY_CYPHER_REFUSED: {
    status: 422,
    retriable: false,
    summary: 'a model wrote no statement that may be run',
  },
  TRELLIS_QUERY_PIPELINE_UNKNOWN: { status: 400, retriable: false, summary: 'no such pipeline' },

  // evaluation
  TRELLIS_EVAL_SUITE_INVALID: {
    status: 422,
    retriable: false,
    summary: 'an evaluation suite is incomplete or wrong',
  },

  TRELLIS_EVAL_OUT_NOT_EMPTY: {
    status: 409,
    retriable: false,
    summary: 'the folder for a made suite holds something already',
  },
  TRELLIS_EVAL_GRAPH_TOO_SMALL: {
    status: 422,
    retriable: false,
    summary: 'a graph gives no evaluation questions',
  },
  TRELLIS_EVAL_STARK_INVALID: {
    status: 422,
    retriable: false,
    summary: 'STaRK data to export are incomplete or unreadable',
  },
  TRELLIS_EVAL_PYTHON_MISSING: { status: 503, retriable: false, summary: 'Python cannot be started' },

  // http
  TRELLIS_HTTP_BODY_INVALID: {
    status: 400,
    retriable: false,
    summary: 'the request body or query is not valid',
  },
  TRELLIS_HTTP_NOT_FOUND: { status: 404, retriable: false, summary: 'no such route' },
  TRELLIS_HTTP_ADDRESS_REFUSED: {
    status: 500,
    retriable: false,
    summary: 'only loopback may be served without keys',
  },
  TRELLIS_HTTP_PORT_UNAVAILABLE: { status: 500, retriable: true, summary: 'the HTTP port cannot be bound' },
  TRELLIS_HTTP_SHUTTING_DOWN: { status: 503, retriable: true, summary: 'the service is stopping' },
} as const satisfies Record<string, ErrorEntry>;

/** A stable error code. */
export type ErrorCode = keyof typeof ERROR_TABLE;

interface TrellisErrorOptions {
  /** Facts about the failure that a program can read: values, limits, ids. Never secrets. */
  readonly details?: Readonly<Record<string, unknown>>;
  readonly cause?: unknown;
}

/**
 * The one error class. `message` says what happened, with which value, and what to do about it;
 * `code` is stable; `details` is data for programs.
 */
export class TrellisError extends Error {
  override readonly name = 'TrellisError';
  readonly code: ErrorCode;
  readonly details: Readonly<Record<string, unknown>>;

  constructor(code: ErrorCode, message: string, options: TrellisErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.details = options.details ?? {};
  }

  /** HTTP status from the table. */
  get status(): number {
    return ERROR_TABLE[this.code].status;
  }

  /** Whether the same call may succeed later. */
  get retriable(): boolean {
    return ERROR_TABLE[this.code].retriable;
  }

  /** The shape that the command line (`--json`) and HTTP print. */
  toJSON(): {
    code: ErrorCode;
    message: string;
    retriable: boolean;
    details: Readonly<Record<string, unknown>>;
  } {
    return { code: this.code, message: this.message, retriable: this.retriable, details: this.details };
  }
}

/** Returns `error` when it is ours already, else an internal error that keeps it as `cause`. */
export function toTrellisError(error: unknown): TrellisError {
  if (error instanceof TrellisError) return error;
  const text = error instanceof Error ? error.message : String(error);
  return new TrellisError('TRELLIS_INTERNAL', `Unexpected fault: ${text}. Please report it with the log.`, {
    cause: error,
  });
}
