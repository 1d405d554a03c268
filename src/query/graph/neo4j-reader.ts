import { LRUCache } from 'lru-cache';
import type { Scope } from '../../domain/access.ts';
import type { GraphSchema } from '../../domain/graph-schema.ts';
import type { Database, Row } from '../../store/driver.ts';
import { fullTextCandidates, termCounts } from '../../store/search.ts';
import type {
  EdgeGroup,
  EntityRecord,
  EntityText,
  GraphReader,
  NameHit,
  PropertyTest,
} from './graph-reader.ts';
import { nameQuery } from './name-queries.ts';
import { EMPTY_SCHEMA, type QuerySchema, toQuerySchema } from './query-schema.ts';

const NAMES_EACH = 50;
const SAMPLED_NAMES = 300;
/** Schemas kept prepared, by what the reader sees of them. */
const REMEMBERED_SCHEMAS = 100;

const rowsAs = <T>(rows: readonly Row[]): readonly T[] => rows as unknown as readonly T[];

function toTest({ key, equals, minimum, maximum }: PropertyTest): Record<string, unknown> {
  return { key, equals: equals ?? null, minimum: minimum ?? null, maximum: maximum ?? null };
}

/** Returns which values questions may ask for, so that no prose is read. */
function keysOf(schema: QuerySchema): string[] {
  return [...new Set(schema.properties.map(({ key }) => key))].sort();
}

function toRecord(row: Row, keys: readonly string[]): EntityRecord {
  const values = (row['values'] ?? []) as readonly unknown[];
  const properties = Object.fromEntries(
    keys.flatMap((key, at) => (values[at] === null || values[at] === undefined ? [] : [[key, values[at]]])),
  );
  return { id: String(row['id']), name: String(row['name']), type: String(row['type']), properties };
}

/** Reads a tenant's schemas; what was made of them is kept as long as the stored text and the scope are the same. */
function createSchemaReader(database: Database): (scope: Scope) => Promise<QuerySchema> {
  const remembered = new LRUCache<string, QuerySchema>({ max: REMEMBERED_SCHEMAS });
  return async (scope) => {
    const rows = await database.read('read/graph-schemas', { ...scope });
    const texts = rows.map((row) => String(row['json']));
    if (texts.length === 0) return EMPTY_SCHEMA;
    const key = JSON.stringify([scope.tenant, scope.acls, texts]);
    const known = remembered.get(key);
    if (known !== undefined) return known;
    const schemas = texts.map((text) => JSON.parse(text) as GraphSchema);
    const types = schemas.flatMap((schema) => Object.values(schema.types).map(({ label }) => label));
    const samples = await database.read('read/graph-name-samples', { ...scope, types, each: SAMPLED_NAMES });
    const byType = new Map(samples.map((row) => [String(row['type']), row['names'] as readonly string[]]));
    const schema = toQuerySchema(schemas, byType);
    remembered.set(key, schema);
    return schema;
  };
}

/** Returns readers of entity graphs in Neo4j, one for each scope. An empty scope sees nothing. */
export function createGraphReaders(database: Database): (scope: Scope) => GraphReader {
  const readSchema = createSchemaReader(database);
  return (scope) => {
    let schema: Promise<QuerySchema> | undefined;
    const schemaOnce = (): Promise<QuerySchema> => {
      schema ??= readSchema(scope);
      return schema;
    };
    const readIds = async (
      name: `read/${string}`,
      ids: readonly string[],
      more: Record<string, unknown> = {},
    ) =>
      ids.length === 0 || scope.acls.length === 0
        ? []
        : await database.read(name, { ...scope, ids: [...new Set(ids)].sort(), ...more });
    return {
      schema: schemaOnce,
      exactNames: async (normals) =>
        normals.length === 0
          ? []
          : rowsAs<NameHit>(
              await database.read('read/link-names-exact', { ...scope, normals, each: NAMES_EACH }),
            ),
      similarNames: async (probes) =>
        probes.length === 0 || scope.acls.length === 0
          ? []
          : rowsAs<NameHit>(
              await database.read('read/link-names-similar', {
                ...scope,
                probes: probes.map((probe) => nameQuery(probe, scope)),
              }),
            ),
      statistics: (collection, variants) => termCounts(database, scope, collection, variants),
      textHits: async (terms, limit) => {
        const hits = await fullTextCandidates(database, scope, 'profile', terms, { limit });
        return hits.flatMap(({ entityId, lexical }) =>
          entityId === undefined ? [] : [{ id: entityId, lexical }],
        );
      },
      texts: async (ids) => rowsAs<EntityText>(await readIds('read/graph-texts', ids)),
      expand: async (ids, limitEach) =>
        rowsAs<EdgeGroup>(await readIds('read/graph-expand', ids, { limitEach })),
      records: async (ids) => {
        const keys = keysOf(await schemaOnce());
        return (await readIds('read/graph-records', ids, { keys })).map((row) => toRecord(row, keys));
      },
      degrees: async (ids, { relation, direction }) => {
        const rows = await readIds('read/graph-degrees', ids, { relation, out: direction === 'out' });
        return new Map(rows.map((row) => [String(row['id']), Number(row['degree'])]));
      },
      largest: async (type, { relation, direction }, minimum, limit) => {
        const out = direction === 'out';
        const parameters = { ...scope, type, relation, out, minimum, limit };
        const rows = await database.read('read/graph-largest', parameters);
        return new Map(rows.map((row) => [String(row['id']), Number(row['degree'])]));
      },
      withProperties: async (tests, limit) => {
        const [first] = tests;
        if (first === undefined) return [];
        const parameters = { ...scope, type: first.type, tests: tests.map(toTest), limit };
        return (await database.read('read/graph-with-properties', parameters)).map((row) =>
          String(row['id']),
        );
      },
    };
  };
}
