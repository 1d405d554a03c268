import { type TrellisError, toTrellisError } from '../errors.ts';
import { requireGoing } from './outcomes.ts';
import type { Filing, IngestOptions } from './services.ts';
import { type LoadedSource, type Source, versionSettings } from './sources.ts';

/** A batch ends with the source that reaches either: enough to fill the parsers and the model, little to lose. */
const BATCH_SOURCES = 32;
const BATCH_BYTES = 8 * 1024 * 1024;

/** Sources that were read together, and those that could not be. */
export interface LoadedBatch {
  readonly sources: readonly LoadedSource[];
  readonly failures: readonly { readonly uri: string; readonly error: TrellisError }[];
}

interface LoadContext {
  readonly flags: Partial<Filing>;
  readonly settings: string;
  readonly options: Pick<IngestOptions, 'signal'>;
}

/** Returns the source with its content read now. Throws what `source.load` throws. */
export async function loadSource({ flags, settings }: LoadContext, source: Source): Promise<LoadedSource> {
  const content = await source.load();
  const filed = { name: source.name, flags, rules: content.rules };
  return { ...source, content, settings: versionSettings(settings, filed) };
}

/** Yields the sources in order, in batches, each read just before it is yielded. */
export async function* loadBatches(
  context: LoadContext,
  sources: readonly Source[],
): AsyncGenerator<LoadedBatch> {
  let loaded: LoadedSource[] = [];
  let failures: { uri: string; error: TrellisError }[] = [];
  let bytes = 0;
  for (const source of sources) {
    requireGoing(context.options.signal);
    try {
      const one = await loadSource(context, source);
      loaded.push(one);
      bytes += one.content.bytes?.length ?? 0;
    } catch (error) {
      failures.push({ uri: source.uri, error: toTrellisError(error) });
    }
    if (loaded.length < BATCH_SOURCES && bytes < BATCH_BYTES) continue;
    yield { sources: loaded, failures };
    [loaded, failures, bytes] = [[], [], 0];
  }
  if (loaded.length > 0 || failures.length > 0) yield { sources: loaded, failures };
}
