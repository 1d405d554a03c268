import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openEmbeddingCache } from '../../../src/models/embedding-cache.ts';
import { temporaryFolder } from './temporary-folders.ts';

const MODULE = join(import.meta.dirname, '..', '..', '..', 'src', 'models', 'embedding-cache.ts');

/** A process of its own that writes `count` vectors one after another under the names `<prefix>0`, `<prefix>1` … */
function startWriter(path: string, prefix: string, count: number): ChildProcess {
  const script = `
    import { openEmbeddingCache } from ${JSON.stringify(MODULE)};
    const cache = openEmbeddingCache(${JSON.stringify(path)}, 2);
    for (let i = 0; i < ${count}; i += 1) {
      cache.write(['${prefix}' + i], [Float32Array.of(i, 1)]);
      if (i === 20) process.stdout.write('begun');
    }`;
  return spawn(process.execPath, ['--input-type=module-typescript', '--eval', script], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

function names(prefix: string, count: number): string[] {
  return Array.from({ length: count }, (_, i) => `${prefix}${i}`);
}

describe('openEmbeddingCache', () => {
  it('gives back the very bytes that were written and nothing for other texts', () => {
    const path = join(temporaryFolder(), 'a', 'vectors.sqlite');
    const cache = openEmbeddingCache(path, 3);
    const vector = Float32Array.of(0.1, -1e-30, 3.4e38);
    cache.write(['señor', 'other'], [vector, Float32Array.of(1, 2, 3)]);
    cache.close();
    const again = openEmbeddingCache(path, 3);
    expect(again.read(['señor', 'unknown', 'other'])).toEqual([vector, undefined, Float32Array.of(1, 2, 3)]);
    again.close();
  });

  it('takes a vector of another length for absent', () => {
    const cache = openEmbeddingCache(join(temporaryFolder(), 'vectors.sqlite'), 3);
    cache.write(['a'], [Float32Array.of(1, 2)]);
    expect(cache.read(['a'])).toEqual([undefined]);
    cache.close();
  });

  it('survives kill -9 of a writer without losing what it had written', { timeout: 30_000 }, async () => {
    const path = join(temporaryFolder(), 'vectors.sqlite');
    const writer = startWriter(path, 'k', 1_000_000);
    await once(writer.stdout ?? writer, 'data');
    writer.kill('SIGKILL');
    await once(writer, 'close');
    const cache = openEmbeddingCache(path, 2);
    expect(cache.read(names('k', 21))).toEqual(names('k', 21).map((_, i) => Float32Array.of(i, 1)));
    cache.write(['after'], [Float32Array.of(7, 7)]);
    expect(cache.read(['after'])).toEqual([Float32Array.of(7, 7)]);
    cache.close();
  });

  it('takes the writes of three processes that start at once', { timeout: 30_000 }, async () => {
    const path = join(temporaryFolder(), 'vectors.sqlite');
    const writers = ['a', 'b', 'c'].map((prefix) => startWriter(path, prefix, 60));
    const outcomes = await Promise.all(
      writers.map(async (writer) => {
        let noise = '';
        writer.stderr?.on('data', (chunk) => {
          noise += chunk;
        });
        const [code] = await once(writer, 'close');
        return { code, noise };
      }),
    );
    expect(outcomes).toEqual(Array.from({ length: 3 }, () => ({ code: 0, noise: '' })));
    const cache = openEmbeddingCache(path, 2);
    for (const prefix of ['a', 'b', 'c']) {
      expect(cache.read(names(prefix, 60))).toEqual(names(prefix, 60).map((_, i) => Float32Array.of(i, 1)));
    }
    cache.close();
  });

  it('says what to do when the file is damaged', () => {
    const path = join(temporaryFolder(), 'vectors.sqlite');
    writeFileSync(path, 'this is no database, and long enough to be taken for the start of one'.repeat(20));
    expect(() => openEmbeddingCache(path, 2).read(['a'])).toThrow(
      expect.objectContaining({ code: 'TRELLIS_MODEL_UNAVAILABLE' }),
    );
  });
});
