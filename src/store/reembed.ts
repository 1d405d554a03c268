import type { Database, Row } from './driver.ts';
import { awaitIndexes, rebuildVectorIndexes, withSchemaLock } from './migrate.ts';
import { schemaItems } from './schema.ts';

/** The model to embed with; `TextEmbeddings` is one. */
export interface Embedder {
  readonly id: string;
  readonly dimensions: number;
  embedDocuments(texts: string[]): Promise<number[][]>;
}

/** Progress and abort of a re-embedding. */
export interface ReembedOptions {
  /** Vectors made so far, of how many. */
  readonly onProgress?: (done: number, total: number) => void;
  readonly signal?: AbortSignal;
}

/** What a re-embedding did. */
export interface ReembedReport {
  /** Vectors made by this run; 0 when the graph had this model's already. */
  readonly embedded: number;
  /** Whether an earlier run's work was taken up. */
  readonly resumed: boolean;
  readonly model: string;
  readonly dimensions: number;
}

/** Texts embedded and written at once: seconds of work even for a slow model, well within the lease. */
const BATCH = 32;

/** What carries vectors, in the order of the work: the stage's number is kept in the graph. */
const STAGES = ['windows', 'qa-pairs', 'names'] as const;

/**
 * The text of a window: title and headings over it, then its part of the owner's text. Headings that the text opens
 * with are left out, as is a title that repeats the first heading. Ingestion makes the same but for cutting headers
 * that fill more than a quarter of a window.
 */
function windowText(row: Row): string {
  const body = String(row['text']).slice(Number(row['start']), Number(row['end']));
  const opening = String(row['text']).split('\n', 1)[0]?.trim().toLowerCase();
  const path = String(row['sectionPath'] ?? '');
  const title = String(row['title'] ?? '');
  const parts = path.toLowerCase().startsWith(title.toLowerCase()) ? [path] : [title, path];
  const header = parts
    .flatMap((part) => part.split(' / '))
    .filter((part) => part !== '' && part.trim().toLowerCase() !== opening)
    .join(' / ');
  return header === '' ? body : `${header}\n\n${body}`;
}

interface Work {
  readonly database: Database;
  readonly embedder: Embedder;
  readonly renew: () => Promise<void>;
  readonly onBatch: (size: number) => void;
  readonly signal: AbortSignal | undefined;
}

/** Embeds what one stage has left, in the order of ids; a batch is either noted and written or neither. */
async function runStage({ database, embedder, renew, onBatch, signal }: Work, stage: number, start: string) {
  const name = STAGES[stage] ?? 'windows';
  let after = start;
  for (;;) {
    signal?.throwIfAborted();
    const rows = await database.read(`read/reembed-${name}`, { after, rows: BATCH });
    if (rows.length === 0) return;
    const texts = rows.map((row) => (name === 'windows' ? windowText(row) : String(row['text'])));
    const vectors = await embedder.embedDocuments(texts);
    after = String(rows.at(-1)?.['id']);
    const embedded = rows.map((row, index) => ({ id: row['id'], embedding: vectors[index] ?? [] }));
    await database.write(`write/reembed-${name}`, { rows: embedded, stage, after });
    onBatch(rows.length);
    await renew();
  }
}

/** Vector indexes take vectors of one length only, and half old, half new vectors must not be searched. */
async function dropVectorIndexes(database: Database): Promise<void> {
  for (const { name } of schemaItems(database.statements).filter(({ type }) => type === 'VECTOR')) {
    await database.write('write/drop-index', { name });
  }
}

/**
 * Embeds every window, stored question and embedded name anew and rebuilds the vector indexes for the model's length.
 * Windows keep their borders. Searches by vector fail with `TRELLIS_STORE_INDEX_NOT_READY` meanwhile. A run that was
 * interrupted is taken up where it stopped by the next with the same model. Stop services that write first.
 */
export async function reembed(
  database: Database,
  embedder: Embedder,
  { onProgress, signal }: ReembedOptions = {},
): Promise<ReembedReport> {
  const { id: model, dimensions } = embedder;
  return withSchemaLock(database, async (renew) => {
    const [known] = await database.read('read/embedding-model');
    const current = known?.['model'] === model && known['dimensions'] === dimensions;
    if (current && known['pendingModel'] === null) return { embedded: 0, resumed: false, model, dimensions };
    const [position] = await database.write('write/reembed-begin', { model, dimensions });
    await dropVectorIndexes(database);
    const [count] = await database.read('read/reembed-total');
    const total = Number(count?.['total'] ?? 0);
    let embedded = 0;
    const onBatch = (size: number) => {
      embedded += size;
      onProgress?.(Math.min(embedded, total), total);
    };
    const first = Number(position?.['stage'] ?? 0);
    for (let stage = first; stage < STAGES.length; stage += 1) {
      const start = stage === first ? String(position?.['after'] ?? '') : '';
      await runStage({ database, embedder, renew, onBatch, signal }, stage, start);
    }
    await rebuildVectorIndexes(database, dimensions);
    await awaitIndexes(database, dimensions);
    await database.write('write/set-embedding-model', { model, dimensions });
    return { embedded, resumed: first > 0 || position?.['after'] !== '', model, dimensions };
  });
}
