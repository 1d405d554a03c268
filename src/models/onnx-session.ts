import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { TrellisError } from '../errors.ts';
import type { Pooling } from './model-profile.ts';
import type { WorkerReply, WorkerRequest, WorkerSettings } from './onnx-protocol.ts';

/** Rows of `dimensions` floats, each of unit length. */
export interface VectorRows {
  readonly vectors: Float32Array;
  readonly dimensions: number;
}

/** What one batch asks. */
export interface BatchRequest {
  readonly texts: readonly (readonly number[])[];
  readonly output: Pooling | 'tokens';
  /** Goes before everything that waits: a person is waiting for it. */
  readonly urgent?: boolean;
  readonly signal?: AbortSignal | undefined;
}

/** The network of one model; one batch at a time, urgent ones first. */
export interface OnnxSession {
  /**
   * Returns one row a text (or a token), in order. Starts the worker on first use. Rejects with
   * `TRELLIS_MODEL_UNAVAILABLE` when the model cannot be loaded or run; a later call tries again,
   * unless the session was closed.
   */
  run(request: BatchRequest): Promise<VectorRows>;
  /** Stops the worker; waiting batches reject with `TRELLIS_MODEL_UNAVAILABLE`. */
  close(): Promise<void>;
}

interface Waiting {
  readonly request: BatchRequest;
  readonly resolve: (rows: VectorRows) => void;
  readonly reject: (error: unknown) => void;
}

/** Returns a session over the model in `settings.folder`; `threads` 0 means one per core. Nothing is loaded yet. */
export function createOnnxSession(settings: WorkerSettings): OnnxSession {
  const threads = settings.threads === 0 ? availableParallelism() : settings.threads;
  const urgent: Waiting[] = [];
  const patient: Waiting[] = [];
  let worker: Worker | undefined;
  let running: Waiting | undefined;
  let sent = 0;
  let closed = false;

  const fail = (text: string, cause?: unknown) => {
    const stopped = worker;
    worker = undefined;
    const error = unavailable(settings.folder, text, cause);
    for (const waiting of [running, ...urgent.splice(0), ...patient.splice(0)]) waiting?.reject(error);
    running = undefined;
    return stopped?.terminate();
  };
  const settle = (reply: WorkerReply) => {
    const done = running;
    running = undefined;
    worker?.unref();
    if (done === undefined || reply.id !== sent) return;
    if ('error' in reply) done.reject(unavailable(settings.folder, reply.error));
    else done.resolve({ vectors: reply.vectors, dimensions: reply.dimensions });
    next();
  };
  const start = (): Worker => {
    const started = new Worker(new URL('./onnx-worker.ts', import.meta.url), {
      workerData: { ...settings, threads },
      execArgv: [],
    });
    started.on('message', settle);
    started.on('error', (error) => void (worker === started && fail(error.message, error)));
    started.on('exit', (code) => void (worker === started && fail(`its thread ended with code ${code}`)));
    started.unref();
    return started;
  };
  const next = () => {
    if (running !== undefined) return;
    const waiting = urgent.shift() ?? patient.shift();
    if (waiting === undefined) return;
    if (waiting.request.signal?.aborted === true) {
      waiting.reject(waiting.request.signal.reason);
      next();
      return;
    }
    running = waiting;
    worker ??= start();
    worker.ref();
    sent += 1;
    worker.postMessage(toMessage(sent, waiting.request));
  };

  return {
    run: (request) =>
      new Promise((resolve, reject) => {
        if (closed) throw unavailable(settings.folder, 'it was closed');
        (request.urgent === true ? urgent : patient).push({ request, resolve, reject });
        next();
      }),
    close: async () => {
      closed = true;
      await fail('it was closed');
    },
  };
}

function toMessage(id: number, { texts, output }: BatchRequest): WorkerRequest {
  return { id, ids: Int32Array.from(texts.flat()), lengths: texts.map((ids) => ids.length), output };
}

function unavailable(folder: string, text: string, cause?: unknown): TrellisError {
  return new TrellisError(
    'TRELLIS_MODEL_UNAVAILABLE',
    `The embedding model in ${folder} cannot be used: ${text}. Run "trellis models check"; deleting the folder fetches it again.`,
    { details: { folder }, cause },
  );
}
