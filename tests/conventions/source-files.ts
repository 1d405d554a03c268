import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';

/** The project's root, absolute. */
export const root = resolve(import.meta.dirname, '../..');

/** Returns every TypeScript file below `src`, as path relative to the root with `/`. */
export function sourceFiles(): string[] {
  return readdirSync(join(root, 'src'), { recursive: true, withFileTypes: true })
    .filter(
      (entry) => entry.isFile() && entry.name.endsWith('.ts') && !entry.parentPath.includes('node_modules'),
    )
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .sort();
}

/** Returns the text of a file, given relative to the root. */
export function readSource(path: string): string {
  return readFileSync(join(root, path), 'utf8');
}

/** Returns what a file imports: `path` (relative to the root, or a package) for static, type and dynamic imports. */
export function importsOf(path: string): string[] {
  const text = readSource(path);
  const found = text.matchAll(
    /(?:^|\n)\s*(?:import|export)\s[^'"`;]*?from\s+'([^']+)'|import\(\s*'([^']+)'\s*\)|(?:^|\n)import\s+'([^']+)'/g,
  );
  return [...found]
    .map((match) => match[1] ?? match[2] ?? match[3] ?? '')
    .map((target) =>
      target.startsWith('.')
        ? relative(root, resolve(root, path, '..', target)).replaceAll('\\', '/')
        : target,
    );
}

/** Returns the text of a file without its comments. */
export function codeOf(path: string): string {
  return readSource(path).replace(/\/\*[\s\S]*?\*\/|(?<![:'"`])\/\/.*/g, '');
}
