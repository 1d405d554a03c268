import type { SourceSchema } from '../../domain/source-schema.ts';
import { ALIAS_KEY } from '../skb/alias-keys.ts';

/** What the properties of a label are for, as far as names and some values tell. */
export interface InferredNode {
  /** null: nothing tells its nodes apart. */
  readonly id: string | null;
  readonly name: string | null;
  readonly text: readonly string[];
  readonly aliases: readonly string[];
  readonly properties: readonly string[];
}

type Sample = readonly Readonly<Record<string, unknown>>[];

/** Texts of so many characters on average are read, not compared. */
const TEXT_LENGTH = 60;
/** Names are shorter than this on average. */
const NAME_LENGTH = 80;

const NAME_KEYS = [
  /^(?:name|title|label|caption)$/iu,
  /^(?:display|full|preferred|canonical|short)[_ ]?(?:name|title)$/iu,
  /(?:name|title)$/iu,
];
const ID_KEYS = [
  /^(?:id|uuid|guid|key|identifier|no|nr|number)$/iu,
  /(?:_id|[a-z]Id|ID|_key|[a-z]Key|code)$/u,
];

/** Returns the properties that nodes with a label have, sorted. */
export function propertiesOf({ properties, samples }: SourceSchema, label: string): string[] {
  const listed = properties.filter(({ labels }) => labels.includes(label)).map(({ property }) => property);
  const seen = (samples.get(label) ?? []).flatMap((row) => Object.keys(row));
  return [...new Set([...listed, ...seen])].sort();
}

/** Returns what the properties of a label are for. Equal input gives an equal result. */
export function inferNode(schema: SourceSchema, label: string): InferredNode {
  const sample = schema.samples.get(label) ?? [];
  const keys = propertiesOf(schema, label).filter((key) => !isUnusable(sample, key));
  const id = inferId(schema, label, keys, sample);
  const name = inferName(label, keys, sample);
  const aliases = keys.filter((key) => ALIAS_KEY.test(key) && key !== name);
  const text = keys.filter((key) => key !== name && !aliases.includes(key) && isProse(sample, key));
  const taken = new Set([name, ...aliases, ...text]);
  return { id, name, text, aliases, properties: keys.filter((key) => !taken.has(key)) };
}

/** Embeddings and bytes are null by now; a property with no other value in the sample says nothing. */
function isUnusable(sample: Sample, key: string): boolean {
  const given = sample.filter((row) => Object.hasOwn(row, key));
  return given.length > 0 && given.every((row) => row[key] === null);
}

function textsOf(sample: Sample, key: string): string[] {
  return sample.map((row) => row[key]).filter((value): value is string => typeof value === 'string');
}

function meanLength(texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + text.length, 0) / Math.max(1, texts.length);
}

function isProse(sample: Sample, key: string): boolean {
  const texts = textsOf(sample, key);
  return texts.length > 0 && meanLength(texts) >= TEXT_LENGTH && texts.some((text) => /\s/u.test(text));
}

function tellsApart(sample: Sample, key: string): boolean {
  const values = sample
    .map((row) => row[key])
    .filter((value) => typeof value === 'string' || typeof value === 'number');
  return sample.length > 0 && values.length === sample.length && new Set(values).size === values.length;
}

function inferId(
  { unique }: SourceSchema,
  label: string,
  keys: readonly string[],
  sample: Sample,
): string | null {
  const constrained = unique.filter((entry) => entry.label === label).map(({ property }) => property);
  const kept = constrained.find((key) => tellsApart(sample, key));
  if (kept !== undefined) return kept;
  for (const pattern of ID_KEYS) {
    const found = keys.find((key) => pattern.test(key) && tellsApart(sample, key));
    if (found !== undefined) return found;
  }
  return null;
}

function inferName(label: string, keys: readonly string[], sample: Sample): string | null {
  const texts = keys.filter((key) => {
    const values = textsOf(sample, key);
    return values.length > 0 && meanLength(values) <= NAME_LENGTH;
  });
  const own = new RegExp(`^${label.replace(/[^\p{L}\p{N}]/gu, '.')}[_ ]?(?:name|title)$`, 'iu');
  for (const pattern of [NAME_KEYS[0], own, NAME_KEYS[1], NAME_KEYS[2]]) {
    const found = texts.find((key) => pattern?.test(key) === true);
    if (found !== undefined) return found;
  }
  return texts.find((key) => tellsApart(sample, key) && textsOf(sample, key).some(hasWord)) ?? null;
}

function hasWord(text: string): boolean {
  return /\p{L}{2}/u.test(text);
}
