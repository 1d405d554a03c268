import { foldWord } from '../../domain/text/fold.ts';
import { normalName } from '../../domain/text/name.ts';
import { type Acronym, acronymsOf } from './acronyms.ts';
import type { ChunkReading } from './chunk-reading.ts';
import { NATIONALITIES } from './countries.ts';
import { type DefinedTerm, definedTerms } from './defined-terms.ts';
import { readDocumentWords } from './document-words.ts';
import type { EnrichInput } from './enrich.ts';
import { createEntityRegistry, type EntityRegistry, entityNormal } from './entity-registry.ts';
import { type EntityType, typeOfName } from './entity-types.ts';
import { topicOfHeading } from './headings.ts';
import { type NameSpan, nameSpans } from './name-spans.ts';
import { nameVariants } from './name-variants.ts';
import { PARTICLES, STARTERS } from './name-words.ts';

/** A stretch of a chunk's text that names an entity: `text.slice(start, end)`. */
export interface EntitySpan {
  readonly start: number;
  readonly end: number;
  readonly entityId: string;
}

/** What a chunk names: acronyms and terms that it explains, and every entity in order, none overlapping. */
export interface ChunkEntities {
  readonly reading: ChunkReading;
  readonly acronyms: readonly Acronym[];
  readonly terms: readonly DefinedTerm[];
  readonly spans: readonly EntitySpan[];
}

/** The entities of a document. */
export interface DocumentEntities {
  readonly registry: EntityRegistry;
  readonly chunks: readonly ChunkEntities[];
  /** Entity that the document's title names; null when it names nothing. */
  readonly titleId: string | null;
  /** What the document is about: the name that its title begins with (`TB-500 pump, manual`), else the title. */
  readonly subjectId: string | null;
  /** Entity of each section's heading, by the segmenter's section id. */
  readonly headings: ReadonlyMap<string, string>;
}

/** `American` describes; it ends a relation where one says so, and is no name by itself. */
const nationalities: ReadonlySet<string> = new Set(NATIONALITIES);
const LETTER = /[\p{L}\p{N}]/u;
const MAX_TITLE_LENGTH = 160;
const unknown = { type: 'Thing', weight: 0 } as const;
const sure = (type: EntityType, weight: number) => ({ type, weight });

/** Names that mean an entity in this document only: the bare title, acronyms, surnames. By `entityNormal`. */
type LocalNames = Map<string, string>;

function noteTitle(input: EnrichInput, registry: EntityRegistry, local: LocalNames): string | null {
  const title = input.parsed.title.replace(/\s+/gu, ' ').trim();
  if (!/\p{L}{2}/u.test(title) || title.length > MAX_TITLE_LENGTH) return null;
  const evidence = typeOfName(title);
  const id = registry.add(title, evidence.weight > 0 ? evidence : sure('Concept', 0.05));
  local.set(entityNormal(title), id);
  const bracketed = title.endsWith(')');
  for (const variant of nameVariants(title)) {
    registry.addName(id, variant);
    local.set(entityNormal(variant), id);
    const linked = bracketed && registry.idOf(variant) !== id ? registry.add(variant, unknown) : null;
    // Other documents say `Blackbird` where the title says `Blackbird (violin)`: both names lead here.
    if (linked !== null) for (const { id: nodeId } of input.chunks) registry.mention(nodeId, linked, 'title');
  }
  for (const { id: nodeId } of input.chunks) registry.mention(nodeId, id, 'title');
  return id;
}

/** The name that a title of other words begins with: `Harbour Pump TB-500 with motor, user manual`. */
const LEADING_NAME =
  /^(?:the )?(?<name>\p{Lu}[\p{L}\p{N}'’.-]*(?: (?:& )?(?:\p{Lu}[\p{L}\p{N}'’.-]*|\p{N}+\p{L}*))+)(?=[ ,:–—-]+\p{Ll}|, )/u;

