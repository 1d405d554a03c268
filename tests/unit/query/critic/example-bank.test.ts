import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { COMMENT_ERRORS } from '../../../../src/domain/comment.ts';
import {
  COMMENTER_VARIANTS,
  createExampleBank,
  type ExampleChoice,
} from '../../../../src/query/critic/model/example-bank.ts';
import { type CommentExample, loadCriticExamples } from '../../../../src/query/critic/model/example-files.ts';
import { temporaryFolder } from '../../models/temporary-folders.ts';
import { EXAMPLES, LETTER_EMBEDDINGS } from './scripted-critic.ts';

const example = (question: string): CommentExample => ({
  question,
  route: { entities: [], relations: [], type: '', module: 'text', found: [] },
  verdict: 'no',
  comments: [{ error: 'wrong_module', subject: 'hybrid' }],
});
/** Cosines with "xx": 1, 0, 0.707, 0.894 (2 / √5), 1. */
const BANK = ['x', 'y', 'xy', 'xxy', 'xxx'].map(example);

const questions = async (choice: ExampleChoice, question: string, examples = BANK) =>
  (await createExampleBank({ examples, embed: LETTER_EMBEDDINGS, choice })(question)).map(
    (one) => one.question,
  );

describe('the example bank', () => {
  it('chooses the most similar questions, the fittest last, equals by their place', async () => {
    expect(await questions({ by: 'similarity', count: 3 }, 'xx')).toEqual(['xxy', 'xxx', 'x']);
    expect(await questions({ by: 'similarity', count: 2 }, 'yy')).toEqual(['xy', 'y']);
  });

  it('gives none for 0, and all in their own order when more are asked for', async () => {
    expect(await questions({ by: 'similarity', count: 0 }, 'xx')).toEqual([]);
    expect(await questions({ by: 'similarity', count: 30 }, 'xx')).toEqual(['x', 'y', 'xy', 'xxy', 'xxx']);
  });

  it('takes a question without a vector as like all', async () => {
    expect(await questions({ by: 'similarity', count: 2 }, '?')).toEqual(['y', 'x']);
  });

  it('chooses by chance the same for the same seed, other ones for other seeds', async () => {
    const chosen = (seed: number) =>
      questions({ by: 'random', count: 5, seed }, 'Who?', [...EXAMPLES.comment]);
    expect(await chosen(1)).toEqual(await chosen(1));
    const kinds = new Set(
      await Promise.all([1, 2, 3, 4, 5].map(async (seed) => (await chosen(seed)).join())),
    );
    expect(kinds.size).toBe(5);
    expect(new Set(await chosen(1)).size).toBe(5);
  });

  it('embeds its examples once, in one batch, and again after a fault', async () => {
    let batches = 0;
    const embed = {
      ...LETTER_EMBEDDINGS,
      embedDocuments: (texts: string[]) => {
        batches += 1;
        return batches === 1 ? Promise.reject(new Error('down')) : LETTER_EMBEDDINGS.embedDocuments(texts);
      },
    };
    const choose = createExampleBank({ examples: BANK, embed, choice: { by: 'similarity', count: 1 } });
    await expect(choose('x')).rejects.toThrow('down');
    await choose('x');
    await choose('y');
    expect(batches).toBe(2);
  });

  it('embeds nothing by chance or for none', async () => {
    const embed = {
      embedQuery: () => Promise.reject(new Error()),
      embedDocuments: () => Promise.reject(new Error()),
    };
    for (const choice of [
      { by: 'random', count: 2, seed: 1 },
      { by: 'similarity', count: 0 },
    ] as const) {
      const choose = createExampleBank({ examples: BANK, embed, choice });
      expect(await choose('x')).toHaveLength(choice.count);
    }
  });

  it.each([
    ['commenter-0', 0],
    ['commenter-5', 5],
    ['commenter-30', 30],
    ['commenter-random', 30],
  ])('has the variant %s with %i examples', async (name, count) => {
    const choice = COMMENTER_VARIANTS[name];
    if (choice === undefined) throw new Error(`no variant ${name}`);
    expect(await questions(choice, 'xy', [...EXAMPLES.comment])).toHaveLength(count);
  });
});

describe('the examples that ship', () => {
  it('are at least thirty, no question twice, and show every error twice', () => {
    expect(EXAMPLES.comment.length).toBeGreaterThanOrEqual(30);
    expect(new Set(EXAMPLES.comment.map(({ question }) => question)).size).toBe(EXAMPLES.comment.length);
    const shown = EXAMPLES.comment.flatMap(({ comments }) => comments.map(({ error }) => error));
    for (const error of COMMENT_ERRORS) {
      expect(shown.filter((one) => one === error).length, error).toBeGreaterThanOrEqual(2);
    }
  });

  it('route only along what their graph and question hold', () => {
    for (const { graph, question, names, answer } of EXAMPLES.route) {
      for (const { words, name } of answer.entities) {
        expect(question).toContain(words);
        expect(names.some((line) => line.startsWith(`${words} = ${name} (`))).toBe(true);
      }
      for (const relation of answer.relations)
        expect(graph.relations.some((line) => line.includes(`–${relation}→`))).toBe(true);
      expect(graph.types).toContain(answer.answerType);
      expect(answer.module).toBe(answer.entities.length + answer.relations.length === 0 ? 'text' : 'hybrid');
    }
  });
});

describe('reading examples', () => {
  const folder = (route: string, comment: string) => {
    const path = temporaryFolder();
    writeFileSync(join(path, 'route-question.examples.json'), route);
    writeFileSync(join(path, 'comment-on-route.examples.json'), comment);
    return path;
  };
  const good = { route: JSON.stringify(EXAMPLES.route), comment: JSON.stringify([example('x')]) };

  it('takes a folder of your own', () => {
    expect(loadCriticExamples(folder(good.route, good.comment)).comment).toEqual([example('x')]);
  });

  it.each([
    ['no JSON', good.route, '[{'],
    ['an empty list', good.route, '[]'],
    ['an unknown error', good.route, good.comment.replace('wrong_module', 'wrong_mood')],
    ['a field too many', good.route, good.comment.replace('"verdict"', '"more":1,"verdict"')],
    ['a module of another name', good.route.replace('"hybrid"', '"magic"'), good.comment],
  ])('refuses %s, with the file', (_, route, comment) => {
    const refused = {
      code: 'TRELLIS_MODEL_PROMPT_INVALID',
      details: { path: expect.stringContaining('.examples.json') },
    };
    expect(() => loadCriticExamples(folder(route, comment))).toThrow(expect.objectContaining(refused));
  });

  it('refuses a folder without them', () => {
    expect(() => loadCriticExamples(temporaryFolder())).toThrow(
      expect.objectContaining({ code: 'TRELLIS_MODEL_PROMPT_INVALID' }),
    );
  });
});
