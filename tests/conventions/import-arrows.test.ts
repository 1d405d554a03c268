import { describe, expect, it } from 'vitest';
import { codeOf, importsOf, sourceFiles } from './source-files.ts';

/** Rooms from low to high; a file may import its own room and those that its entry lists. */
const allowed: Record<string, readonly string[]> = {
  errors: [],
  domain: ['errors'],
  config: ['errors'],
  folders: ['config'],
  settings: ['config', 'folders'],
  'package-version': [],
  store: ['domain', 'errors', 'config', 'folders'],
  models: ['domain', 'errors', 'config', 'folders'],
  ingest: ['domain', 'errors', 'config', 'folders', 'store', 'models'],
  query: ['domain', 'errors', 'config', 'folders', 'store', 'models'],
  evaluation: ['domain', 'errors', 'config', 'folders', 'store', 'models', 'ingest', 'query'],
  http: ['domain', 'errors', 'config'],
  'composition-root': [
    'package-version',
    'domain',
    'errors',
    'config',
    'folders',
    'store',
    'models',
    'ingest',
    'query',
    'evaluation',
  ],
  doctor: ['domain', 'errors', 'config', 'folders', 'store', 'models'],
  server: ['errors', 'config', 'folders', 'settings', 'composition-root', 'http'],
  cli: [
    'package-version',
    'domain',
    'errors',
    'config',
    'settings',
    'folders',
    'composition-root',
    'server',
    'store',
    'models',
    'evaluation',
    'ingest',
    'doctor',
  ],
};

const pure = [
  /^src\/domain\//,
  /^src\/ingest\/segment\//,
  /^src\/ingest\/graph\//,
  /^src\/query\/fusion\.ts$/,
  /^src\/query\/bm25\.ts$/,
  /^src\/evaluation\/measures\.ts$/,
  /^src\/config\.ts$/,
  /^src\/errors\.ts$/,
];

/** Packages and modules that reach outside, or that read a clock or chance. `node:crypto` is there for hashes only. */
const impure =
  /^(node:(?!crypto$)|neo4j-driver|@langchain\/|@huggingface\/|fastify|@fastify\/|unpdf|pdfjs-dist|@opendataloader\/|pino)/;

const clockOrChance =
  /\bDate\.now\(|\bnew Date\(\)|\bMath\.random\(|\brandomUUID|\brandomBytes|\bperformance\.now|\bprocess\.\w|\bfetch\(/;

const roomOf = (path: string) => /^src\/([^/.]+)/.exec(path)?.[1] ?? '';

describe('import arrows', () => {
  it.each(sourceFiles())('%s imports only rooms below it', (path) => {
    const room = roomOf(path);
    expect(Object.keys(allowed)).toContain(room);
    const wrong = importsOf(path)
      .filter((target) => target.startsWith('src/'))
      .filter((target) => roomOf(target) !== room && !(allowed[room] ?? []).includes(roomOf(target)));
    expect(wrong).toEqual([]);
  });

  it.each(sourceFiles().filter((path) => pure.some((pattern) => pattern.test(path))))(
    '%s is pure',
    (path) => {
      expect(importsOf(path).filter((target) => impure.test(target))).toEqual([]);
      expect(clockOrChance.exec(codeOf(path))?.[0]).toBeUndefined();
    },
  );

  it('finds the files it speaks of', () => {
    expect(sourceFiles().length).toBeGreaterThan(50);
    expect(importsOf('src/folders.ts')).toContain('src/config.ts');
  });
});
