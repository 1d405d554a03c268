import { type DocumentAccess, documentRights } from '../domain/access.ts';
import type { ImportReport } from '../domain/api/import.ts';
import type { Database } from '../store/driver.ts';
import {
  countedTexts,
  readImportState,
  readKnownEntities,
  readKnownRelations,
  writeEntities,
  writeRelations,
  writeTexts,
} from '../store/writers/graph-import.ts';
import { type Activation, activateImport } from '../store/writers/graph-import-activate.ts';
import type { ImportedEntity, ImportState, ImportTarget } from '../store/writers/graph-import-rows.ts';
import type { ImportEmbeddings } from './skb/build-entities.ts';
import { claimImport, type ImportClaim } from './skb/claim.ts';
import { type ImportPlan, planImport, type RelationChanges, relationChanges } from './skb/plan.ts';
import { entityBatches, type ImportRun, stageImport } from './skb/stage.ts';
import { type Survey, surveySkb } from './skb/survey.ts';

/** What `createImport` is made of. */
export interface ImportDeps {
  readonly database: Database;
  readonly embeddings: ImportEmbeddings;
  /** Up to this many new, changed and removed rows are written in the one transaction that shows them; 2,000. */
  readonly rowsAtOnce?: number;
}

/** Which folder is imported, and who may read it. */
export interface ImportOptions extends DocumentAccess {
  /** Holds `nodes.jsonl`, `edges.jsonl` and `schema.json`. */
  readonly directory: string;
  readonly tenant: string;
  readonly signal?: AbortSignal;
  readonly onProgress?: (
    phase: 'check' | 'nodes' | 'edges' | 'activate',
    done: number,
    total: number,
  ) => void;
}

/**
 * Imports a graph with texts on its nodes into a tenant. All of it becomes visible at once, or nothing.
 * The same files again change nothing; changed files change what differs.
 */
export type ImportSkb = (options: ImportOptions) => Promise<ImportReport>;

const ROWS_AT_ONCE = 2000;

/** What a run is about to do, and what is visible before it. */
interface Change {
  readonly run: ImportRun;
  readonly state: ImportState;
  readonly rights: readonly string[];
  readonly relations: RelationChanges;
}

type Written = Pick<ImportReport, 'names' | 'windows'>;

/**
 * Returns the import. It throws `TRELLIS_IMPORT_ROWS_INVALID` and `TRELLIS_IMPORT_SCHEMA_INVALID` before anything is
 * written, `TRELLIS_INGEST_DOCUMENT_BUSY` when another run imports the same graph, `TRELLIS_INGEST_FILE_CHANGED`, and
 * what store and model throw.
 */
export function createImport(deps: ImportDeps): ImportSkb {
  return async (options) => {
    const started = performance.now();
    const progress = options.onProgress ?? (() => undefined);
    progress('check', 0, 1);
    const survey = await surveySkb(options.directory, options.signal);
    progress('check', 1, 1);
    const target: ImportTarget = { tenant: options.tenant, source: survey.schema.source };
    const rights = documentRights(options);
    if (isCurrent(await readImportState(deps.database, target), survey, rights)) {
      return { ...unchangedReport(survey), ms: Math.round(performance.now() - started) };
    }
    const claim = await claimImport(deps.database, target);
    try {
      const report = await importClaimed({ deps, options, survey, target, claim, rights });
      return { ...report, ms: Math.round(performance.now() - started) };
    } catch (error) {
      await claim.abandon().catch(() => undefined); // what is left nobody sees, and the next run removes it
      throw error;
    } finally {
      claim.release();
    }
  };
}

function isCurrent(state: ImportState, survey: Survey, rights: readonly string[]): boolean {
  const sameRights = rights.join('\n') === state.rights.join('\n');
  return state.digest === survey.digest && sameRights && state.pending === null;
}

interface Claimed {
  readonly deps: ImportDeps;
  readonly options: ImportOptions;
  readonly survey: Survey;
  readonly target: ImportTarget;
  readonly claim: ImportClaim;
  readonly rights: readonly string[];
}

async function importClaimed(claimed: Claimed): Promise<Omit<ImportReport, 'ms'>> {
  const { deps, options, survey, target, claim, rights } = claimed;
  const { state } = claim;
  const known = await readKnownEntities(deps.database, target, state.keys);
  const plan = planImport(survey, target, known);
  const rewiredIds = plan.rewired.map((place) => plan.ids[place] ?? '');
  const touched = [...rewiredIds, ...plan.removedIds];
  const relations = relationChanges(
    survey,
    plan,
    await readKnownRelations(deps.database, target, state.keys, touched),
  );
  const run: ImportRun = {
    ...deps,
    target,
    survey,
    plan,
    claim,
    signal: options.signal,
    onProgress: options.onProgress ?? (() => undefined),
  };
  const change: Change = { run, state, rights, relations };
  const written = isSmall(change, deps.rowsAtOnce ?? ROWS_AT_ONCE)
    ? await changeAtOnce(change)
    : await changeInStages(change);
  return report(change, known.length, written);
}

