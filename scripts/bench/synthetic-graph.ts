import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Driver } from 'neo4j-driver';
import { accessKey } from '../../src/domain/access.ts';
import { contentLength } from '../../src/domain/text/content-length.ts';
import { indexedLexical } from '../../src/store/impacts.ts';

/** Returns a generator of numbers in [0, 1) that is the same for the same seed (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** Returns a unit vector in a random direction (components from sums of uniform numbers). */
export function randomVector(random: () => number, dimensions: number): number[] {
  const raw = Array.from({ length: dimensions }, () => random() + random() + random() + random() - 2);
  const length = Math.hypot(...raw);
  return raw.map((value) => value / length);
}

const SYLLABLES = 'ta re mo li sun ka per dol vi en gra bu no ste har il co fe man ru'.split(' ');
const PROSE = join(import.meta.dirname, '..', '..', 'docs');

/** A made-up word of one to four syllables for a number, each number its own. */
function madeUpWord(number: number): string {
  let rest = number;
  let word = '';
  do {
    word += SYLLABLES[rest % SYLLABLES.length] ?? '';
    rest = Math.floor(rest / SYLLABLES.length) - 1;
  } while (rest >= 0);
  return word;
}

/** Returns a spelling for `zipfWords`: the words of our own documentation, commonest first, then made-up ones. */
export function proseWords(): (number: number) => string {
  const counts = new Map<string, number>();
  for (const name of readdirSync(PROSE).filter((file) => file.endsWith('.md'))) {
    for (const word of readFileSync(join(PROSE, name), 'utf8')
      .toLowerCase()
      .match(/\b[a-z]{2,}\b/gu) ?? [])
      counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  const words = [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).map(([word]) => word);
  return (number) => words[number] ?? madeUpWord(number - words.length);
}

/** Words of which the n-th is n times rarer than the first, as in natural text (Zipf): `w0`, `w1` … unless spelled. */
export function zipfWords(
  random: () => number,
  vocabulary: number,
  spell = (number: number) => `w${number}`,
): () => string {
  const bounds: number[] = [];
  let sum = 0;
  for (let rank = 1; rank <= vocabulary; rank += 1) {
    sum += 1 / rank;
    bounds.push(sum);
  }
  return () => {
    const target = random() * sum;
    let low = 0;
    let high = vocabulary - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((bounds[middle] ?? 0) < target) low = middle + 1;
      else high = middle;
    }
    return spell(low);
  };
}

export interface SyntheticOptions {
  readonly tenant: string;
  readonly chunks: number;
  /** Words of a chunk, evenly spread between the two. */
  readonly words: readonly [number, number];
  readonly dimensions: number;
  readonly windowsPerChunk: number;
  readonly seed: number;
  /** Rights of each chunk by its number; all of one document share the first's. */
  readonly rightsOf?: (chunk: number) => readonly string[];
  readonly vocabulary?: number;
  /** Spelling of the n-th commonest word; see `zipfWords`. */
  readonly spell?: (number: number) => string;
}

interface ChunkFixture {
  readonly id: string;
  readonly documentId: string;
  readonly acl: string;
  readonly lexical: string;
  readonly impacts: string;
  readonly length: number;
  readonly windows: readonly { readonly id: string; readonly embedding: readonly number[] }[];
}

const CHUNKS_PER_DOCUMENT = 100;
const BATCH = 500;

const WRITE_CHUNKS = `
UNWIND $rows AS row
MERGE (document:Document {id: row.documentId})
ON CREATE SET document += {tenant: $tenant, acl: row.acl, state: 'active', title: row.documentId, uris: [row.documentId],
  version: 1, language: 'en', classification: 'public', tags: [], problems: []}
CREATE (chunk:TreeNode:Chunk {id: row.id, tenant: $tenant, acl: row.acl, documentId: row.documentId, layer: 0, order: row.order,
  kind: 'paragraph', text: row.lexical, lexical: row.lexical, impacts: row.impacts, length: row.length, tokens: 300, sectionPath: 'Body',
  pageStart: 1, pageEnd: 1, pageSpans: '[]', boxes: '[]', keywords: [], confidence: 1.0})
WITH chunk, row
UNWIND row.windows AS item
CREATE (chunk)-[:HAS_WINDOW]->(window:Window:ChunkWindow {id: item.id, tenant: $tenant, acl: row.acl, ownerId: row.id,
  documentId: row.documentId, order: 0, start: 0, end: 100, page: 1})
WITH window, item
CALL db.create.setNodeVectorProperty(window, 'embedding', item.embedding)
RETURN count(*)`;

