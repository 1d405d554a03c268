import { describe, expect, it } from 'vitest';
import { enrichDocument } from '../../../../src/ingest/enrich/enrich.ts';
import { type ChunkText, makeInput, section } from './make-input.ts';

function entitiesOf(
  title: string,
  chunks: readonly (string | ChunkText)[],
  options: Parameters<typeof makeInput>[2] = {},
) {
  const input = makeInput(
    title,
    chunks.map((chunk) => (typeof chunk === 'string' ? { text: chunk } : chunk)),
    options,
  );
  return { input, ...enrichDocument(input) };
}

const names = (title: string, text: string): string[] =>
  entitiesOf(title, [text]).entities.map(({ name }) => name);

describe('entities by rule', () => {
  it('finds names over particles and leaves forms of address out', () => {
    const found = names(
      'Notes',
      'Yesterday Dr. Greta van der Berg visited the University of Ghent with Mr. Holt.',
    );
    expect(found).toEqual(expect.arrayContaining(['Greta van der Berg', 'University of Ghent']));
    expect(found).not.toContain('Yesterday');
    expect(found).not.toContain('Dr. Greta van der Berg');
  });

  it('takes a capital at the start of a sentence only with evidence', () => {
    expect(names('Notes', 'Pumps are heavy. The pumps of Ghent are light.')).not.toContain('Pumps');
    expect(names('Notes', 'Ghent is old. We like Ghent.')).toContain('Ghent');
  });

  it('finds codes and standards, not measures or plain numbers', () => {
    const found = names('Notes', 'Fit the TB-500 by ISO-9001 with 10mm bolts, 3 of 4, on the 2nd day.');
    expect(found).toEqual(expect.arrayContaining(['TB-500', 'ISO-9001']));
    expect(found).not.toContain('10mm');
    expect(found).not.toContain('2nd');
  });

  it('joins an acronym to its expansion, wherever it stands later', () => {
    const { entities, mentions, input } = entitiesOf('Radio', [
      'Frequency modulation (FM) carries sound.',
      'A receiver for FM is cheap.',
    ]);
    const term = entities.find(({ names: own }) => own.some(({ text }) => text === 'FM'));
    expect(term?.name).toBe('Frequency modulation');
    const later = mentions.find(
      ({ nodeId, entityId }) => nodeId === 'd_1.v1.c1' && entityId === term?.id && true,
    );
    const [start = 0, end = 0] = later?.spans ?? [];
    expect(input.chunks[1]?.text.slice(start, end)).toBe('FM');
  });

  it('gives documents that share a name the same entity, with or without an article', () => {
    const one = entitiesOf('A', ['They played for the Harbour Quartet in May.']).entities;
    const two = entitiesOf('The Harbour Quartet', ['A band.']).entities;
    const id = one.find(({ name }) => name === 'Harbour Quartet')?.id;
    expect(id).toMatch(/^e_[0-9a-f]{16}$/u);
    expect(two.map((entity) => entity.id)).toContain(id);
  });

  it('mentions the title in every chunk, and its bare name where it ends in brackets', () => {
    const { entities, mentions } = entitiesOf('Blackbird (violin)', ['One.', 'Two.']);
    const titles = mentions.filter(({ kind }) => kind === 'title');
    const nameOf = new Map(entities.map(({ id, name }) => [id, name]));
    expect(titles.map(({ nodeId, entityId }) => `${nodeId} ${nameOf.get(entityId)}`).sort()).toEqual([
      'd_1.v1.c0 Blackbird',
      'd_1.v1.c0 Blackbird (violin)',
      'd_1.v1.c1 Blackbird',
      'd_1.v1.c1 Blackbird (violin)',
    ]);
    const other = entitiesOf('Museum', ['We saw the Blackbird there.']).entities;
    expect(other.some(({ id }) => titles.some(({ entityId }) => entityId === id))).toBe(true);
  });

  it('lets a surname mean the one person who has it', () => {
    const one = entitiesOf('Notes', ['We met Martha Holt. Later Holt left.']);
    expect(one.entities.map(({ name }) => name)).toEqual(['Notes', 'Martha Holt']);
    const two = entitiesOf('Notes', ['We met Martha Holt and Peter Holt. Later Holt left.']);
    expect(two.entities.map(({ name }) => name)).toContain('Holt');
  });

  it('mentions the heading of a section that names something', () => {
    const { entities, mentions } = entitiesOf(
      'Manual',
      [
        { text: 'Open it.', section: 's1' },
        { text: 'Close it.', section: 's2' },
      ],
      { sections: [section('s1', '2.1 Bearing lubrication'), section('s2', '3 Introduction')] },
    );
    const heading = entities.find(({ name }) => name === 'Bearing lubrication');
    expect(mentions.filter(({ kind }) => kind === 'heading')).toEqual([
      { nodeId: 'd_1.v1.c0', entityId: heading?.id, kind: 'heading', spans: [] },
    ]);
  });

  it('types conservatively by words, titles and given names', () => {
    const { entities } = entitiesOf('Notes', [
      'We met Martha Holt of Delta Pumps GmbH near Lake Vanern. She praised Zorvex.',
    ]);
    const types = Object.fromEntries(entities.map(({ name, type }) => [name, type]));
    expect(types).toMatchObject({
      'Martha Holt': 'Person',
      'Delta Pumps GmbH': 'Organization',
      'Lake Vanern': 'Place',
      Zorvex: 'Thing',
    });
  });

  it('mentions every entity, with spans that hold its name', () => {
    const { entities, mentions, input } = entitiesOf('Notes', [
      'Greta Lindholm, director of Oresund Cables, met Ann Hill on 3 May 1999.',
    ]);
    const mentioned = new Set(mentions.map(({ entityId }) => entityId));
    expect(entities.every(({ id }) => mentioned.has(id))).toBe(true);
    for (const { spans, entityId } of mentions) {
      const own = entities.find(({ id }) => id === entityId)?.names.map(({ text }) => text) ?? [];
      for (let index = 0; index < spans.length; index += 2) {
        expect(own).toContain(input.chunks[0]?.text.slice(spans[index], spans[index + 1]));
      }
    }
  });
});
