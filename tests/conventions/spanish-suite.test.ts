import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { detectLanguage } from '../../src/domain/text/language.ts';
import { readSuite } from '../../src/evaluation/suite.ts';
import { root } from './source-files.ts';

interface Question {
  readonly id: string;
  readonly kind: string;
  readonly doc: string;
  readonly question: string;
  readonly answer: string;
  readonly evidence_page: number;
  readonly evidence_context: string;
}

const folder = join(root, 'suites/spanish');
const suite = await readSuite(folder);
const documents = suite.data.kind === 'documents' ? suite.data.documents : [];
const questions = readFileSync(join(folder, 'questions.jsonl'), 'utf8')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => JSON.parse(line) as Question);

const oneLine = (text: string): string => text.replace(/\s+/gu, ' ').trim();
const pagesWith = (passage: string): string[] =>
  documents.flatMap(({ doc, pages }) =>
    pages
      .filter(({ text }) => oneLine(text).includes(oneLine(passage)))
      .map(({ page }) => `${doc} page ${page}`),
  );
const languageOf = new Map(
  documents.map(({ doc, pages }) => [doc, detectLanguage(pages.map(({ text }) => text).join('\n'))]),
);

describe('the Spanish suite', () => {
  it('asks 60 questions on at least 15 Spanish documents of two to five pages', () => {
    expect(suite.questions).toHaveLength(60);
    expect([...languageOf.values()].filter((language) => language === 'es').length).toBeGreaterThanOrEqual(
      15,
    );
    for (const { pages } of documents) {
      expect(pages.length).toBeGreaterThanOrEqual(2);
      expect(pages.length).toBeLessThanOrEqual(5);
      expect(pages.map(({ page }) => page)).toEqual(pages.map((_, index) => index + 1));
    }
  });

  it.each(questions)('has the evidence of $id on its page and on no other', (question) => {
    expect(question.evidence_context).not.toBe('');
    expect(pagesWith(question.evidence_context)).toEqual([`${question.doc} page ${question.evidence_page}`]);
  });

  it('words no question as its page does', () => {
    const copied = questions.filter(({ question }) => pagesWith(question).length > 0);
    expect(copied).toEqual([]);
  });

  it('asks in one language about a document in the other at least four times in each direction', () => {
    const languages = questions
      .filter(({ kind }) => kind === 'cross')
      .map(({ doc, question }) => `${detectLanguage(question)} on ${languageOf.get(doc)}`);
    expect(languages.filter((pair) => pair === 'es on en').length).toBeGreaterThanOrEqual(4);
    expect(languages.filter((pair) => pair === 'en on es').length).toBeGreaterThanOrEqual(4);
    const within = questions.filter(({ kind }) => kind !== 'cross');
    expect(within.filter(({ doc }) => languageOf.get(doc) !== 'es')).toEqual([]);
  });

  it('splits into two halves of thirty by odd and even id', () => {
    const odd = questions.filter(({ id }) => Number(id.slice(3)) % 2 === 1);
    expect(odd).toHaveLength(30);
  });
});
