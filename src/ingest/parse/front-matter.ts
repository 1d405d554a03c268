import { parse, YAMLParseError } from 'yaml';
import { TrellisError } from '../../errors.ts';

/** Front matter and what stands behind it. */
export interface FrontMatter {
  readonly body: string;
  readonly frontMatter?: Readonly<Record<string, unknown>>;
}

const FENCED = /^---[ \t]*\r?\n(?<yaml>[\s\S]*?)\r?\n?(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/u;

/** A thematic break opens many a text: only what has a key in it is meant as front matter. */
const HAS_KEY = /^[\p{L}_][\p{L}\p{N}_-]*[ \t]*:/mu;

function readYaml(yaml: string, name: string): unknown {
  try {
    return parse(yaml, { maxAliasCount: 50 });
  } catch (error) {
    if (!(error instanceof YAMLParseError) && !(error instanceof ReferenceError)) throw error;
    throw new TrellisError(
      'TRELLIS_INGEST_METADATA_INVALID',
      `The front matter of ${name} is not valid YAML: ${error.message.split('\n', 1)[0]}. Mend it or remove the --- lines.`,
      { details: { file: name }, cause: error },
    );
  }
}

/**
 * Returns the YAML mapping between `---` lines at the very start of a text, and the rest. Without one the body is the
 * text. Throws `TRELLIS_INGEST_METADATA_INVALID` for YAML that is broken or no mapping.
 */
export function readFrontMatter(text: string, name: string): FrontMatter {
  const match = FENCED.exec(text);
  const yaml = match?.groups?.['yaml'] ?? '';
  if (match === null || !HAS_KEY.test(yaml)) return { body: text };
  const value = readYaml(yaml, name);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new TrellisError(
      'TRELLIS_INGEST_METADATA_INVALID',
      `The front matter of ${name} must be a list of "key: value" lines.`,
      { details: { file: name } },
    );
  }
  return { body: text.slice(match[0].length), frontMatter: { ...value } };
}
