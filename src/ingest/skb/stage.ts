import { join } from 'node:path';
import { TrellisError } from '../../errors.ts';
import type { Database } from '../../store/driver.ts';
import { type CountedNode, changeCounts } from '../../store/writers/counts.ts';
import { countedTexts, writeEntities, writeRelations, writeTexts } from '../../store/writers/graph-import.ts';
import type { ImportedEntity, ImportTarget, RelationKey } from '../../store/writers/graph-import-rows.ts';
import { lockTenant } from '../../store/writers/tenant-lock.ts';
import { buildEntities, type ImportEmbeddings, type PlannedNode } from './build-entities.ts';
import type { ImportClaim } from './claim.ts';
import type { ImportPlan } from './plan.ts';
import { readLines } from './read-lines.ts';
import { parseNode } from './rows.ts';
import type { Survey } from './survey.ts';

/** Nodes that are embedded and written together. */
const NODES_PER_BATCH = 500;
const RELATIONS_PER_TRANSACTION = 20_000;
/** Texts whose counts are gathered before they are written. */
const COUNTED_TEXTS = 50_000;

/** What a run works with. */
export interface ImportRun {
  readonly database: Database;
  readonly embeddings: ImportEmbeddings;
  readonly target: ImportTarget;
  readonly survey: Survey;
  readonly plan: ImportPlan;
  readonly claim: ImportClaim;
  readonly signal: AbortSignal | undefined;
  readonly onProgress: (phase: 'nodes' | 'edges', done: number, total: number) => void;
}

/** Yields the nodes that are created or changed, read again from the file, in its order. */
async function* plannedNodes({ survey, plan, signal }: ImportRun): AsyncGenerator<PlannedNode> {
  const places = new Map(survey.nodes.map(({ id }, place) => [id, place]));
  const lines = readLines(join(survey.directory, 'nodes.jsonl'), signal);
  for (;;) {
    const next = await lines.next();
    if (next.done === true) {
      if (next.value === survey.nodesSha256) return;
      throw new TrellisError(
        'TRELLIS_INGEST_FILE_CHANGED',
        'nodes.jsonl changed while it was imported. Nothing was made visible; import again.',
        { details: { directory: survey.directory } },
      );
    }
    const checked = parseNode(next.value.text, survey.schema);
    const place = 'row' in checked ? places.get(checked.row.id) : undefined;
    if (!('row' in checked) || place === undefined) continue;
    if (!plan.created.has(place) && !plan.changed.has(place)) continue;
    yield {
      node: checked.row,
      id: plan.ids[place] ?? '',
      oldLabel: plan.changed.get(place),
      digest: survey.nodes[place]?.digest ?? '',
      edgesDigest: plan.edgesDigests[place] ?? '',
    };
  }
}

/** Yields the entities that are created or changed, batch by batch, with their vectors. */
export async function* entityBatches(run: ImportRun): AsyncGenerator<ImportedEntity[]> {
  const { survey, plan, embeddings, signal } = run;
  const reading = { language: survey.schema.language, aliasKeys: survey.aliasKeys, embeddings };
  const total = plan.created.size + plan.changed.size;
  let done = 0;
  let batch: PlannedNode[] = [];
  const build = async () => {
    signal?.throwIfAborted();
    const entities = await buildEntities(batch, reading, signal);
    done += batch.length;
    batch = [];
    run.onProgress('nodes', done, total);
    return entities;
  };
  for await (const planned of plannedNodes(run)) {
    batch.push(planned);
    if (batch.length >= NODES_PER_BATCH) yield await build();
  }
  if (batch.length > 0) yield await build();
}

/** Gathers the counts of texts that nobody can see yet, and writes them in few transactions. */
function createCountWriter({ database, target, claim }: ImportRun) {
  let waiting: CountedNode[] = [];
  const flush = async () => {
    const added = waiting;
    waiting = [];
    if (added.length === 0) return;
    await database.writeTransaction(async (run) => {
      await lockTenant(run, target.tenant);
      await claim.hold(run);
      await changeCounts(run, target.tenant, { added, removed: [] });
    });
  };
  return {
    add: async (texts: readonly CountedNode[]) => {
      waiting.push(...texts);
      if (waiting.length >= COUNTED_TEXTS) await flush();
    },
    flush,
  };
}

/** What staging wrote; `changed` without vectors, for their properties are set when all becomes visible. */
export interface Staged {
  readonly changed: readonly ImportedEntity[];
  readonly names: number;
  readonly windows: number;
}

/**
 * Writes created entities, the texts of changed ones and new relations under the run's key, batch by batch, with
 * their counts. Nobody can see them.
 */
export async function stageImport(run: ImportRun, relations: readonly RelationKey[]): Promise<Staged> {
  const { database, target, claim, plan, survey } = run;
  const { key } = claim;
  const counts = createCountWriter(run);
  const isChanged = new Set([...plan.changed.keys()].map((place) => survey.nodes[place]?.id));
  const changed: ImportedEntity[] = [];
  let names = 0;
  let windows = 0;
  for await (const batch of entityBatches(run)) {
    claim.check();
    const created = batch.filter(({ externalId }) => !isChanged.has(externalId));
    const known = batch.filter(({ externalId }) => isChanged.has(externalId));
    await database.writeTransaction(async (write) => {
      await claim.hold(write);
      await writeEntities(write, target, created, key);
      await writeTexts(write, target, known, key);
    });
    await counts.add(countedTexts(batch, key));
    for (const entity of known) changed.push({ ...entity, windows: [], text: '', lexical: '' });
    for (const entity of batch) {
      names += entity.names.length;
      windows += entity.windows.length;
    }
  }
  await stageRelations(run, relations);
  await counts.flush();
  return { changed, names, windows };
}

async function stageRelations(run: ImportRun, relations: readonly RelationKey[]): Promise<void> {
  const { database, target, claim, signal } = run;
  for (let start = 0; start < relations.length; start += RELATIONS_PER_TRANSACTION) {
    signal?.throwIfAborted();
    claim.check();
    const part = relations.slice(start, start + RELATIONS_PER_TRANSACTION);
    await database.writeTransaction(async (write) => {
      await claim.hold(write);
      await writeRelations(write, target, part, claim.key);
    });
    run.onProgress('edges', start + part.length, relations.length);
  }
}
