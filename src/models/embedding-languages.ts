import type { Config } from '../config.ts';
import type { ReadLanguages } from '../domain/text/read-languages.ts';

/** Families of embedding models by what their model cards say they were trained to read. */
const FAMILIES: readonly { readonly name: RegExp; readonly languages: ReadLanguages }[] = [
  { name: /multilingual|(^|[/\\-])(bge-m3|labse)$/i, languages: 'any' },
  { name: /text-embedding-3-(small|large)|text-embedding-ada-002/i, languages: 'any' },
  {
    name: /embeddinggemma|qwen3-embedding|jina-embeddings-v[345]|arctic-embed-.*-v2|nomic-embed-text-v2/i,
    languages: 'any',
  },
  { name: /jina-embeddings-v2-base-es/i, languages: ['en', 'es'] },
  { name: /jina-embeddings-v2-base-de/i, languages: ['de', 'en'] },
  { name: /bge-(small|base|large)-zh/i, languages: ['zh'] },
  {
    name: /all-(minilm|mpnet|distilroberta)|multi-qa-(minilm|mpnet|distilbert)|bge-(small|base|large)-en|(^|[/\\-])(e5|gte)-(small|base|large)(-v2)?$|-en(-v[\d.]+)?$|jina-embeddings-v2|nomic-embed-text-v1|arctic-embed-(xs|s|m|l)(-v1\.5)?$/i,
    languages: ['en'],
  },
];

/**
 * Returns the languages that the embedding model of the settings reads: `EMBEDDING_LANGUAGES` where it is set, else what
 * the model's family is known to read, else `unknown`.
 */
export function embeddingLanguages(
  config: Pick<Config, 'EMBEDDING_MODEL' | 'EMBEDDING_LANGUAGES'>,
): ReadLanguages {
  const stated = config.EMBEDDING_LANGUAGES.split(',')
    .map((code) => code.trim().toLowerCase())
    .filter((code) => code !== '');
  if (stated.includes('any')) return 'any';
  if (stated.length > 0) return [...new Set(stated)].sort();
  return FAMILIES.find(({ name }) => name.test(config.EMBEDDING_MODEL))?.languages ?? 'unknown';
}
