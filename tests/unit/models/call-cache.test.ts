import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openCallCache } from '../../../src/models/call-cache.ts';
import { temporaryFolders } from './temporary-folders.ts';

const KEY = { modelId: 'openai/m', prompt: { name: 'ask-it', version: 1, system: 's', user: 'u' } };
const CALL = { text: 'Ünïcode "text"', inputTokens: 3, outputTokens: 5 };

describe('openCallCache', () => {
  it('gives back what was written, also after it was opened anew', () => {
    const folders = temporaryFolders();
    const first = openCallCache(folders, () => 1);
    first.write(KEY, CALL);
    first.close();
    const second = openCallCache(folders, () => 2);
    expect(second.read(KEY)).toEqual(CALL);
    second.close();
  });

  it.each([
    ['model', { ...KEY, modelId: 'openai/n' }],
    ['system text', { ...KEY, prompt: { ...KEY.prompt, system: 'S' } }],
    ['user text', { ...KEY, prompt: { ...KEY.prompt, user: 'U' } }],
    ['schema', { ...KEY, schema: { type: 'object' } }],
    ['temperature', { ...KEY, temperature: 0 }],
    ['token limit', { ...KEY, maxTokens: 10 }],
  ])('knows nothing for another %s', (_, other) => {
    const cache = openCallCache(temporaryFolders(), () => 1);
    cache.write(KEY, CALL);
    expect(cache.read(other)).toBeUndefined();
    cache.close();
  });

  it('keeps the answer when only the name or version of the prompt changes', () => {
    const cache = openCallCache(temporaryFolders(), () => 1);
    cache.write(KEY, CALL);
    expect(cache.read({ ...KEY, prompt: { ...KEY.prompt, name: 'ask-this', version: 2 } })).toEqual(CALL);
    cache.close();
  });

  it('says what to do when the file is damaged', () => {
    const folders = temporaryFolders();
    mkdirSync(join(folders.data, 'models'), { recursive: true });
    writeFileSync(
      join(folders.data, 'models', 'calls.sqlite'),
      'this is no database, and long enough to be read as one',
    );
    expect(() => openCallCache(folders, () => 1).read(KEY)).toThrow(
      expect.objectContaining({ code: 'TRELLIS_MODEL_UNAVAILABLE' }),
    );
  });
});
