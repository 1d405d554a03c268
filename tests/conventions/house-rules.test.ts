import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { commandTable } from '../../src/cli/commands.ts';
import { ConfigSchema } from '../../src/config.ts';
import { ERROR_TABLE } from '../../src/errors.ts';
import { codeOf, readSource, root, sourceFiles } from './source-files.ts';

/** Also the embedded server: the programs that it starts inherit the environment. */
const entryPoints = /^src\/(settings|store\/embedded\/[a-z-]+)\.ts$/;

describe('house rules', () => {
  it('explains every error code in docs/errors.md, and no other', () => {
    const documented = [...readSource('docs/errors.md').matchAll(/^### `(TRELLIS_[A-Z_]+)`/gm)].map(
      (match) => match[1],
    );
    expect(documented.sort()).toEqual(Object.keys(ERROR_TABLE).sort());
  });

  it('throws every error code of the table somewhere', () => {
    const all = sourceFiles()
      .filter((path) => path !== 'src/errors.ts')
      .map(readSource)
      .join('\n');
    expect(
      Object.keys(ERROR_TABLE).filter((code) => code !== 'TRELLIS_INTERNAL' && !all.includes(`'${code}'`)),
    ).toEqual([]);
  });

  it('lists every setting with its default in .env.example, and no other', () => {
    const listed = [...readSource('.env.example').matchAll(/^# ?([A-Z][A-Z0-9_]+)=(.*)$/gm)].map((match) => [
      match[1],
      match[2],
    ]);
    const settings = Object.entries(ConfigSchema.properties).map(([name, schema]) => [
      name,
      String((schema as { default?: unknown }).default),
    ]);
    expect(listed.sort()).toEqual(settings.sort());
  });

  it('reads the environment only in entry points', () => {
    const readers = sourceFiles().filter(
      (path) => !entryPoints.test(path) && /process\.env\b/.test(codeOf(path)),
    );
    expect(readers).toEqual([]);
  });

  it('has one file of the same name for each command', () => {
    const files = readdirSync(join(root, 'src/cli'));
    for (const { name } of commandTable) expect(files).toContain(`${name}.ts`);
  });

  it('gives every export a docstring', () => {
    const bare = sourceFiles().flatMap((path) => {
      const lines = readSource(path).split('\n');
      return lines.flatMap((line, index) => {
        const exported = /^export (?:async )?(?:function|const|class|interface|abstract class) (\w+)/.exec(
          line,
        );
        const before = lines[index - 1]?.trim() ?? '';
        const documented =
          before.endsWith('*/') || before.startsWith('// biome-ignore') || before.startsWith('@');
        return exported === null || documented || /^function/.test(before) ? [] : [`${path}: ${exported[1]}`];
      });
    });
    expect(bare).toEqual([]);
  });

  it('keeps files short enough to know what each is for', () => {
    const long = sourceFiles().filter((path) => readSource(path).split('\n').length > 300);
    expect(long).toEqual([]);
  });

  it('names no file after nothing', () => {
    expect(
      sourceFiles().filter((path) => /\/(utils?|helpers?|common|misc|managers?|index)\.ts$/.test(path)),
    ).toEqual([]);
  });

  it('keeps the words of evaluation data out of the code', () => {
    const names = /\b(prime|mag)_like\b|hotpot|2wiki|ohr[-_ ]?bench/i;
    expect(sourceFiles().filter((path) => names.test(readSource(path)))).toEqual([]);
  });
});
