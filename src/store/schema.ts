import { createHash } from 'node:crypto';
import { TrellisError } from '../errors.ts';
import type { Row } from './driver.ts';
import type { Statement, StatementName } from './statements.ts';

/** What a schema file makes, read from its text. */
export interface SchemaItem {
  readonly file: StatementName;
  /** Of the index or constraint; a constraint's index has the same name. */
  readonly name: string;
  readonly type: 'RANGE' | 'FULLTEXT' | 'VECTOR';
  readonly label: string;
  /** In order; a vector index lists the embedding, then what can be filtered by. */
  readonly properties: readonly string[];
  readonly statement: Statement;
  /** SHA-256 of the statement's text in hexadecimal. */
  readonly checksum: string;
}

const SHAPE =
  /CREATE (CONSTRAINT|RANGE INDEX|FULLTEXT INDEX|VECTOR INDEX) (\w+) IF NOT EXISTS\s+FOR \(n:(\w+)\) (.*?)(?:OPTIONS|$)/su;

function readItem(statement: Statement): SchemaItem {
  const match = SHAPE.exec(statement.text);
  const kind = match?.[1];
  if (match === null || kind === undefined) {
    const message = `cypher/${statement.name}.cypher: it is not CREATE … IF NOT EXISTS FOR (n:Label) ….`;
    throw new TrellisError('TRELLIS_STORE_STATEMENT_INVALID', message, {
      details: { statement: statement.name },
    });
  }
  return {
    file: statement.name,
    name: match[2] ?? '',
    type: kind === 'VECTOR INDEX' ? 'VECTOR' : kind === 'FULLTEXT INDEX' ? 'FULLTEXT' : 'RANGE',
    label: match[3] ?? '',
    properties: [...(match[4] ?? '').matchAll(/n\.(\w+)/gu)].map((property) => property[1] ?? ''),
    statement,
    checksum: createHash('sha256').update(statement.text).digest('hex'),
  };
}

/** Returns what the schema files make, in the order of their numbers. */
export function schemaItems(statements: ReadonlyMap<StatementName, Statement>): readonly SchemaItem[] {
  return [...statements.values()].filter(({ name }) => name.startsWith('schema/')).map(readItem);
}

/** Neighbours of a vector in the index's graph. */
const HNSW_M = 32;

/**
 * Returns the `$options` of a vector index: cosine, exact vectors (quantisation costs recall and saves no time), and a
 * denser graph than the default of 16 and 100: with that, names and short titles, which lie close together, were found
 * at a recall of 0.91 among 400 neighbours, with this at 0.98, for a third more time to build.
 */
export function vectorOptions(dimensions: number): Readonly<Record<string, unknown>> {
  return {
    indexConfig: {
      'vector.dimensions': dimensions,
      'vector.similarity_function': 'cosine',
      'vector.quantization.type': 'NONE',
      'vector.hnsw.m': HNSW_M,
      'vector.hnsw.ef_construction': 200,
    },
  };
}

function differences(item: SchemaItem, row: Row, dimensions: number): string[] {
  const settings = row['settings'] as Readonly<Record<string, unknown>>;
  const wanted: [string, unknown, unknown][] = [
    ['type', item.type, row['type']],
    ['label', item.label, (row['labels'] as string[] | null)?.join()],
    ['properties', item.properties.join(), (row['properties'] as string[] | null)?.join()],
  ];
  if (item.type === 'FULLTEXT') wanted.push(['analyzer', 'whitespace', settings['fulltext.analyzer']]);
  if (item.type === 'VECTOR') {
    wanted.push(['dimensions', dimensions, settings['vector.dimensions']]);
    wanted.push(['similarity', 'COSINE', String(settings['vector.similarity_function']).toUpperCase()]);
    wanted.push(['quantisation', 'NONE', settings['vector.quantization.type']]);
  }
  return wanted.flatMap(([what, want, has]) => (want === has ? [] : [`${what} is ${has} and not ${want}`]));
}

/** How the database's indexes compare with the schema files. */
export interface SchemaComparison {
  readonly missing: readonly SchemaItem[];
  /** There and right, but not ONLINE. */
  readonly populating: readonly string[];
}

/**
 * Compares rows of `read/index-states` with the schema files. Throws `TRELLIS_STORE_SCHEMA_MISMATCH` when an index has
 * another kind, label, property, dimension or analyzer, `TRELLIS_STORE_INDEX_NOT_READY` when one failed.
 */
export function compareSchema(
  items: readonly SchemaItem[],
  rows: readonly Row[],
  dimensions: number,
): SchemaComparison {
  const byName = new Map(rows.map((row) => [row['name'], row]));
  const missing: SchemaItem[] = [];
  const populating: string[] = [];
  for (const item of items) {
    const row = byName.get(item.name);
    if (row === undefined) {
      missing.push(item);
      continue;
    }
    const problems = differences(item, row, dimensions);
    if (problems.length > 0) {
      throw new TrellisError(
        'TRELLIS_STORE_SCHEMA_MISMATCH',
        `The index ${item.name}: ${problems.join('; ')}. Drop it (DROP INDEX ${item.name}) and start Trellis again.`,
        { details: { index: item.name, problems } },
      );
    }
    if (row['state'] === 'FAILED') {
      const message = `The index ${item.name} failed to populate. Drop it (DROP INDEX ${item.name}) and start Trellis again.`;
      throw new TrellisError('TRELLIS_STORE_INDEX_NOT_READY', message, { details: { index: item.name } });
    }
    if (row['state'] !== 'ONLINE') populating.push(item.name);
  }
  return { missing, populating };
}