function isSmall({ run: { plan }, state, relations }: Change, rowsAtOnce: number): boolean {
  const nodes = plan.created.size + plan.changed.size + plan.removedIds.length;
  const rows = nodes + relations.added.length + relations.removed.length;
  return state.keys.length > 0 && rows <= rowsAtOnce;
}

function activation(change: Change, parts: Pick<Activation, 'newKeys' | 'changed' | 'added'>): Activation {
  const { run, state, rights, relations } = change;
  const { plan, survey, target, claim } = run;
  return {
    target,
    generation: state.generation,
    key: claim.key,
    keys: state.keys,
    rights,
    digest: survey.digest,
    json: JSON.stringify(survey.statistics),
    removedIds: plan.removedIds,
    removedRelations: relations.removed,
    edgesDigests: plan.rewired
      .filter((place) => !plan.changed.has(place))
      .map((place) => ({ id: plan.ids[place] ?? '', edgesDigest: plan.edgesDigests[place] ?? '' })),
    ...parts,
  };
}

/** A small change: everything in one transaction, under the newest key that is there. */
async function changeAtOnce(change: Change): Promise<Written> {
  const { run, state, relations } = change;
  const { database, target, plan } = run;
  const key = state.keys.at(-1) ?? '';
  const entities: ImportedEntity[] = [];
  for await (const batch of entityBatches(run)) entities.push(...batch);
  const changedIds = new Set([...plan.changed.keys()].map((place) => plan.ids[place]));
  const changed = entities.filter(({ id }) => changedIds.has(id));
  const created = entities.filter(({ id }) => !changedIds.has(id));
  run.onProgress('edges', relations.added.length, relations.added.length);
  await database.writeTransaction(async (write) => {
    const added = countedTexts(entities, key);
    await activateImport(write, activation(change, { newKeys: state.keys, changed, added }));
    await writeEntities(write, target, created, key);
    await writeTexts(write, target, changed, key);
    await writeRelations(write, target, relations.added, key);
  });
  return written(entities);
}

/** A large change: staged under a key of its own, shown by making the key known. */
async function changeInStages(change: Change): Promise<Written> {
  const { run, state, relations } = change;
  const staged = await stageImport(run, relations.added);
  const newKeys = keepsNothing(change) ? [run.claim.key] : [...state.keys, run.claim.key];
  await run.database.writeTransaction(async (write) => {
    await activateImport(write, activation(change, { newKeys, changed: staged.changed, added: [] }));
    const ids = state.keys.filter((key) => !newKeys.includes(key));
    if (ids.length > 0) await write('write/import-drop-keys', { ids });
  });
  return staged;
}

/** Whether nothing stays as it was, so that the keys before stand for nothing any more. */
function keepsNothing({ run: { plan, survey }, relations }: Change): boolean {
  const nodes = survey.nodes.length - plan.created.size - plan.changed.size;
  return nodes === 0 && relations.added.length === survey.edgeCount;
}

function written(entities: readonly ImportedEntity[]): Written {
  return {
    names: entities.reduce((sum, { names }) => sum + names.length, 0),
    windows: entities.reduce((sum, { windows }) => sum + windows.length, 0),
  };
}

function report(change: Change, knownCount: number, { names, windows }: Written): Omit<ImportReport, 'ms'> {
  const { run, state, relations } = change;
  const { plan, survey, target }: { plan: ImportPlan; survey: Survey; target: ImportTarget } = run;
  const removed = plan.removedIds.length;
  return {
    source: target.source,
    status: state.generation === 0 ? 'created' : 'updated',
    nodes: {
      created: plan.created.size,
      updated: plan.changed.size,
      removed,
      unchanged: knownCount - removed - plan.changed.size,
    },
    edges: {
      created: relations.added.length,
      removed: relations.removed.length,
      unchanged: survey.edgeCount - relations.added.length,
    },
    names,
    windows,
  };
}

function unchangedReport(survey: Survey): Omit<ImportReport, 'ms'> {
  return {
    source: survey.schema.source,
    status: 'unchanged',
    nodes: { created: 0, updated: 0, removed: 0, unchanged: survey.nodes.length },
    edges: { created: 0, removed: 0, unchanged: survey.edgeCount },
    names: 0,
    windows: 0,
  };
}
