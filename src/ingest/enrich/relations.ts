import { fold } from '../../domain/text/fold.ts';
import type { ChunkEntities, DocumentEntities, EntitySpan } from './entities.ts';
import { typeOfName } from './entity-types.ts';
import type { FoundRelation } from './found-relation.ts';
import { keyValues } from './key-values.ts';
import { matchPatterns } from './match-patterns.ts';
import { matchRoles } from './match-roles.ts';
import { sentenceFacts } from './sentence-subjects.ts';
import { type Cell, tableFacts } from './table-cells.ts';

const CODED = /\p{L}-?\p{N}|\p{N}\p{Lu}/u;
const MAX_TYPE_WORDS = 4;
const TABLE_CONFIDENCE = 0.9;
const KEY_CONFIDENCE = 0.8;

/** Returns a header or key as a relation type: `Country of origin` → `COUNTRY_OF_ORIGIN`; null when it is none. */
export function relationTypeOf(label: string): string | null {
  const words = fold(label)
    .replace(/\([^()]*\)/gu, ' ')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
  if (words.length === 0 || words.length > MAX_TYPE_WORDS || !words.some((word) => /\p{L}{2}/u.test(word)))
    return null;
  return words.join('_').toUpperCase();
}

function entityIn(spans: readonly EntitySpan[], { start, end }: Cell): EntitySpan | undefined {
  return spans.find((span) => span.start === start && span.end === end);
}

function lineAt(text: string, at: number): string {
  const start = text.lastIndexOf('\n', at - 1) + 1;
  const end = text.indexOf('\n', at);
  return text.slice(start, end === -1 ? text.length : end).trim();
}

/** Row entity – column – value, where the value is a name or a code; numbers and dates are answers, not entities. */
function tableRelations(chunk: ChunkEntities, document: DocumentEntities, headers: ReadonlySet<string>) {
  const { reading, spans } = chunk;
  const { registry } = document;
  const nodeId = reading.chunk.id;
  const rows = new Map<number, string>();
  return tableFacts(reading, headers).flatMap(({ row, column, value }): FoundRelation[] => {
    const type = relationTypeOf(column);
    const target = entityIn(spans, value);
    if (type === null || target === undefined) return [];
    const sourceId =
      entityIn(spans, row)?.entityId ?? rows.get(row.start) ?? registry.add(row.text, typeOfName(row.text));
    if (!rows.has(row.start)) {
      rows.set(row.start, sourceId);
      if (entityIn(spans, row) === undefined)
        registry.mention(nodeId, sourceId, 'name', [row.start, row.end]);
    }
    if (sourceId === target.entityId) return [];
    return [
      {
        sourceId,
        type,
        targetId: target.entityId,
        nodeId,
        sentence: lineAt(reading.text, value.start),
        confidence: TABLE_CONFIDENCE,
        targetSpan: [value.start, value.end],
        named: true,
        targets: 1,
      },
    ];
  });
}

/** Subject of a block of key–value lines: what its heading names, else the document. */
export function blockSubject(chunk: ChunkEntities, document: DocumentEntities): string | null {
  const own = chunk.reading.chunk.sectionIds[0];
  const heading = own === undefined ? undefined : document.headings.get(own);
  if (heading === undefined) return document.subjectId;
  // `Pump TB-500` has a weight; `Technical data` has none, the document's subject has.
  const names =
    document.registry.typeOf(heading) !== 'Concept' || CODED.test(document.registry.nameOf(heading));
  return names ? heading : (document.subjectId ?? heading);
}

function keyRelations(chunk: ChunkEntities, document: DocumentEntities): FoundRelation[] {
  const subject = blockSubject(chunk, document);
  if (subject === null) return [];
  return keyValues(chunk.reading).flatMap(({ key, value }) => {
    const type = relationTypeOf(key);
    const target = entityIn(chunk.spans, value);
    if (type === null || target === undefined || target.entityId === subject) return [];
    return [
      {
        sourceId: subject,
        type,
        targetId: target.entityId,
        nodeId: chunk.reading.chunk.id,
        sentence: lineAt(chunk.reading.text, value.start),
        confidence: KEY_CONFIDENCE,
        targetSpan: [value.start, value.end] as const,
        named: false,
        targets: 1,
      },
    ];
  });
}

/**
 * Returns the relations that a document states by rule: the pattern table over its sentences, roles and kinship, life
 * dates, table rows and key–value lines, in reading order of the chunks. May add dates, nationalities and row labels
 * to the document's entities, and sharpen their types.
 */
export function findRelations(document: DocumentEntities, headers: ReadonlySet<string>): FoundRelation[] {
  const { registry, subjectId } = document;
  const found = document.chunks.flatMap((chunk) => {
    const { text } = chunk.reading;
    const nodeId = chunk.reading.chunk.id;
    const fromSentences = sentenceFacts(chunk, subjectId).flatMap((sentence) => {
      const subject = sentence.subject?.entityId ?? subjectId;
      return [
        ...matchRoles(sentence, text, nodeId, registry, subject),
        ...matchPatterns(sentence, text, nodeId, registry),
      ];
    });
    return [...fromSentences, ...tableRelations(chunk, document, headers), ...keyRelations(chunk, document)];
  });
  const keyOf = ({ nodeId, sourceId, type, targetId }: FoundRelation) =>
    `${nodeId} ${sourceId} ${type} ${targetId}`;
  const first = new Map(found.toReversed().map((relation) => [keyOf(relation), relation]));
  return found.filter((relation) => first.get(keyOf(relation)) === relation);
}
