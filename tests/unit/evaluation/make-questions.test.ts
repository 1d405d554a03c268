import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseClause } from '../../../src/evaluation/forms/clause.ts';
import { evaluateClauses } from '../../../src/evaluation/forms/evaluate-form.ts';
import { meaningsOf, readSkbGraph, type SurveyedGraph } from '../../../src/evaluation/forms/skb-graph.ts';
import { MAX_ANSWERS, QUESTION_KINDS } from '../../../src/evaluation/make/draft-forms.ts';
import { type MadeQuestion, makeQuestions } from '../../../src/evaluation/make/make-questions.ts';
import { disturb } from '../../../src/evaluation/make/noise.ts';
import { keepsMeaning } from '../../../src/evaluation/make/reword-question.ts';
import { baseOf, createSchemaWords, pluralOf } from '../../../src/evaluation/make/schema-words.ts';
import { seededRandom } from '../../../src/evaluation/random.ts';
import { bruteForce } from '../../fixtures/evaluation/brute-force.ts';
import { writeOrchard } from '../../fixtures/evaluation/orchard-graph.ts';

let folder: string;
let orchard: SurveyedGraph;
let made: MadeQuestion[];
const options = { questions: 64, seed: 5, noise: 0 };

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'trellis-make-'));
  await writeOrchard(folder);
  orchard = await readSkbGraph(folder);
  made = await makeQuestions(orchard, options);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('made questions', () => {
  it('have exactly the answers that trying every node against every condition gives', () => {
    for (const { query, answer_type: type, spec, answer_ids: ids } of made) {
      expect({ query, ids }).toEqual({ query, ids: bruteForce(type, spec) });
    }
  });

  it('cover every kind, each with 1 to 20 answers, and none stands there twice', () => {
    expect(new Set(made.map(({ kind }) => kind))).toEqual(new Set(QUESTION_KINDS));
    expect(made).toHaveLength(64);
    for (const { answer_ids: ids } of made) {
      expect(ids.length).toBeGreaterThanOrEqual(1);
      expect(ids.length).toBeLessThanOrEqual(MAX_ANSWERS);
    }
    expect(new Set(made.map(({ query }) => query)).size).toBe(64);
  });

  it('narrow with every condition: leaving one out gives more answers', () => {
    const narrowing = made.filter(({ kind }) =>
      ['intersection', 'property', 'text', 'superlative', 'negation'].includes(kind),
    );
    expect(narrowing.length).toBeGreaterThan(20);
    for (const { spec, answer_type: type, answer_ids: ids, kind } of narrowing) {
      const path = spec.slice(0, 1).map(parseClause);
      expect(evaluateClauses(orchard.graph, path, type).size, kind).toBeGreaterThan(ids.length);
    }
  });

  it('call entities by names that mean nothing else', async () => {
    const names: string[] = [];
    const reword = async (_: string, keep: readonly string[]) => {
      names.push(...keep.filter((name) => /^\p{Lu}/u.test(name)));
      return undefined;
    };
    await makeQuestions(orchard, { ...options, reword });
    expect(names.length).toBeGreaterThan(40);
    for (const name of names) expect(meaningsOf(orchard.graph, name), name).toHaveLength(1);
  });

  it('are the same for the same seed, and others for another', async () => {
    expect(await makeQuestions(orchard, options)).toEqual(made);
    const other = await makeQuestions(orchard, { ...options, seed: 6 });
    expect(other.map(({ query }) => query)).not.toEqual(made.map(({ query }) => query));
  });

  it('are disturbed as often as asked, and say how', async () => {
    const noisy = await makeQuestions(orchard, { ...options, questions: 200, noise: 0.5 });
    const disturbed = noisy.filter(({ typo, lower, inverted }) => typo || lower || inverted).length;
    // 200 coins of one half: 0.5 ± 3 · sqrt(0.25 / 200) = 0.5 ± 0.106.
    expect(disturbed / noisy.length).toBeGreaterThan(0.39);
    expect(disturbed / noisy.length).toBeLessThan(0.61);
    for (const { query, lower } of noisy) if (lower) expect(query).toBe(query.toLowerCase());
  });

  it('take a rewording that keeps the names', async () => {
    const [first] = await makeQuestions(orchard, {
      ...options,
      questions: 1,
      reword: async (question, keep) => `Tell me: ${keep.join(', ')} (${question.length})`,
    });
    expect(first).toMatchObject({ reworded: true });
    expect(first?.query).toMatch(/^Tell me: /);
  });
});

describe('a rewording', () => {
  const question = 'Apples with year of at least 1920 that A. Quill raised but that do not grow in Ninefold';
  it('keeps its meaning as far as names, numbers and denials tell', () => {
    const keep = ['A. Quill', 'Ninefold'];
    const good = 'Which apples of A. Quill from 1920 or later are not grown in Ninefold?';
    expect(keepsMeaning(question, good, keep)).toBe(true);
    expect(keepsMeaning(question, good.replace('A. Quill', 'Quill'), keep)).toBe(false);
    expect(keepsMeaning(question, good.replace('1920', '1921'), keep)).toBe(false);
    expect(keepsMeaning(question, good.replace('are not grown', 'are grown'), keep)).toBe(false);
    expect(keepsMeaning(question, `${good}\nSure!`, keep)).toBe(false);
    expect(keepsMeaning('Apples in Ninefold', `Apples in Ninefold ${'and so on '.repeat(20)}`, [])).toBe(
      false,
    );
  });
});

describe('words of a schema', () => {
  it('are plural nouns and plain verbs by their endings', () => {
    expect(['city', 'key', 'box', 'apple', 'hypothesis'].map(pluralOf)).toEqual([
      'cities',
      'keys',
      'boxes',
      'apples',
      'hypotheses',
    ]);
    expect(['cites', 'carries', 'has', 'passes', 'catches', 'goes'].map(baseOf)).toEqual([
      'cite',
      'carry',
      'have',
      'pass',
      'catch',
      'go',
    ]);
  });

  it('come from names, and from a description that says what one end does to the other', () => {
    const words = createSchemaWords(orchard.statistics);
    expect(words.relation('raised_by')).toEqual([{ form: 'copula', text: 'raised by' }]);
    expect(words.relation('grows_in')).toEqual([
      { form: 'verb', third: 'grows', base: 'grow', rest: 'in' },
      { form: 'copula', text: 'planted in' },
    ]);
    expect(words.type('apple')).toEqual({ one: 'apple', many: 'apples' });
  });
});

describe('noise', () => {
  it('turns a name, changes two letters or leaves one out, or writes all small; without a share it does nothing', () => {
    const text = 'Which orchards does Ada Quill know?';
    expect(disturb(text, ['Ada Quill'], 0, seededRandom(1))).toEqual({ text, kind: undefined });
    const seen = new Map<string, string>();
    for (let seed = 0; seed < 60; seed += 1) {
      const { text: changed, kind = '' } = disturb(text, ['Ada Quill'], 1, seededRandom(seed));
      seen.set(kind, changed);
      expect(changed).not.toBe(text);
      expect(Math.abs(changed.length - text.length)).toBeLessThanOrEqual(1);
    }
    expect([...seen.keys()].sort()).toEqual(['inverted', 'lower', 'typo']);
    expect(seen.get('inverted')).toBe('Which orchards does Quill, Ada know?');
    expect(seen.get('lower')).toBe('which orchards does ada quill know?');
  });
});