/** A title of small words beside its name is a description: facts of the document are about the name. */
function noteSubject(input: EnrichInput, registry: EntityRegistry, titleId: string | null): string | null {
  const name = LEADING_NAME.exec(input.parsed.title.trim())?.groups?.['name'];
  if (titleId === null || name === undefined || STARTERS.has(foldWord(name.split(' ')[0] ?? '')))
    return titleId;
  const subject = registry.add(name, typeOfName(name));
  for (const { id: nodeId } of input.chunks) registry.mention(nodeId, subject, 'title');
  return subject;
}

/** Whether every word of a name has a capital, particles aside. */
function isProperName(name: string): boolean {
  return name.split(/\s+/u).every((word) => /^[\p{Lu}\p{N}]/u.test(word) || PARTICLES.has(word));
}

/**
 * The name that a document begins with means its title when one is the other with more words: `Ada King Lovelace` under
 * the title `Ada Lovelace`.
 */
function noteOpening(
  first: { readonly reading: ChunkReading; readonly names: readonly NameSpan[] } | undefined,
  title: string,
  titleId: string | null,
  registry: EntityRegistry,
  local: LocalNames,
): void {
  const name = first?.names[0];
  const start = first?.reading.sentences[0]?.start ?? 0;
  if (titleId === null || name === undefined || name.start - start > 5) return;
  const normal = entityNormal(name.text);
  const inTitle = entityNormal(title.replace(/\s*\([^()]*\)$/u, '')).split(' ');
  const own = normal.split(' ');
  const [few, many] = own.length < inTitle.length ? [own, inTitle] : [inTitle, own];
  if (!isProperName(title) || few[0] !== many[0]) return;
  if (few.length < 2 || local.has(normal) || !few.every((word) => many.includes(word))) return;
  local.set(normal, titleId);
  registry.addName(titleId, name.text);
}

function noteHeadings(
  input: EnrichInput,
  registry: EntityRegistry,
  titleId: string | null,
): Map<string, string> {
  const ids = new Map<string, string>();
  for (const { draftId, heading } of input.sections) {
    const topic = topicOfHeading(heading);
    if (topic === null) continue;
    const evidence = typeOfName(topic);
    const id = registry.add(topic, evidence.weight > 0 ? evidence : sure('Concept', 0.1));
    if (id !== titleId) ids.set(draftId, id);
  }
  for (const { id: nodeId, sectionIds } of input.chunks) {
    for (const draftId of sectionIds) {
      const id = ids.get(draftId);
      if (id !== undefined) registry.mention(nodeId, id, 'heading');
    }
  }
  return ids;
}

function noteAcronyms(
  chunks: readonly { reading: ChunkReading; acronyms: readonly Acronym[] }[],
  registry: EntityRegistry,
  local: LocalNames,
): void {
  for (const { acronyms } of chunks) {
    for (const { short, long } of acronyms) {
      const evidence = typeOfName(long);
      const id =
        local.get(entityNormal(long)) ??
        registry.add(long, evidence.weight > 0 ? evidence : sure('Term', 0.3));
      registry.addName(id, short);
      if (!local.has(entityNormal(short))) local.set(entityNormal(short), id);
    }
  }
}

/** Surnames stand for the one person of the document who has that surname. */
function noteSurnames(names: readonly NameSpan[], registry: EntityRegistry, local: LocalNames): void {
  const bySurname = new Map<string, Set<string>>();
  for (const { text, hint } of names) {
    const words = text.split(/\s+/u);
    const surname = entityNormal(words.at(-1) ?? '');
    // `William of England` has no surname.
    if (words.length < 2 || / (?:of|de|von|van) /u.test(text) || typeOfName(text, hint).type !== 'Person')
      continue;
    const id = local.get(entityNormal(text)) ?? registry.idOf(text);
    bySurname.set(surname, (bySurname.get(surname) ?? new Set()).add(id));
  }
  for (const [surname, ids] of bySurname) {
    const [only] = ids;
    if (ids.size === 1 && only !== undefined && !local.has(surname)) local.set(surname, only);
  }
}

