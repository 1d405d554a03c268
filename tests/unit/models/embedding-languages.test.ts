import { describe, expect, it } from 'vitest';
import { readConfig } from '../../../src/config.ts';
import { embeddingLanguages } from '../../../src/models/embedding-languages.ts';

const ofModel = (EMBEDDING_MODEL: string) => embeddingLanguages(readConfig({ EMBEDDING_MODEL }));

describe('the languages of an embedding model', () => {
  it('are English alone for the default model', () => {
    expect(embeddingLanguages(readConfig({}))).toEqual(['en']);
  });

  it.each([
    ['Xenova/all-MiniLM-L12-v2', ['en']],
    ['Xenova/bge-base-en-v1.5', ['en']],
    ['intfloat/e5-small-v2', ['en']],
    ['Xenova/multilingual-e5-small', 'any'],
    ['Xenova/paraphrase-multilingual-MiniLM-L12-v2', 'any'],
    ['BAAI/bge-m3', 'any'],
    ['text-embedding-3-small', 'any'],
    ['jinaai/jina-embeddings-v2-base-es', ['en', 'es']],
    ['someone/their-own-model', 'unknown'],
  ])('of %s are %j', (name, languages) => {
    expect(ofModel(name)).toEqual(languages);
  });

  it('are those of the setting where it is set, whatever the name', () => {
    const read = (EMBEDDING_LANGUAGES: string) => embeddingLanguages(readConfig({ EMBEDDING_LANGUAGES }));
    expect(read(' es, EN ,es')).toEqual(['en', 'es']);
    expect(read('any')).toBe('any');
  });
});
