import { createHash } from 'node:crypto';
import type { Database, RunStatement } from '../driver.ts';
import { indexedLexical } from '../impacts.ts';
import { partsOf, readByIds, writeRows } from './batches.ts';
import type { CountedNode } from './counts.ts';
import type {
  ImportedEntity,
  ImportState,
  ImportTarget,
  KnownEntity,
  RelationKey,
} from './graph-import-rows.ts';

const PAGE = 20_000;
const SWEEP_BATCH = 2000;
const RELATIONS_PER_STATEMENT = 5000;
/** More relations than this from 500 entities are read in smaller parts by nobody yet; far above any hub seen. */
const MAX_ROWS = 10_000_000;

/** Returns the id of the node that keeps an imported graph's state. */
export function importStateId({ tenant, source }: ImportTarget): string {
  return `import|${tenant}|${source}`;
}

/** Returns the state of an imported graph; of one that was never imported, generation 0 and no keys. */
export async function readImportState(database: Database, target: ImportTarget): Promise<ImportState> {
  const rows = await database.read('read/import-state', { id: importStateId(target) });
  const found = rows[0] as unknown as ImportState | undefined;
  return found ?? { generation: 0, digest: '', keys: [], rights: [], pending: null, owner: '', silentMs: 0 };
}

/** Returns the visible entities of an imported graph, by id. */
export async function readKnownEntities(
  database: Database,
  { tenant, source }: ImportTarget,
  keys: readonly string[],
): Promise<KnownEntity[]> {
  const known: KnownEntity[] = [];
  for (let after = ''; ; ) {
    const page = { tenant, source, keys, after, limit: PAGE };
    const rows = (await database.read('read/import-entities', page)) as unknown as KnownEntity[];
    known.push(...rows);
    after = rows.at(-1)?.id ?? '';
    if (rows.length < PAGE) return known;
  }
}

/** Returns the visible imported relations that go out from these entities. */
export async function readKnownRelations(
  database: Database,
  { source }: ImportTarget,
  keys: readonly string[],
  ids: readonly string[],
): Promise<RelationKey[]> {
  return readByIds<RelationKey>(database.read, 'read/import-relations', ids, {
    source,
    keys,
    limit: MAX_ROWS,
  });
}

/** Returns what the counts know of the visible texts of these entities. */
export async function readCountedTexts(
  run: RunStatement,
  keys: readonly string[],
  ids: readonly string[],
): Promise<CountedNode[]> {
  return readByIds<CountedNode>(run, 'read/import-texts', ids, { keys, limit: MAX_ROWS });
}

/** Returns what the counts will know of these entities once their texts stand under `acl`. */
export function countedTexts(entities: readonly ImportedEntity[], acl: string): CountedNode[] {
  return entities.flatMap((entity) => [
    { acl, collection: 'profile' as const, lexical: entity.lexical },
    ...entity.names.map(({ lexical }) => ({ acl, collection: 'name' as const, lexical })),
  ]);
}

function textId(prefix: string, ...parts: readonly string[]): string {
  return `${prefix}_${createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 16)}`;
}

function entityRow(target: ImportTarget, entity: ImportedEntity, acl: string): object {
  const { id, externalId, type, label, oldLabel, name, normal } = entity;
  const own = { id, tenant: target.tenant, acl, name, type, normal, externalId, source: target.source };
  return { id, label, oldLabel, properties: { ...entity.properties, ...own } };
}

/** Returns the rows of an entity's texts: their ids belong to entity and key, so that two generations never clash. */
function textRows({ tenant }: ImportTarget, entity: ImportedEntity, acl: string) {
  const profileId = textId('p', entity.id, acl);
  const shared = { tenant, acl, entityId: entity.id, entityType: entity.type };
  const { name, text, language, lexical, digest, edgesDigest } = entity;
  return {
    profile: {
      ...shared,
      id: profileId,
      name,
      text,
      language,
      ...indexedLexical(lexical),
      digest,
      edgesDigest,
    },
    names: entity.names.map((own) => ({ ...shared, ...own, id: textId('n', entity.id, acl, own.normal) })),
    windows: entity.windows.map(({ embedding, start, end }, order) => ({
      embedding,
      properties: {
        id: `${profileId}.w${order}`,
        tenant,
        acl,
        ownerId: profileId,
        order,
        start,
        end,
        page: 1,
      },
    })),
  };
}

/** Creates entities (or sets them anew) and their texts, all under `acl`. */
export async function writeEntities(
  run: RunStatement,
  target: ImportTarget,
  entities: readonly ImportedEntity[],
  acl: string,
): Promise<void> {
  const rows = entities.map((entity) => entityRow(target, entity, acl));
  await writeRows(run, 'write/import-entities', rows);
  await writeTexts(run, target, entities, acl);
}

/** Sets properties and label of entities that are there. */
export async function writeEntityProperties(
  run: RunStatement,
  target: ImportTarget,
  entities: readonly ImportedEntity[],
  acl: string,
): Promise<void> {
  const rows = entities.map((entity) => entityRow(target, entity, acl));
  await writeRows(run, 'write/import-entities', rows);
}

/** Creates profiles, names and windows of entities that are there, under `acl`. */
export async function writeTexts(
  run: RunStatement,
  target: ImportTarget,
  entities: readonly ImportedEntity[],
  acl: string,
): Promise<void> {
  const rows = entities.map((entity) => textRows(target, entity, acl));
  await writeRows(
    run,
    'write/import-profiles',
    rows.map(({ profile }) => profile),
  );
  await writeRows(
    run,
    'write/import-names',
    rows.flatMap(({ names }) => names),
  );
  await writeRows(
    run,
    'write/import-windows',
    rows.flatMap(({ windows }) => windows),
  );
}

/** Creates relations that are not there yet, under `acl`. */
export async function writeRelations(
  run: RunStatement,
  { tenant, source }: ImportTarget,
  relations: readonly RelationKey[],
  acl: string,
): Promise<void> {
  for (const rows of partsOf(relations, RELATIONS_PER_STATEMENT)) {
    await run('write/import-relations', { tenant, source, acl, rows });
  }
}

/** Removes the visible texts (profiles, windows, names) of entities. */
export async function removeTexts(
  run: RunStatement,
  keys: readonly string[],
  ids: readonly string[],
): Promise<void> {
  for (const part of partsOf(ids)) {
    await run('write/import-remove-profiles', { ids: part, keys });
    await run('write/import-remove-names', { ids: part, keys });
  }
}

/** Removes what a run that did not end has left under `key`; nobody could see it. */
export async function sweepImport(
  database: Database,
  { tenant, source }: ImportTarget,
  key: string,
): Promise<void> {
  const own = { tenant, source, key, limit: SWEEP_BATCH };
  const steps = [
    ['write/import-sweep-profiles', own],
    ['write/import-sweep-names', own],
    ['write/import-sweep-relations', own],
    ['write/import-sweep-entities', own],
    ['write/import-sweep-counts', { prefix: `${tenant}|${key}|`, limit: SWEEP_BATCH }],
  ] as const;
  for (const [statement, parameters] of steps) {
    for (;;) {
      const rows = await database.write(statement, parameters);
      if (Number(rows[0]?.['swept'] ?? 0) < SWEEP_BATCH) break;
    }
  }
}
