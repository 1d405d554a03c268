import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parse } from 'yaml';
import { TrellisError } from '../errors.ts';

/** A prompt with its inputs filled in: what a model is sent. */
export interface RenderedPrompt {
  readonly name: string;
  readonly version: number;
  readonly system: string;
  readonly user: string;
}

/** One prompt file, checked. */
export interface Prompt {
  readonly name: string;
  readonly version: number;
  readonly inputs: readonly string[];
  /** Returns the prompt filled with `inputs`. Throws `TRELLIS_MODEL_PROMPT_INVALID` when they are not the declared ones. */
  render(inputs: Readonly<Record<string, string>>): RenderedPrompt;
}

/** All prompts of a folder. */
export interface Prompts {
  readonly names: readonly string[];
  /** As `Prompt.render`; an unknown name throws `TRELLIS_MODEL_PROMPT_INVALID` too. */
  render(name: string, inputs: Readonly<Record<string, string>>): RenderedPrompt;
}

/** The folder of prompts that comes with Trellis. */
export const PROMPTS_DIRECTORY = join(import.meta.dirname, '..', '..', 'prompts');

const FILE_NAME = /^[a-z]+(-[a-z0-9]+)+\.md$/;
const PLACEHOLDER = /\{\{([a-zA-Z][\w-]*)\}\}/g;

/**
 * Returns every `<verb>-<noun>.md` in `directory`, each checked: front matter (`name` as the file's, whole `version`
 * from 1, `inputs`), `## system`, `## user`, and placeholders exactly the declared inputs.
 * Throws `TRELLIS_MODEL_PROMPT_INVALID` with the file and what is wrong.
 */
export function loadPrompts(directory: string): Prompts {
  const files = readdirSync(directory)
    .filter((file) => FILE_NAME.test(file))
    .sort();
  const prompts = new Map(files.map((file) => [basename(file, '.md'), loadPrompt(join(directory, file))]));
  return {
    names: [...prompts.keys()],
    render(name, inputs) {
      const prompt = prompts.get(name);
      if (prompt === undefined) throw invalid(join(directory, `${name}.md`), 'there is no such prompt');
      return prompt.render(inputs);
    },
  };
}

/** Returns the prompt in the file at `path`, checked as `loadPrompts` does. */
export function loadPrompt(path: string): Prompt {
  const parts = splitFile(path, readFileSync(path, 'utf8').replaceAll('\r\n', '\n'));
  const { name, version, inputs } = readHead(path, parts.head);
  checkInputs(path, inputs, placeholders(`${parts.system}\n${parts.user}`));
  const stray = `${parts.system}\n${parts.user}`.replaceAll(PLACEHOLDER, '').match(/\{\{.{0,30}|.{0,30}\}\}/);
  if (stray !== null) throw invalid(path, `"${stray[0].trim()}" is no placeholder`);
  const tags = closedTags(`${parts.system}\n${parts.user}`);
  return {
    name,
    version,
    inputs,
    render(values) {
      checkInputs(path, inputs, Object.keys(values));
      return {
        name,
        version,
        system: fill(parts.system, values, tags),
        user: fill(parts.user, values, tags),
      };
    },
  };
}

function splitFile(path: string, text: string): { head: string; system: string; user: string } {
  const match = /^---\n([\s\S]*?)\n---\n\s*## system\n([\s\S]*?)\n## user\n([\s\S]*)$/.exec(text);
  const [, head, system, user] = match ?? [];
  if (head === undefined || system === undefined || user === undefined) {
    throw invalid(path, 'it needs front matter between --- lines, then "## system", then "## user"');
  }
  if (user.trim() === '') throw invalid(path, 'its "## user" part is empty');
  return { head, system: system.trim(), user: user.trim() };
}

function readHead(path: string, head: string): { name: string; version: number; inputs: string[] } {
  let values: unknown;
  try {
    values = parse(head);
  } catch (cause) {
    throw invalid(path, 'its front matter is no YAML', cause);
  }
  const { name, version, inputs } = (values ?? {}) as Readonly<Record<string, unknown>>;
  if (name !== basename(path, '.md')) throw invalid(path, `its name must be "${basename(path, '.md')}"`);
  if (typeof version !== 'number' || !Number.isInteger(version) || version < 1) {
    throw invalid(path, 'its version must be a whole number from 1');
  }
  if (!Array.isArray(inputs) || !inputs.every((input) => typeof input === 'string')) {
    throw invalid(path, 'its inputs must be a list of names');
  }
  return { name, version, inputs };
}

function placeholders(text: string): string[] {
  return [...new Set([...text.matchAll(PLACEHOLDER)].map(([, name]) => name ?? ''))];
}

function checkInputs(path: string, declared: readonly string[], given: readonly string[]): void {
  const missing = declared.filter((input) => !given.includes(input));
  const unknown = given.filter((input) => !declared.includes(input));
  if (missing.length > 0) throw invalid(path, `declared but not used or given: ${missing.join(', ')}`);
  if (unknown.length > 0) throw invalid(path, `used or given but not declared: ${unknown.join(', ')}`);
}

/** Names of the tags that the prompt itself closes: these a value must not open or close. */
function closedTags(text: string): string[] {
  return [...new Set([...text.matchAll(/<\/([a-zA-Z][\w-]*)>/g)].map(([, name]) => name ?? ''))];
}

function fill(text: string, values: Readonly<Record<string, string>>, tags: readonly string[]): string {
  return text.replaceAll(PLACEHOLDER, (_, name: string) => escapeTags(values[name] ?? '', tags));
}

function escapeTags(value: string, tags: readonly string[]): string {
  if (tags.length === 0) return value;
  return value.replaceAll(new RegExp(`<(?=\\s*/?\\s*(?:${tags.join('|')})(?![\\w-]))`, 'gi'), '&lt;');
}

function invalid(path: string, what: string, cause?: unknown): TrellisError {
  return new TrellisError('TRELLIS_MODEL_PROMPT_INVALID', `The prompt ${path} cannot be used: ${what}.`, {
    details: { path },
    cause,
  });
}
