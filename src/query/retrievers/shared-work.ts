import type { RetrievalRequest } from './retriever.ts';

/** Work that the modules of one question share, by name. */
export type SharedWork = Map<string, Promise<unknown>>;

/**
 * Returns the result of `work`, done once for all modules that are asked with the same `shared`; without it, each time.
 * The name must stand for everything that the work depends on beside the request's analysis, scope and documents.
 */
export function once<T>(request: RetrievalRequest, name: string, work: () => Promise<T>): Promise<T> {
  if (request.shared === undefined) return work();
  const known = request.shared.get(name) as Promise<T> | undefined;
  if (known !== undefined) return known;
  const started = work();
  request.shared.set(name, started);
  return started;
}
