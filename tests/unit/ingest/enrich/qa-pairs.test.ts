import { describe, expect, it } from 'vitest';
import { enrichDocument } from '../../../../src/ingest/enrich/enrich.ts';
import { makeInput, section } from './make-input.ts';

const pairsOf = (input: ReturnType<typeof makeInput>) => enrichDocument(input).qaPairs;
const asked = (input: ReturnType<typeof makeInput>) =>
  pairsOf(input).map(({ question, answer }) => `${question} ${answer}`);

describe('QA pairs by rule', () => {
  it('takes FAQ entries as they are printed', () => {
    const text = 'Can I return a pump?\nYes, within 30 days.\nKeep the box.';
    const pairs = pairsOf(makeInput('FAQ', [{ text, kind: 'faq' }], { blocks: [{ kind: 'faq', text }] }));
    expect(pairs).toMatchObject([
      {
        question: 'Can I return a pump?',
        answer: 'Yes, within 30 days.\nKeep the box.',
        kind: 'faq',
        origin: 'faq',
      },
    ]);
  });

  it('asks for table cells that row and column name without doubt', () => {
    const header = ['Pump', 'Weight', 'Price'];
    const rows = [
      ['TB-500', '12 kg', '-'],
      ['TB-600', '15 kg', '90 EUR'],
      ['TB-600', '16 kg', '95 EUR'],
    ];
    const text = [header, ...rows].map((cells) => cells.join(' | ')).join('\n');
    const blocks = [{ kind: 'table' as const, table: { header: [header], rows } }];
    expect(asked(makeInput('Pumps', [{ text, kind: 'table' }], { blocks }))).toEqual([
      'What is the weight of TB-500? 12 kg',
    ]);
  });

  it('asks for key–value lines under what their heading names', () => {
    const text = 'Weight: 12 kg\nVoltage: 230 V';
    const input = makeInput('Manual', [{ text, kind: 'key-value' }], {
      sections: [section('s1', 'Pump TB-500')],
    });
    expect(asked(input)).toEqual([
      'What is the weight of Pump TB-500? 12 kg',
      'What is the voltage of Pump TB-500? 230 V',
    ]);
  });

  it('asks what the document is about, what a term means and what an acronym stands for', () => {
    const text =
      'Lathewort is a hardy shrub of the northern coast. Frequency modulation (FM) is old.\n"Fee" means the yearly sum of all charges.';
    expect(asked(makeInput('Lathewort', [{ text }]))).toEqual(
      expect.arrayContaining([
        'What is Lathewort? a hardy shrub of the northern coast',
        'What does FM stand for? Frequency modulation',
        'What does "Fee" mean? the yearly sum of all charges',
      ]),
    );
  });

  it('asks for dates with their subject, in the language of the document', () => {
    expect(asked(makeInput('Notes', [{ text: 'Delta Pumps GmbH was founded in 1998.' }]))).toEqual([
      'When was Delta Pumps GmbH founded? 1998',
    ]);
    const spanish = makeInput('Notas', [{ text: 'Delta Bombas S.L. fue fundada en 1998.' }], {
      language: 'es',
    });
    expect(asked(spanish).join()).toContain('¿Cuándo se fundó Delta Bombas S.L');
  });

  it('leaves out a question that has two answers', () => {
    const chunks = ['Delta Pumps GmbH was founded in 1998.', 'Delta Pumps GmbH was founded in 2001.'];
    expect(
      asked(
        makeInput(
          'Notes',
          chunks.map((text) => ({ text })),
        ),
      ),
    ).toEqual([]);
  });

  it('answers with a literal span of its node, always', () => {
    const text = 'Ines Vidal (3 May 1920 – 12 June 1988) was a Spanish painter. She was born in Cadiz.';
    const pairs = pairsOf(makeInput('Ines Vidal', [{ text }]));
    expect(pairs.length).toBeGreaterThan(2);
    for (const { start, end, answer } of pairs) expect(text.slice(start, end)).toBe(answer);
  });
});
