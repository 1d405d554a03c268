import { createHash } from 'node:crypto';
import type { EntityRow, MentionRow, RelationRow } from '../../../src/domain/rows.ts';
import { hash16, versionPrefix } from '../../../src/domain/version-ids.ts';
import type { EnrichInput, Enrichment, QaPairDraft } from '../../../src/ingest/enrich/enrich.ts';

/**
 * Knowledge that a test's text spells out, in place of what rules or a model would find:
 * `{Person:Ada}` mentions an entity, `{Ada WORKS_FOR Acme}` states a relation between two of them,
 * `{Ask:question=answer}` is a QA pair. The normal form of a name is its lower case.
 */
export function scriptedEnrich({ tenant, documentId, version, chunks, parsed }: EnrichInput): Enrichment {
  const entities = new Map<string, EntityRow>();
  const byName = new Map<string, string>();
  const mentions: MentionRow[] = [];
  const relations: RelationRow[] = [];
  const qaPairs: QaPairDraft[] = [];
  for (const chunk of chunks) {
    for (const found of chunk.text.matchAll(/\{(Person|Org|Place):([^}]+)\}/g)) {
      const [type, name] = [found[1] ?? '', found[2] ?? ''];
      const normal = name.toLowerCase();
      const id = `e_${hash16(tenant, type, normal)}`;
      const known = entities.get(id) ?? { id, type, name, normal, names: [] };
      const names = [...known.names, { id: '', text: name, normal, lexical: normal }];
      entities.set(id, { ...known, names });
      byName.set(normal, id);
      const spans = [found.index, found.index + found[0].length];
      mentions.push({ nodeId: chunk.id, entityId: id, kind: 'name', spans });
    }
  }
  for (const chunk of chunks) {
    for (const found of chunk.text.matchAll(/\{([^{}:]+) ([A-Z_]+) ([^{}:]+)\}/g)) {
      const [sourceId, targetId] = [
        byName.get((found[1] ?? '').toLowerCase()),
        byName.get((found[3] ?? '').toLowerCase()),
      ];
      if (sourceId === undefined || targetId === undefined) continue;
      relations.push({
        sourceId,
        type: found[2] ?? '',
        targetId,
        nodeId: chunk.id,
        sentence: found[0],
        confidence: 0.5,
        origin: 'rule',
      });
    }
    for (const found of chunk.text.matchAll(/\{Ask:([^=]+)=([^}]+)\}/g)) {
      const [question, answer] = [found[1] ?? '', found[2] ?? ''];
      const start = chunk.text.indexOf(answer, found.index);
      const id = `${versionPrefix(documentId, version)}q${qaPairs.length}`;
      const place = { nodeId: chunk.id, start, end: start + answer.length };
      qaPairs.push({
        id,
        question,
        answer,
        lexical: question.toLowerCase(),
        kind: 'faq',
        origin: 'faq',
        ...place,
      });
    }
  }
  const first = chunks[0];
  const last = chunks.at(-1);
  const summaries =
    first === undefined || last === undefined || chunks.length < 2
      ? []
      : [
          {
            id: `${versionPrefix(documentId, version)}t0`,
            layer: 1,
            order: 0,
            sectionId: null,
            kind: 'summary' as const,
            text: `${parsed.title} in short.`,
            lexical: 'in short',
            tokens: 4,
            sectionPath: '',
            pageStart: first.pageStart,
            pageEnd: last.pageEnd,
            pages: [{ page: first.pageStart, start: 0, end: parsed.title.length }],
            childIds: chunks.map((chunk) => chunk.id),
          },
        ];
  return { summaries, keywords: new Map(), entities: [...entities.values()], mentions, relations, qaPairs };
}

/** A vector that depends on the text alone, of length 1 or nearly so; it says nothing about meaning. */
export function scriptedVector(text: string, dimensions: number): number[] {
  const bytes = createHash('sha512').update(text).digest();
  const raw = Array.from({ length: dimensions }, (_, index) => ((bytes[index % 64] ?? 0) - 127.5) / 127.5);
  const length = Math.hypot(...raw);
  return raw.map((value) => value / length);
}
