import type { Reader, Scope } from '../domain/access.ts';
import type { DocumentDetail, DocumentSummary } from '../domain/api/documents.ts';
import { versionPrefix } from '../domain/version-ids.ts';
import { TrellisError } from '../errors.ts';
import { resolveScope } from '../store/access.ts';
import type { Database, Row } from '../store/driver.ts';
import type { StatementName } from '../store/statements.ts';
import { deleteDocument, documentNotFound } from '../store/writers/remove-documents.ts';
import { readProblems } from './outcomes.ts';
import type { Documents, DocumentsDeps } from './services.ts';

/** Most rows of one kind that `show` returns. */
const SHOWN = 10_000;

interface StoredDocument extends Omit<DocumentSummary, 'problems'> {
  readonly problems: readonly string[];
  readonly acl: string;
}

function toSummary(stored: StoredDocument): DocumentSummary {
  const { id, version, title, uris, mime, sha256, language, access, classification, tags } = stored;
  const { pageCount, chunkCount, ingestedAt, problems } = stored;
  return {
    id,
    version,
    title,
    uris,
    mime,
    sha256,
    language,
    access,
    classification,
    tags,
    pageCount,
    chunkCount,
    ingestedAt,
    problems: readProblems(problems),
  };
}

function writeCursor({ title, id }: DocumentSummary): string {
  return Buffer.from(JSON.stringify([title, id])).toString('base64url');
}

/** A cursor that is none of ours gives the first page's neighbour at worst: it only ever narrows what is listed. */
function readCursor(cursor: string): { afterTitle: string; afterId: string } {
  try {
    const [afterTitle, afterId] = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')) as unknown[];
    if (typeof afterTitle === 'string' && typeof afterId === 'string') return { afterTitle, afterId };
  } catch (cause) {
    throw badCursor(cause);
  }
  throw badCursor();
}

function badCursor(cause?: unknown): TrellisError {
  return new TrellisError('TRELLIS_HTTP_BODY_INVALID', 'The cursor is not one that a list has returned.', {
    cause,
  });
}

async function findDocument(
  { database }: DocumentsDeps,
  { tenant, acls }: Scope,
  id: string,
): Promise<StoredDocument> {
  const [row] = await database.read('read/document-get', { tenant, acls, id });
  if (row !== undefined) return row['document'] as StoredDocument;
  throw documentNotFound(id);
}

async function readParts(
  database: Database,
  acls: readonly string[],
  prefix: string,
): Promise<Omit<DocumentDetail, 'document'>> {
  return database.readTransaction(async (run) => {
    const part = (statement: StatementName): Promise<Row[]> => run(statement, { prefix, acls, limit: SHOWN });
    const pages = (await part('read/document-pages')) as unknown as {
      number: number;
      source: string;
      problems: string[];
    }[];
    const sections = (await part('read/document-sections')) as unknown as DocumentDetail['sections'];
    const nodes = (await part('read/document-nodes')) as unknown as (DocumentDetail['chunks'][number] & {
      layer: number;
    })[];
    const entities = (await part('read/document-entities')) as unknown as DocumentDetail['entities'];
    const qaPairs = (await part('read/document-qa-pairs')) as unknown as DocumentDetail['qaPairs'];
    const root = nodes.at(-1);
    return {
      pages: pages.map((page) => ({ ...page, problems: readProblems(page.problems) })),
      sections,
      chunks: nodes.filter(({ layer }) => layer === 0).map(({ layer: _layer, ...chunk }) => chunk),
      summary: root !== undefined && root.layer > 0 ? root.text : '',
      entities,
      qaPairs,
    };
  });
}

/** Returns the documents service. */
export function createDocuments(deps: DocumentsDeps): Documents {
  const { database } = deps;
  const scopeOf = (reader: Reader) => resolveScope(database, reader);
  return {
    list: async (reader, { limit, cursor }) => {
      const { tenant, acls } = await scopeOf(reader);
      const after = cursor === undefined ? { afterTitle: '', afterId: '' } : readCursor(cursor);
      const rows = await database.read('read/documents-list', { tenant, acls, ...after, limit: limit + 1 });
      const documents = rows.slice(0, limit).map((row) => toSummary(row['document'] as StoredDocument));
      const last = documents.at(-1);
      return rows.length > limit && last !== undefined
        ? { documents, nextCursor: writeCursor(last) }
        : { documents };
    },
    show: async (reader, id) => {
      const scope = await scopeOf(reader);
      const document = await findDocument(deps, scope, id);
      const parts = await readParts(database, scope.acls, versionPrefix(id, document.version));
      return { document: toSummary(document), ...parts };
    },
    delete: async (reader, id) => {
      const deleted = await deleteDocument(database, await scopeOf(reader), id);
      return { id, deleted };
    },
  };
}
