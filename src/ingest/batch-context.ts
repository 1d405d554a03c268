import type { IngestResult } from '../domain/api/documents.ts';
import { abandonVersion } from '../store/writers/claims.ts';
import { failedResult, orCancelled, requireGoing, stopsRun } from './outcomes.ts';
import type { Filing, IngestDeps } from './services.ts';
import type { Source } from './sources.ts';

/** A source whose document this run holds. */
export interface Held {
  readonly source: Source;
  readonly documentId: string;
  readonly version: number;
}

/** What the steps of a batch share: services, the run, and what has become of each source. */
export interface BatchContext {
  readonly deps: IngestDeps;
  readonly tenant: string;
  readonly jobId: string;
  readonly flags: Partial<Filing>;
  readonly reprocess: boolean;
  readonly signal: AbortSignal | undefined;
  readonly onNote: (note: string) => void;
  /** Milliseconds since the batch began. */
  elapsed(): number;
  /** Notes what has become of a source. */
  settle(result: IngestResult): void;
  /** Leaves a source out of the report. */
  skip(source: Source, note: string): void;
  /** Notes a failure and gives the document back, with everything staged removed. Throws what stops the run. */
  fail(held: Held, error: unknown): Promise<void>;
  /** Runs a step for each item; one that throws fails alone and is missing in what is returned. */
  each<A extends Held, B>(items: readonly A[], step: (item: A) => Promise<B>): Promise<B[]>;
  results(): readonly IngestResult[];
}

/** Returns the context of one batch. */
export function createBatchContext(
  run: Pick<BatchContext, 'deps' | 'tenant' | 'jobId' | 'flags' | 'reprocess' | 'signal' | 'onNote'>,
): BatchContext {
  const { deps, jobId, signal } = run;
  const began = deps.now().getTime();
  const settled = new Map<string, IngestResult>();
  const elapsed = () => Math.max(0, deps.now().getTime() - began);
  const fail: BatchContext['fail'] = async ({ source, documentId, version }, cause) => {
    const error = orCancelled(cause, signal);
    if (stopsRun(error)) throw error;
    await abandonVersion(deps.database, { jobId, documentId, version });
    settled.set(source.uri, failedResult(source.uri, error, elapsed()));
  };
  return {
    ...run,
    elapsed,
    settle: (result) => settled.set(result.uri, result),
    skip: (source, note) => run.onNote(`Left out ${source.uri}: ${note}`),
    fail,
    each: async (items, step) => {
      const done = [];
      for (const item of items) {
        requireGoing(signal);
        try {
          done.push(await step(item));
        } catch (error) {
          await fail(item, error);
        }
      }
      return done;
    },
    results: () => [...settled.values()],
  };
}
