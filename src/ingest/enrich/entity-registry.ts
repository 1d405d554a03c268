import type { EntityRow, MentionRow, NameRow } from '../../domain/rows.ts';
import { normalName } from '../../domain/text/name.ts';
import { lexicalTerms } from '../../domain/text/terms.ts';
import { hash16 } from '../../domain/version-ids.ts';
import { surerType, type TypeEvidence } from './entity-types.ts';

const ARTICLE = /^(?:the|an?|el|la|los|las) (?=\S)/iu;

/** Kinds of mention in falling weight; `value`: a date or nationality that only ends a relation. */
export type MentionKind = 'title' | 'heading' | 'term' | 'name' | 'code' | 'value';

/** Gathers the entities of a document and where they are mentioned. */
export interface EntityRegistry {
  /** Returns the id of the entity of this name, known from now on with what the evidence says of its type. */
  add(name: string, evidence: TypeEvidence): string;
  /** Returns the id that `add` would give. */
  idOf(name: string): string;
  /** Adds another name to a known entity. */
  addName(id: string, name: string): void;
  addType(id: string, evidence: TypeEvidence): void;
  /** Notes a mention; `span` are characters of the node's text. */
  mention(nodeId: string, entityId: string, kind: MentionKind, span?: readonly [number, number]): void;
  typeOf(id: string): string;
  nameOf(id: string): string;
  /** Entities that are mentioned, in the order of their first sight, and all mentions. */
  rows(): { readonly entities: EntityRow[]; readonly mentions: MentionRow[] };
}

interface Entry {
  readonly id: string;
  readonly name: string;
  readonly normal: string;
  evidence: TypeEvidence;
  readonly names: Map<string, string>;
}

/** Returns the form under which documents share an entity: `normalName` without a leading article. */
export function entityNormal(name: string): string {
  const bare = normalName(name.trim().replace(ARTICLE, ''));
  return bare === '' ? normalName(name) : bare;
}

/** Returns an empty registry. Ids hold tenant and name only, so that equal names of several documents are one. */
export function createEntityRegistry(tenant: string, language: string): EntityRegistry {
  const entries = new Map<string, Entry>();
  const mentions = new Map<string, { nodeId: string; entityId: string; kind: string; spans: number[] }>();
  const idOf = (name: string) => `e_${hash16(tenant, entityNormal(name))}`;

  const nameRow = (entityId: string, text: string): NameRow => {
    const normal = normalName(text);
    const lexical = lexicalTerms(text, language).join(' ');
    return { id: `n_${hash16(entityId, text)}`, text, normal, lexical };
  };
  const addName = (id: string, name: string) => {
    const entry = entries.get(id);
    const normal = normalName(name);
    if (entry !== undefined && normal !== '' && !entry.names.has(normal))
      entry.names.set(normal, name.trim());
  };
  return {
    idOf,
    addName,
    add: (name, evidence) => {
      const id = idOf(name);
      const known = entries.get(id);
      if (known !== undefined) known.evidence = surerType(known.evidence, evidence);
      else entries.set(id, { id, name: name.trim(), normal: entityNormal(name), evidence, names: new Map() });
      addName(id, name);
      return id;
    },
    addType: (id, evidence) => {
      const known = entries.get(id);
      if (known !== undefined) known.evidence = surerType(known.evidence, evidence);
    },
    mention: (nodeId, entityId, kind, span) => {
      const key = `${nodeId} ${entityId} ${kind}`;
      const known = mentions.get(key) ?? { nodeId, entityId, kind, spans: [] };
      mentions.set(key, known);
      if (span !== undefined) known.spans.push(...span);
    },
    typeOf: (id) => entries.get(id)?.evidence.type ?? 'Thing',
    nameOf: (id) => entries.get(id)?.name ?? '',
    rows: () => {
      const mentioned = new Set([...mentions.values()].map(({ entityId }) => entityId));
      const entities = [...entries.values()]
        .filter(({ id }) => mentioned.has(id))
        .map(({ id, name, normal, evidence, names }) => ({
          id,
          type: evidence.type,
          name,
          normal,
          names: [...names.values()].map((text) => nameRow(id, text)),
        }));
      return { entities, mentions: [...mentions.values()] };
    },
  };
}