/** The places where a chunk spells out its document's own title, whatever words it is made of. */
function titleSpans({ text }: ChunkReading, title: string, titleId: string | null): EntitySpan[] {
  if (titleId === null) return [];
  const forms = [title, ...nameVariants(title)].filter(
    (form) => /^\p{Lu}.{2}/u.test(form) && !/\(/u.test(form),
  );
  const [form] = forms.sort((a, b) => b.length - a.length);
  if (form === undefined) return [];
  const spans: EntitySpan[] = [];
  for (let at = text.indexOf(form); at !== -1; at = text.indexOf(form, at + form.length)) {
    const end = at + form.length;
    const whole = !LETTER.test(text.charAt(at - 1)) && !LETTER.test(text.charAt(end));
    // A single word is the title only by itself: `West`, not `West Virginia`.
    const alone =
      form.includes(' ') ||
      !(
        /^ \p{Lu}/u.test(text.slice(end, end + 2)) ||
        /\p{Lu}\p{L}* $/u.test(text.slice(Math.max(0, at - 20), at))
      );
    if (whole && alone) spans.push({ start: at, end, entityId: titleId });
  }
  return spans;
}

function spansOf(
  reading: ChunkReading,
  parts: {
    titles: readonly EntitySpan[];
    names: readonly NameSpan[];
    acronyms: readonly Acronym[];
    terms: readonly DefinedTerm[];
  },
  registry: EntityRegistry,
  local: LocalNames,
): EntitySpan[] {
  const nodeId = reading.chunk.id;
  const spans: EntitySpan[] = [];
  const take = (start: number, end: number, entityId: string, kind: 'name' | 'code' | 'term') => {
    if (spans.some((span) => start < span.end && end > span.start)) return;
    spans.push({ start, end, entityId });
    registry.mention(nodeId, entityId, kind, [start, end]);
  };
  for (const { start, end, entityId } of parts.titles) take(start, end, entityId, 'name');
  for (const { short, longSpan, shortSpan } of parts.acronyms) {
    const id = local.get(entityNormal(short)) ?? registry.idOf(short);
    take(...longSpan, id, 'term');
    take(...shortSpan, id, 'term');
  }
  for (const { term, span } of parts.terms) {
    const id = local.get(entityNormal(term)) ?? registry.add(term, sure('Term', 0.4));
    take(...span, id, 'term');
  }
  for (const { text, start, end, kind, hint } of parts.names) {
    if (nationalities.has(text) || spans.some((span) => start < span.end && end > span.start)) continue;
    const evidence = kind === 'code' ? sure('Code', 0.6) : typeOfName(text, hint);
    const localId = local.get(entityNormal(text));
    if (localId !== undefined && normalName(registry.nameOf(localId)) === normalName(text)) {
      registry.addType(localId, evidence);
    }
    take(start, end, localId ?? registry.add(text, evidence), kind);
  }
  return spans.sort((a, b) => a.start - b.start);
}

/**
 * Returns the entities of a document: its title and headings, acronyms with what they stand for, defined terms, names
 * and codes. Within the document a bare title, an acronym or a surname means the entity that it stands for.
 */
export function findEntities(input: EnrichInput, readings: readonly ChunkReading[]): DocumentEntities {
  const registry = createEntityRegistry(input.tenant, input.parsed.language);
  const local: LocalNames = new Map();
  const titleId = noteTitle(input, registry, local);
  const subjectId = noteSubject(input, registry, titleId);
  const headings = noteHeadings(input, registry, titleId);
  const words = readDocumentWords(readings);
  const parts = readings.map((reading) => ({
    reading,
    acronyms: acronymsOf(reading),
    terms: definedTerms(reading),
    names: nameSpans(reading, words),
  }));
  noteOpening(parts[0], input.parsed.title, titleId, registry, local);
  noteAcronyms(parts, registry, local);
  noteSurnames(
    parts.flatMap(({ names }) => names),
    registry,
    local,
  );
  const chunks = parts.map(({ names, ...part }) => ({
    ...part,
    spans: spansOf(
      part.reading,
      { names, titles: titleSpans(part.reading, input.parsed.title, titleId), ...part },
      registry,
      local,
    ),
  }));
  return { registry, chunks, titleId, subjectId, headings };
}
