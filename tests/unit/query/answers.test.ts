import { describe, expect, test } from 'vitest';
import type { GraphPath } from '../../../src/domain/candidate.ts';
import { analyseWords } from '../../../src/query/analyse/analyse.ts';
import { citationOf } from '../../../src/query/answer/citations.ts';
import { compose } from '../../../src/query/answer/compose.ts';
import { demandOf } from '../../../src/query/answer/demand.ts';
import { pathShape } from '../../../src/query/answer/path-words.ts';
import { refuse } from '../../../src/query/answer/refuse.ts';
import type { Source } from '../../../src/query/answer/sources.ts';
import { support } from '../../../src/query/answer/support.ts';

const statistics = { nodes: 50, tokens: 2000, byTerm: new Map<string, number>() };

function passage(
  question: string,
  text: string,
  more: { id?: string; section?: string; language?: string } = {},
) {
  const { id = 'n1', section = 'Terms', language = 'en' } = more;
  const analysis = analyseWords(question);
  const document = {
    id: 'd1',
    title: 'Lease',
    uris: ['lease.md'],
    version: 2,
    language,
    classification: '',
    tags: [],
  };
  const evidence = { text, context: `Lease\n${section}`, language };
  const source: Source = {
    candidate: { id, kind: 'chunk', score: 1.5, parts: {}, page: 3 },
    node: {
      id,
      layer: 0,
      order: 0,
      kind: 'paragraph',
      text,
      lexical: '',
      tokens: 0,
      sectionPath: section,
      pageStart: 3,
      pageEnd: 4,
      pageSpans: [
        { page: 3, start: 0, end: 30 },
        { page: 4, start: 30, end: text.length },
      ],
      boxes: [],
      keywords: [],
      confidence: 1,
      document,
      problems: [
        { code: 'rotated', message: 'turned', page: 3 },
        { code: 'table_uncertain', message: 'unsure', page: 4 },
      ],
    },
    evidence,
    support: support(demandOf(analysis, statistics), evidence),
  };
  return { analysis, source };
}

function entity(question: string, name: string, path: GraphPath): Source {
  const evidence = { text: name, context: pathShape(path).text, language: 'en' };
  return {
    candidate: { id: `e-${name}`, kind: 'entity', score: 1, parts: {}, paths: [path] },
    entity: { id: `e-${name}`, name, type: 'Person', properties: {} },
    evidence,
    support: support(demandOf(analyseWords(question), statistics), evidence),
  };
}

const works = (from: string): GraphPath => ({
  startId: 'o1',
  startName: 'Norvane',
  startType: 'Company',
  steps: [
    { relation: 'WORKS_FOR', direction: 'in', nodeId: `e-${from}`, nodeName: from, nodeType: 'Person' },
  ],
  sources: [],
});

