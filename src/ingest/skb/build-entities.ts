import { normalName } from '../../domain/text/name.ts';
import { lexicalTerms } from '../../domain/text/terms.ts';
import type { TextEmbeddings } from '../../models/text-embeddings.ts';
import type { ImportedEntity } from '../../store/writers/graph-import-rows.ts';
import { splitText } from '../segment/split-text.ts';
import { labelOf } from './graph-name.ts';
import { namesOf } from './names.ts';
import { storedProperties } from './properties.ts';
import type { SkbNode } from './rows.ts';

/** What the import needs of the embedding model. */
export type ImportEmbeddings = Pick<TextEmbeddings, 'windowTokens' | 'countTokens' | 'embedDocuments'>;

/** A node with what the plan knows of it. */
export interface PlannedNode {
  readonly node: SkbNode;
  readonly id: string;
  /** Label that it has now, when it is there. */
  readonly oldLabel?: string | undefined;
  readonly digest: string;
  readonly edgesDigest: string;
}

/** How texts are read. */
export interface EntityReading {
  readonly language: string;
  readonly aliasKeys: ReadonlyMap<string, ReadonlySet<string>>;
  readonly embeddings: ImportEmbeddings;
}

const NO_KEYS: ReadonlySet<string> = new Set();

/** Returns the searchable text of a node: its text, with the name in front unless it begins so. */
export function profileText({ name, text }: Pick<SkbNode, 'name' | 'text'>): string {
  const trimmed = text.trim();
  if (trimmed === '') return name;
  return trimmed.startsWith(name) ? trimmed : `${name}. ${trimmed}`;
}

function spansOf(text: string, embeddings: ImportEmbeddings): { start: number; end: number }[] {
  // A token has at least one character, so a short text needs no counting.
  if (text.length <= embeddings.windowTokens) return [{ start: 0, end: text.length }];
  return splitText(text, embeddings.windowTokens, (part) => embeddings.countTokens(part)).map(
    ({ start, end }) => ({ start, end }),
  );
}

function withoutVectors(planned: PlannedNode, reading: EntityReading): Omit<ImportedEntity, 'windows'> {
  const { node, id, digest, edgesDigest } = planned;
  const label = labelOf(node.type);
  const text = profileText(node);
  const terms = (part: string) => lexicalTerms(part, reading.language).join(' ');
  return {
    id,
    externalId: node.id,
    type: node.type,
    label,
    oldLabel: planned.oldLabel ?? label,
    name: node.name,
    normal: normalName(node.name),
    properties: storedProperties(node.properties),
    names: namesOf(node, reading.aliasKeys.get(node.type) ?? NO_KEYS).map((name) => ({
      text: name,
      normal: normalName(name),
      lexical: terms(name),
    })),
    text,
    language: reading.language,
    lexical: terms(text),
    digest,
    edgesDigest,
  };
}

/**
 * Returns the entities of some nodes, in order, with the vectors of their windows (one call for all of them).
 * Throws `TRELLIS_MODEL_UNAVAILABLE` and its kin.
 */
export async function buildEntities(
  planned: readonly PlannedNode[],
  reading: EntityReading,
  signal: AbortSignal | undefined,
): Promise<ImportedEntity[]> {
  const plain = planned.map((node) => withoutVectors(node, reading));
  const spans = plain.map(({ text }) => spansOf(text, reading.embeddings));
  const texts = plain.flatMap(({ text }, index) =>
    (spans[index] ?? []).map(({ start, end }) => text.slice(start, end)),
  );
  const vectors = await reading.embeddings.embedDocuments(texts, { signal });
  let next = 0;
  return plain.map((entity, index) => ({
    ...entity,
    windows: (spans[index] ?? []).map((span) => {
      const embedding = vectors[next] ?? [];
      next += 1;
      return { ...span, embedding };
    }),
  }));
}
