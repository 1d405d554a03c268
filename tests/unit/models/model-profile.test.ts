import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readModelProfile } from '../../../src/models/model-profile.ts';
import { temporaryFolder } from './temporary-folders.ts';

function folderWith(files: Readonly<Record<string, unknown>>): string {
  const folder = temporaryFolder();
  for (const [name, value] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), JSON.stringify(value));
  }
  return folder;
}

describe('readModelProfile', () => {
  it('means over 512 tokens where nothing is known', () => {
    expect(readModelProfile(folderWith({}), 'someone/model', 0)).toEqual({
      pooling: 'mean',
      maxTokens: 512,
      queryPrefix: '',
      documentPrefix: '',
    });
  });

  it('reads what sentence-transformers wrote', () => {
    const folder = folderWith({
      'sentence_bert_config.json': { max_seq_length: 384 },
      '1_Pooling/config.json': { pooling_mode_cls_token: true, pooling_mode_mean_tokens: false },
      'config_sentence_transformers.json': { prompts: { query: 'Q: ', document: 'D: ' } },
      'config.json': { max_position_embeddings: 8192 },
    });
    expect(readModelProfile(folder, 'someone/model', 0)).toEqual({
      pooling: 'cls',
      maxTokens: 384,
      queryPrefix: 'Q: ',
      documentPrefix: 'D: ',
    });
  });

  it('takes the two spare positions of RoBERTa kinds off', () => {
    const folder = folderWith({ 'config.json': { max_position_embeddings: 514 } });
    expect(readModelProfile(folder, 'someone/model', 0).maxTokens).toBe(512);
  });

  it('knows families by name', () => {
    expect(readModelProfile(folderWith({}), 'Xenova/multilingual-e5-small', 0)).toMatchObject({
      queryPrefix: 'query: ',
      documentPrefix: 'passage: ',
      pooling: 'mean',
    });
    expect(readModelProfile(folderWith({}), 'Xenova/bge-small-en-v1.5', 0).pooling).toBe('cls');
    expect(readModelProfile(folderWith({}), 'all-MiniLM-L6-v2', 0).maxTokens).toBe(256);
  });

  it('lets the setting decide the length', () => {
    expect(readModelProfile(folderWith({}), 'all-MiniLM-L6-v2', 128).maxTokens).toBe(128);
  });
});