describe('an answer in the words of the sources', () => {
  test('is the sentence with a value of the asked kind', () => {
    const text = 'The lease was signed in the town hall. The lease ends on 3 May 2027. Rent is due monthly.';
    const { analysis, source } = passage('When does the lease end?', text);
    const draft = compose(analysis, [source], 1);
    expect(draft?.text).toBe('The lease ends on 3 May 2027. [1]');
    expect(draft?.cited[0]?.span).toEqual({ start: 39, end: 68 });
  });

  test('is the answer of a stored question in a text, never the question', () => {
    const { analysis, source } = passage(
      'How long is the notice period?',
      'How long is the notice period?\nThirty days.',
    );
    expect(compose(analysis, [source], 1)?.text).toBe('Thirty days. [1]');
  });

  test('names the cells of a table row', () => {
    const table = 'Pump | Pressure | Maker\nP-100 | 16 bar | Norvane\nP-200 | 25 bar | Bolt';
    const { analysis, source } = passage('What is the pressure of pump P-200?', table);
    expect(compose(analysis, [source], 1)?.text).toBe('Pump: P-200; Pressure: 25 bar; Maker: Bolt [1]');
  });

  test('takes the entries that a line announces', () => {
    const { analysis, source } = passage(
      'What are the parts of the pump?',
      'The parts of the pump are:\n- seal\n- rotor\n\nPaint.',
    );
    expect(compose(analysis, [source], 1)?.text).toBe('The parts of the pump are: - seal - rotor [1]');
  });

  test('turns marks of the document into brackets of another kind', () => {
    const { analysis, source } = passage('Who signed the lease?', 'The lease was signed by Ada Ruiz [7].');
    expect(compose(analysis, [source], 1)?.text).toBe('The lease was signed by Ada Ruiz (7). [1]');
  });

  test('lists what the same path leads to, with the path in words', () => {
    const question = 'Who works for Norvane?';
    const sources = [
      entity(question, 'Ada Ruiz', works('Ada Ruiz')),
      entity(question, 'Ben Li', works('Ben Li')),
    ];
    expect(compose(analyseWords(question), sources, 1)?.text).toBe(
      'Ada Ruiz [1] and Ben Li [2], because Ada Ruiz works for Norvane; Ben Li works for Norvane.',
    );
  });

  test('goes on in another passage where a question takes two steps', () => {
    const question = 'Where is the company based that makes the titanium housing of the pump?';
    const first = passage(question, 'Brackwater Works makes the titanium housing of the pump.');
    const other = passage(question, 'Delivery takes long. Brackwater Works is based in Aldermouth.', {
      id: 'n2',
    });
    const unlike = passage(question, 'Harbour Estates is based in Ostrava.', { id: 'n3' });
    const draft = compose(first.analysis, [first.source, unlike.source, other.source], 1);
    expect(draft?.text).toBe(
      'Brackwater Works makes the titanium housing of the pump. [1] Brackwater Works is based in Aldermouth. [2]',
    );
    expect(draft?.cited[1]).toEqual({ source: other.source, span: { start: 21, end: 61 } });
  });

  test('does not go on when the first passage holds all words of the question', () => {
    const question = 'Who makes the titanium housing?';
    const first = passage(question, 'Brackwater Works makes the titanium housing.');
    const other = passage(question, 'Brackwater Works is based in Aldermouth.', { id: 'n2' });
    expect(compose(first.analysis, [first.source, other.source], 1)?.cited).toHaveLength(1);
  });

  test('is not given when a name of the question is nowhere, nor when fewer sources support it than wanted', () => {
    const { analysis, source } = passage(
      'When does the lease of Zorblax end?',
      'The lease ends on 3 May 2027.',
    );
    expect(compose(analysis, [source], 1)).toBeUndefined();
    const known = passage('When does the lease end?', 'The lease ends on 3 May 2027.');
    expect(compose(known.analysis, [known.source], 2)).toBeUndefined();
  });
});

describe('a refusal', () => {
  test('says which word no source has and what came nearest', () => {
    const { analysis, source } = passage(
      'When does the lease of Zorblax end?',
      'The lease ends on 3 May 2027.',
    );
    const draft = refuse(analysis, [source], 1);
    expect(draft.text).toContain('“Zorblax”');
    expect(draft.text).toContain('“Lease / Terms” [1]');
    expect(draft.cited).toHaveLength(1);
  });

  test('speaks the language of the question', () => {
    const analysis = analyseWords('¿Cuándo termina el contrato de alquiler?');
    expect(refuse(analysis, [], 1).text).toMatch(/^Evidencia insuficiente/);
  });
});

describe('a citation', () => {
  test('names document, version, section, and the page and problems of the cited words', () => {
    const text = 'The lease was signed in May 2020. The lease ends on 3 May 2027.';
    const { source } = passage('When does the lease end?', text);
    expect(citationOf(source, 1, { start: 34, end: 63 })).toEqual({
      number: 1,
      kind: 'passage',
      nodeId: 'n1',
      document: { id: 'd1', title: 'Lease', uri: 'lease.md', version: 2 },
      section: 'Terms',
      page: 4,
      span: { start: 34, end: 63 },
      text: 'The lease ends on 3 May 2027.',
      score: 1.5,
      problems: [{ code: 'table_uncertain', message: 'unsure', page: 4 }],
    });
  });

  test('of a search result is on the page of the candidate', () => {
    const { source } = passage('lease', 'The lease was signed in May 2020. The lease ends on 3 May 2027.');
    expect(citationOf(source, 2)).toMatchObject({ number: 2, page: 3, problems: [{ code: 'rotated' }] });
  });

  test('of an entity carries its path with directions', () => {
    const source = entity('Who works for Norvane?', 'Ada Ruiz', works('Ada Ruiz'));
    expect(citationOf(source, 1).paths).toEqual([
      {
        start: { id: 'o1', name: 'Norvane', type: 'Company' },
        steps: [
          {
            relation: 'WORKS_FOR',
            direction: 'in',
            node: { id: 'e-Ada Ruiz', name: 'Ada Ruiz', type: 'Person' },
          },
        ],
        text: 'Ada Ruiz works for Norvane',
      },
    ]);
  });
});
