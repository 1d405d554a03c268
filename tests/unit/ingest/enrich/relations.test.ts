import { describe, expect, it } from 'vitest';
import { enrichDocument } from '../../../../src/ingest/enrich/enrich.ts';
import { type ChunkText, makeInput } from './make-input.ts';

/** The relations of a text as `source TYPE target`. */
function facts(
  title: string,
  text: string | ChunkText,
  options: Parameters<typeof makeInput>[2] = {},
): string[] {
  const chunk = typeof text === 'string' ? { text } : text;
  const { entities, relations } = enrichDocument(makeInput(title, [chunk], options));
  const name = new Map(entities.map((entity) => [entity.id, entity.name]));
  return relations.map(
    ({ sourceId, type, targetId }) => `${name.get(sourceId)} ${type} ${name.get(targetId)}`,
  );
}

describe('relations by rule', () => {
  it('reads an apposition and a copula', () => {
    expect(facts('Notes', 'We met Greta Lindholm, director of Oresund Cables, in Malmo.')).toContain(
      'Greta Lindholm DIRECTOR_OF Oresund Cables',
    );
    expect(facts('Notes', 'In short, Vaduz is the capital of Liechtenstein.')).toContain(
      'Vaduz CAPITAL_OF Liechtenstein',
    );
  });

  it('reads active and passive verbs in one direction', () => {
    const expected = 'Oresund Cables FOUNDED_BY Greta Lindholm';
    expect(facts('Notes', 'In 1998 Greta Lindholm founded Oresund Cables.')).toContain(expected);
    expect(facts('Notes', 'The firm Oresund Cables was founded by Greta Lindholm.')).toContain(expected);
  });

  it('reads every name of a list', () => {
    const found = facts(
      'Harbour Lights',
      'Harbour Lights is a 1961 drama film written by Ines Vidal and Tom Harper.',
    );
    expect(found).toContain('Harbour Lights WRITTEN_BY Ines Vidal');
    expect(found).toContain('Harbour Lights WRITTEN_BY Tom Harper');
    expect(found).toContain('Harbour Lights RELEASED_ON 1961');
  });

  it('gives a participle behind a comma to what the sentence is about', () => {
    const found = facts('Notes', 'Harbour Lights is a film made by Delta Pictures, directed by Ines Vidal.');
    expect(found).toContain('Harbour Lights DIRECTED_BY Ines Vidal');
    expect(found).not.toContain('Delta Pictures DIRECTED_BY Ines Vidal');
  });

  it('takes life dates and places from the brackets behind a name', () => {
    const found = facts(
      'Ines Vidal',
      'Ines Vidal (3 May 1920, Cadiz – 12 June 1988, Turin) was a Spanish painter.',
    );
    expect(found).toEqual(
      expect.arrayContaining([
        'Ines Vidal BORN_ON 1920-05-03',
        'Ines Vidal BORN_IN Cadiz',
        'Ines Vidal DIED_ON 1988-06-12',
        'Ines Vidal DIED_IN Turin',
        'Ines Vidal HAS_NATIONALITY Spanish',
      ]),
    );
  });

  it('lets a pronoun mean the document only while nobody else has begun a sentence', () => {
    const text =
      'Ines Vidal was a painter. She was married to Tom Harper. Rosa Blanco was a friend. She was born in Turin.';
    const found = facts('Ines Vidal', text);
    expect(found).toContain('Ines Vidal MARRIED_TO Tom Harper');
    expect(found.filter((fact) => fact.includes('BORN_IN'))).toEqual([]);
  });

  it('states nothing from questions, denials and rumours', () => {
    expect(facts('Notes', 'Who says that Greta Lindholm founded Oresund Cables?')).toEqual([]);
    expect(facts('Notes', 'It was never true that Oresund Cables was acquired by Delta Group.')).toEqual([]);
    expect(facts('Notes', 'Reportedly Oresund Cables was acquired by Delta Group.')).toEqual([]);
  });

  it('reads Spanish', () => {
    const options = { language: 'es' };
    expect(facts('Notas', 'La empresa Cables del Sur fue fundada por Marta Ruiz.', options)).toContain(
      'Cables del Sur FOUNDED_BY Marta Ruiz',
    );
    expect(facts('Notas', 'Ayer habló Marta Ruiz, directora de Cables del Sur.', options)).toContain(
      'Marta Ruiz DIRECTOR_OF Cables del Sur',
    );
  });

  it('reads table rows whose cell is a name, and leaves numbers alone', () => {
    const table = { header: [['Pump', 'Supplier', 'Weight']], rows: [['TB-500', 'Delta Group', '12 kg']] };
    const found = facts(
      'Pumps',
      { text: 'Pump | Supplier | Weight\nTB-500 | Delta Group | 12 kg', kind: 'table' },
      { blocks: [{ kind: 'table', table }] },
    );
    expect(found).toEqual(['TB-500 SUPPLIER Delta Group']);
  });

  it('gives what a data sheet says to the product that its title begins with', () => {
    const text = 'Weight: 12 kg\nFoundry: Delta Group';
    expect(facts('Harbour Pump TB-500 with motor, user manual', { text, kind: 'key-value' })).toEqual([
      'Harbour Pump TB-500 FOUNDRY Delta Group',
    ]);
  });

  it('takes a firm with "&" as one name and does not give its work to a namesake', () => {
    const found = facts(
      'Notes',
      'We met Rose Marsh. Ann Hill is the managing director of Marsh & Peel Instruments.',
    );
    expect(found).toEqual(['Ann Hill DIRECTOR_OF Marsh & Peel Instruments']);
  });

  it('keeps the sentence and the confidence of each', () => {
    const { relations } = enrichDocument(
      makeInput('Notes', [{ text: 'It rained. In 1998 Greta Lindholm founded Oresund Cables. It stopped.' }]),
    );
    expect(relations[0]).toMatchObject({
      sentence: 'In 1998 Greta Lindholm founded Oresund Cables.',
      confidence: 0.85,
      origin: 'rule',
      nodeId: 'd_1.v1.c0',
    });
  });
});
