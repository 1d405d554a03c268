import { createHash } from 'node:crypto';
import { extname } from 'node:path';
import type { Config } from '../config.ts';
import type { ParsedDocument } from '../domain/document.ts';
import { hash16 } from '../domain/version-ids.ts';
import type { Filing, IngestDeps } from './services.ts';

/** Raise it when a change of the code changes what a document becomes: known documents are then worked on again. */
const PIPELINE_VERSION = 1;

/** A document to take, as it is planned: nothing of it is read yet. */
export interface Source {
  readonly uri: string;
  /** File name without folders. */
  readonly name: string;
  /** False when it was found in a folder: then a kind without parser is left out, not failed. */
  readonly named: boolean;
  /** Reads it. Throws typed errors. */
  readonly load: () => Promise<SourceContent>;
}

/** What a source holds: bytes still to be parsed, or a parsed document. */
export interface SourceContent {
  readonly sha256: string;
  readonly bytes?: Uint8Array;
  readonly parsed?: ParsedDocument;
  /** How the rule files of its folders file it. */
  readonly rules: Partial<Filing>;
}

/** A source that was read. */
export interface LoadedSource extends Source {
  readonly content: SourceContent;
  /** Digest of everything that shapes its version besides bytes and name. */
  readonly settings: string;
}

/** Returns the digest of the settings that shape every document: a change means work for all of them. */
export function settingsDigest(
  config: Config,
  { id, windowTokens }: Pick<IngestDeps['embeddings'], 'id' | 'windowTokens'>,
): string {
  const { CHUNK_TARGET_TOKENS, CHUNK_MAX_TOKENS, CHUNK_OVERLAP_TOKENS } = config;
  const parts = [PIPELINE_VERSION, CHUNK_TARGET_TOKENS, CHUNK_MAX_TOKENS, CHUNK_OVERLAP_TOKENS, windowTokens];
  return hash16(id, ...parts.map(String));
}

function filingDigest(name: string, flags: Partial<Filing>, rules: Partial<Filing>): string {
  const plain = ({ classification, tags, access }: Partial<Filing>) =>
    JSON.stringify([classification ?? null, tags ?? null, access ?? null]);
  return hash16(extname(name).toLowerCase(), plain(flags), plain(rules));
}

/**
 * Returns the digest that a version keeps: the settings of all documents, then what its own filing was given from
 * outside and the kind its name says, parted by a point. Equal bytes with an equal digest give an equal version.
 */
export function versionSettings(
  settings: string,
  { name, flags, rules }: { name: string; flags: Partial<Filing>; rules: Partial<Filing> },
): string {
  return `${settings}.${filingDigest(name, flags, rules)}`;
}

/** Returns the SHA-256 of bytes in hexadecimal digits. */
export function sha256Of(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
