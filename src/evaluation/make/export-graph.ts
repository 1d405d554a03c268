import { open, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Scope } from '../../domain/access.ts';
import { RESERVED_PROPERTIES } from '../../domain/graph-names.ts';
import type { GraphSchema } from '../../domain/graph-schema.ts';
import { TrellisError } from '../../errors.ts';
import type { Database, Row } from '../../store/driver.ts';

/** Entities read at once. */
const PAGE = 2000;

/** Names in the graph → names in the files that it came from. */
interface FileNames {
  readonly relations: ReadonlyMap<string, string>;
  readonly keys: ReadonlyMap<string, string>;
  /** Properties that hold JSON text, by name in the graph. */
  readonly json: ReadonlySet<string>;
}

function fileNames(schemas: readonly GraphSchema[]): FileNames {
  const properties = schemas.flatMap(({ types }) =>
    Object.values(types).flatMap((type) => Object.entries(type.properties)),
  );
  return {
    relations: new Map(
      schemas.flatMap(({ relations }) => Object.entries(relations).map(([name, { type }]) => [type, name])),
    ),
    keys: new Map(properties.map(([name, { key }]) => [key, name])),
    json: new Set(properties.filter(([, { kind }]) => kind === 'json').map(([, { key }]) => key)),
  };
}

/** `schema.json` of several graphs side by side. */
function schemaFile(schemas: readonly GraphSchema[], tenant: string): string {
  const types = schemas.flatMap((schema) =>
    Object.entries(schema.types).map(([name, { description }]) => [name, description] as const),
  );
  const relations = schemas.flatMap((schema) =>
    Object.entries(schema.relations).map(([name, { description, ends }]) => {
      const domain = [...new Set(ends.map((end) => end.domain))].sort();
      const range = [...new Set(ends.map((end) => end.range))].sort();
      return [name, { ...(ends.length === 0 ? {} : { domain, range }), description }] as const;
    }),
  );
  const file = {
    name: schemas.length === 1 ? schemas[0]?.source : tenant,
    language: schemas[0]?.language,
    node_types: Object.fromEntries(types),
    relations: Object.fromEntries(relations),
  };
  return `${JSON.stringify(file, null, 2)}\n`;
}

const reserved: ReadonlySet<string> = new Set(RESERVED_PROPERTIES);

function parsed(value: unknown): unknown {
  try {
    return JSON.parse(String(value)) as unknown;
  } catch {
    return value; // a property of mixed kinds: this one is a text
  }
}

function ownProperties(properties: Row, { keys, json }: FileNames): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(properties)
      .filter(([key]) => !reserved.has(key))
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, value]) => [keys.get(key) ?? key, json.has(key) ? parsed(value) : value]),
  );
}

async function readSchemas(database: Database, scope: Scope): Promise<GraphSchema[]> {
  const rows = scope.acls.length === 0 ? [] : await database.read('read/graph-schemas', { ...scope });
  if (rows.length > 0) return rows.map((row) => JSON.parse(String(row['json'])) as GraphSchema);
  throw new TrellisError(
    'TRELLIS_EVAL_GRAPH_TOO_SMALL',
    `Tenant ${scope.tenant} has no imported graph to ask about. Import one with trellis import, or use --from.`,
    { details: { tenant: scope.tenant } },
  );
}

/**
 * Writes the imported graphs that a reader sees into `out` as `nodes.jsonl`, `edges.jsonl` and `schema.json`, ordered by
 * id. Ids are those of the source; of several graphs, those of the stored entities. Reads page by page; a graph that
 * changes meanwhile may give a mix. Throws `TRELLIS_EVAL_GRAPH_TOO_SMALL` when there is none.
 */
export async function exportGraph(
  database: Database,
  scope: Scope,
  out: string,
  signal?: AbortSignal,
): Promise<void> {
  const schemas = await readSchemas(database, scope);
  const names = fileNames(schemas);
  await writeFile(join(out, 'schema.json'), schemaFile(schemas, scope.tenant));
  const ids = await writeNodes(database, scope, out, names, schemas.length > 1, signal);
  await writeEdges(database, scope, out, names, ids, signal);
}

/** Returns the written id of each stored one. */
async function writeNodes(
  database: Database,
  scope: Scope,
  out: string,
  names: FileNames,
  several: boolean,
  signal: AbortSignal | undefined,
): Promise<ReadonlyMap<string, string>> {
  const ids = new Map<string, string>();
  const file = await open(join(out, 'nodes.jsonl'), 'w');
  try {
    for (let after = '', rows: Row[] = []; ; after = String(rows.at(-1)?.['id'])) {
      signal?.throwIfAborted();
      rows = await database.read('read/export-entities', { ...scope, after, limit: PAGE });
      const lines = rows.map((row) => {
        const id = several ? String(row['id']) : String(row['externalId']);
        ids.set(String(row['id']), id);
        const properties = ownProperties((row['properties'] ?? {}) as Row, names);
        return `${JSON.stringify({ id, type: row['type'], name: row['name'], text: row['text'], properties })}\n`;
      });
      await file.write(lines.join(''));
      if (rows.length < PAGE) return ids;
    }
  } finally {
    await file.close();
  }
}

async function writeEdges(
  database: Database,
  scope: Scope,
  out: string,
  { relations }: FileNames,
  ids: ReadonlyMap<string, string>,
  signal: AbortSignal | undefined,
): Promise<void> {
  const stored = [...ids.keys()];
  const file = await open(join(out, 'edges.jsonl'), 'w');
  try {
    for (let from = 0; from < stored.length; from += PAGE) {
      signal?.throwIfAborted();
      const page = stored.slice(from, from + PAGE);
      const rows = await database.read('read/export-relations', { ...scope, ids: page });
      const lines = rows.flatMap((row) => {
        const [source, target] = [ids.get(String(row['sourceId'])), ids.get(String(row['targetId']))];
        const relation = relations.get(String(row['type']));
        if (source === undefined || target === undefined || relation === undefined) return [];
        return [`${JSON.stringify({ source, relation, target })}\n`];
      });
      await file.write(lines.join(''));
    }
  } finally {
    await file.close();
  }
}