const WRITE_ACCESS = 'UNWIND $rows AS row MERGE (key:AccessKey {id: row.id}) SET key += row';
const WRITE_COLLECTIONS = 'UNWIND $rows AS row MERGE (counts:CollectionCount {id: row.id}) SET counts += row';
const WRITE_TERMS = 'UNWIND $rows AS row CREATE (counts:TermCount) SET counts = row';

function* makeChunks(options: SyntheticOptions): Generator<ChunkFixture> {
  const random = seededRandom(options.seed);
  const word = zipfWords(random, options.vocabulary ?? 40_000, options.spell);
  const [least, most] = options.words;
  for (let number = 0; number < options.chunks; number += 1) {
    const documentId = `${options.tenant}-d${Math.floor(number / CHUNKS_PER_DOCUMENT)}`;
    const length = least + Math.floor(random() * (most - least + 1));
    const lexical = Array.from({ length }, word).join(' ');
    const id = `${documentId}.v1.c${number}`;
    yield {
      id,
      documentId,
      acl: accessKey(options.tenant, options.rightsOf?.(number) ?? ['*@public']),
      ...indexedLexical(lexical),
      windows: Array.from({ length: options.windowsPerChunk }, (_, window) => ({
        id: `${id}.w${window}`,
        embedding: randomVector(random, options.dimensions),
      })),
    };
  }
}

/** Writes rows in parts. */
async function writeParts(
  driver: Driver,
  text: string,
  rows: readonly object[],
  size: number,
  tenant: string,
) {
  for (let start = 0; start < rows.length; start += size) {
    await driver.executeQuery(text, { rows: rows.slice(start, start + size), tenant });
  }
}

/**
 * Writes a tenant of made-up chunks with windows, counts and access keys; the same options write the same graph.
 * `onProgress` gets the number of chunks written.
 */
export async function loadSyntheticGraph(
  driver: Driver,
  options: SyntheticOptions,
  onProgress: (chunks: number) => void = () => undefined,
): Promise<void> {
  const { tenant } = options;
  const rights = new Map<string, readonly string[]>();
  const collections = new Map<
    string,
    { id: string; tenant: string; acl: string; collection: string; nodes: number; tokens: number }
  >();
  const terms = new Map<
    string,
    { id: string; tenant: string; acl: string; collection: string; term: string; count: number }
  >();
  let rows: (ChunkFixture & { order: number })[] = [];
  let number = 0;
  for (const chunk of makeChunks(options)) {
    const { acl } = chunk;
    rights.set(acl, options.rightsOf?.(number) ?? ['*@public']);
    const prefix = `${tenant}|${acl}|chunk`;
    const total = collections.get(prefix) ?? {
      id: prefix,
      tenant,
      acl,
      collection: 'chunk',
      nodes: 0,
      tokens: 0,
    };
    const words = chunk.lexical.split(' ');
    collections.set(prefix, {
      ...total,
      nodes: total.nodes + 1,
      tokens: total.tokens + contentLength(words),
    });
    for (const term of new Set(words)) {
      const id = `${prefix}|${term}`;
      const known = terms.get(id) ?? { id, tenant, acl, collection: 'chunk', term, count: 0 };
      known.count += 1;
      terms.set(id, known);
    }
    rows.push({ ...chunk, order: number });
    number += 1;
    if (rows.length < BATCH && number < options.chunks) continue;
    await driver.executeQuery(WRITE_CHUNKS, { rows, tenant });
    onProgress(number);
    rows = [];
  }
  const keys = [...rights].map(([id, anyOf]) => ({ id, tenant, anyOf }));
  await writeParts(driver, WRITE_ACCESS, keys, 1000, tenant);
  await writeParts(driver, WRITE_COLLECTIONS, [...collections.values()], 1000, tenant);
  await writeParts(driver, WRITE_TERMS, [...terms.values()], 5000, tenant);
}
