import { readFile } from 'node:fs/promises';
import { dirname, join, matchesGlob, relative, sep } from 'node:path';
import { parse } from 'yaml';
import { TrellisError } from '../errors.ts';
import { readFiling } from './metadata.ts';
import type { Filing } from './services.ts';

/** Name of the file that says how the documents of a folder are filed. */
export const RULE_FILE = '.trellis.yaml';

interface Rule {
  readonly glob: string;
  readonly filing: Partial<Filing>;
}

/** Returns how the rule files of a file's folders file it. Each rule file is read once. */
export type FindRules = (file: string) => Promise<Partial<Filing>>;

function invalid(path: string, problem: string, cause?: unknown): TrellisError {
  return new TrellisError('TRELLIS_INGEST_METADATA_INVALID', `${path}: ${problem}.`, {
    details: { where: path, problem },
    cause,
  });
}

function isMap(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns the rules of a rule file's text: a map from glob to classification, tags and access, in file order. */
export function parseRules(text: string, path: string): Rule[] {
  let content: unknown;
  try {
    content = parse(text, { maxAliasCount: 0 });
  } catch (cause) {
    throw invalid(path, 'it is not valid YAML', cause);
  }
  if (content === null || content === undefined) return [];
  if (!isMap(content)) throw invalid(path, 'it must be a map from globs to classification, tags and access');
  return Object.entries(content).map(([glob, values]) => {
    if (!isMap(values)) throw invalid(path, `"${glob}" must hold classification, tags or access`);
    return { glob, filing: readFiling(values, `${path}, "${glob}"`) };
  });
}

async function readRules(path: string): Promise<Rule[]> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code;
    if (code === 'ENOENT' || code === 'ENOTDIR') return [];
    throw invalid(path, `it cannot be read (${code ?? 'unknown fault'})`, cause);
  }
  return parseRules(text, path);
}

function matches(glob: string, path: string): boolean {
  return matchesGlob(path, glob.includes('/') ? glob.replace(/^\//, '') : `**/${glob}`);
}

function foldersAbove(file: string): string[] {
  const folders: string[] = [];
  for (let folder = dirname(file); ; folder = dirname(folder)) {
    folders.push(folder);
    if (dirname(folder) === folder) return folders;
  }
}

/**
 * Returns a finder that looks at the rule file of every folder above a file, up to the root, so that naming a file
 * directly evades no rule. A glob is relative to its rule file's folder; one without `/` holds at any depth. Within a
 * file later rules go before earlier ones, of files the nearest goes first, field by field.
 * Throws `TRELLIS_INGEST_METADATA_INVALID` for a file that is wrong anywhere.
 */
export function createRuleFinder(): FindRules {
  const known = new Map<string, Promise<Rule[]>>();
  const rulesIn = (folder: string): Promise<Rule[]> => {
    const rules = known.get(folder) ?? readRules(join(folder, RULE_FILE));
    known.set(folder, rules);
    return rules;
  };
  return async (file) => {
    let filing: Partial<Filing> = {};
    for (const folder of foldersAbove(file).reverse()) {
      const path = relative(folder, file).split(sep).join('/');
      for (const rule of await rulesIn(folder)) {
        if (matches(rule.glob, path)) filing = { ...filing, ...rule.filing };
      }
    }
    return filing;
  };
}
