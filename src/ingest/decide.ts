import { hash16 } from '../domain/version-ids.ts';
import type { KnownDocument } from '../store/writers/known-documents.ts';

/** What is to be done with one source. */
export type Decision =
  | { readonly kind: 'unchanged'; readonly document: KnownDocument }
  | { readonly kind: 'duplicate'; readonly document: KnownDocument }
  | {
      readonly kind: 'build';
      readonly documentId: string;
      readonly version: number;
      readonly uris: readonly string[];
      /** Whether a visible version of this document is replaced. */
      readonly replaces: boolean;
    };

/** What a decision looks at. */
export interface Candidate {
  readonly tenant: string;
  readonly uri: string;
  readonly sha256: string;
  readonly settings: string;
  readonly reprocess: boolean;
}

/** Returns the id that a document at this address has, unless another document has taken it. */
export function documentIdFor(tenant: string, uri: string): string {
  return `d_${hash16(tenant, uri)}`;
}

/** Ids that a new document may have, in order: by address; by address and bytes, when the first belongs to another. */
function freeId({ tenant, uri, sha256, settings }: Candidate, known: readonly KnownDocument[]): string {
  const taken = new Set(known.map(({ id }) => id));
  const wanted = documentIdFor(tenant, uri);
  return taken.has(wanted) ? `d_${hash16(tenant, uri, sha256, settings)}` : wanted;
}

/**
 * Returns what is to be done with a source, given the visible documents that share its address, its bytes or the id it
 * would get. Same address, bytes and settings: unchanged. Bytes and settings known under another address: duplicate,
 * which gains this address. Else a version is built: the next one of the document at this address, or a document of
 * its own when that one has other addresses too (they keep the old bytes). Pure.
 */
export function decide(source: Candidate, known: readonly KnownDocument[]): Decision {
  const here = known.find(({ uris }) => uris.includes(source.uri));
  const isSame = ({ sha256, settings }: KnownDocument) =>
    sha256 === source.sha256 && settings === source.settings;
  if (here !== undefined && isSame(here)) {
    if (!source.reprocess) return { kind: 'unchanged', document: here };
    return { kind: 'build', documentId: here.id, version: here.version + 1, uris: here.uris, replaces: true };
  }
  const twin = known.find((document) => document !== here && isSame(document));
  if (twin !== undefined) return { kind: 'duplicate', document: twin };
  const uris = [source.uri];
  if (here !== undefined && here.uris.length === 1) {
    return { kind: 'build', documentId: here.id, version: here.version + 1, uris, replaces: true };
  }
  return { kind: 'build', documentId: freeId(source, known), version: 1, uris, replaces: false };
}

/** Returns the document that a parsed source equals in bytes, kind, rights and tags, though it was filed in another way. */
export function findTwin(
  parsed: {
    uri: string;
    sha256: string;
    mime: string;
    acl: string;
    tags: readonly string[];
    settings: string;
  },
  known: readonly KnownDocument[],
): KnownDocument | undefined {
  const core = (settings: string) => settings.slice(0, settings.indexOf('.'));
  return known.find(
    ({ uris, sha256, mime, acl, tags, settings }) =>
      !uris.includes(parsed.uri) &&
      sha256 === parsed.sha256 &&
      mime === parsed.mime &&
      acl === parsed.acl &&
      JSON.stringify(tags) === JSON.stringify(parsed.tags) &&
      core(settings) === core(parsed.settings),
  );
}
