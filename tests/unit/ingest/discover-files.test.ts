import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { discoverFiles } from '../../../src/ingest/discover-files.ts';
import { readStableFile } from '../../../src/ingest/read-file.ts';
import { createRuleFinder } from '../../../src/ingest/rule-files.ts';

let folder = '';
beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'trellis-discover-')));
  await mkdir(join(folder, 'docs', 'deep'), { recursive: true });
  await mkdir(join(folder, 'docs', '.hidden'));
  await mkdir(join(folder, 'odd [name]'));
  for (const name of [
    'docs/a.md',
    'docs/b.txt',
    'docs/deep/c.MD',
    'docs/deep/d.png',
    'docs/.hidden/e.md',
    'docs/.f.md',
    'outside.md',
    'odd [name]/g.md',
  ]) {
    await writeFile(join(folder, name), name);
  }
  await symlink(join(folder, 'outside.md'), join(folder, 'docs', 'link.md'));
  await symlink(join(folder, 'docs'), join(folder, 'docs', 'deep', 'loop'));
});
afterAll(() => rm(folder, { recursive: true }));

const names = async (...paths: string[]) => {
  const { files } = await discoverFiles(paths.map((path) => join(folder, path)));
  return files.map(({ path }) => path.slice(folder.length + 1));
};

describe('discovery', () => {
  it('takes a folder with all below it, but for hidden files, links and kinds without a parser', async () => {
    expect(await names('docs')).toEqual(['docs/a.md', 'docs/b.txt', 'docs/deep/c.MD']);
    const { notes } = await discoverFiles([join(folder, 'docs')]);
    expect(notes.map((note) => note.slice(folder.length + 1)).sort()).toEqual([
      'docs/deep/d.png: no parser for this kind of file',
      'docs/deep/loop: a symbolic link, not followed',
      'docs/link.md: a symbolic link, not followed',
    ]);
  });

  it('follows a link that is named, to one address with its target, and resolves ".."', async () => {
    expect(await names('docs/link.md', 'outside.md', 'docs/../outside.md')).toEqual(['outside.md']);
  });

  it('takes a named file of any kind, and says that it was named', async () => {
    const { files } = await discoverFiles([join(folder, 'docs/deep/d.png'), join(folder, 'docs')]);
    expect(files.map(({ name, named }) => [name, named])).toEqual([
      ['d.png', true],
      ['a.md', false],
      ['b.txt', false],
      ['c.MD', false],
    ]);
  });

  it('reads a glob only when no such path exists', async () => {
    expect(await names('docs/**/*.{md,MD}')).toEqual(['docs/a.md', 'docs/deep/c.MD']);
    expect(await names('odd [name]/*.md')).toEqual(['odd [name]/g.md']);
    expect(await names('odd [name]')).toEqual(['odd [name]/g.md']);
  });

  it('fails a path that gives nothing, alone', async () => {
    const { files, failures } = await discoverFiles([
      join(folder, 'gone.md'),
      join(folder, 'gone/*.md'),
      join(folder, 'outside.md'),
    ]);
    expect(files).toHaveLength(1);
    expect(failures.map(({ error }) => error.code)).toEqual([
      'TRELLIS_INGEST_FILE_NOT_FOUND',
      'TRELLIS_INGEST_FILE_NOT_FOUND',
    ]);
  });

  it('reads a file up to the limit', async () => {
    expect((await readStableFile(join(folder, 'outside.md'), 10)).length).toBe(10);
    await expect(readStableFile(join(folder, 'outside.md'), 9)).rejects.toMatchObject({
      code: 'TRELLIS_INGEST_TOO_LARGE',
    });
    await expect(readStableFile(join(folder, 'docs'), 1e9)).rejects.toMatchObject({
      code: 'TRELLIS_INGEST_FILE_UNREADABLE',
    });
  });
});

describe('rule files', () => {
  it('hold for every file below them, the nearest first, whichever way a file is named', async () => {
    await writeFile(
      join(folder, '.trellis.yaml'),
      '"**":\n  classification: internal\n  tags: [all]\n"docs/deep/**":\n  access: [deep]\n"*.txt":\n  tags: [text]\n',
    );
    await writeFile(join(folder, 'docs/deep/.trellis.yaml'), '"*.MD":\n  classification: secret\n');
    const find = createRuleFinder();
    expect(await find(join(folder, 'docs/deep/c.MD'))).toEqual({
      classification: 'secret',
      tags: ['all'],
      access: ['deep'],
    });
    expect(await find(join(folder, 'docs/b.txt'))).toEqual({ classification: 'internal', tags: ['text'] });
  });
});
