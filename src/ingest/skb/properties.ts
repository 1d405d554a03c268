import type { PropertyKind } from '../../domain/graph-schema.ts';
import { propertyOf } from './graph-name.ts';

/** A value as Neo4j can keep it. */
export type StoredValue = string | number | boolean | readonly string[] | readonly number[];

/** A property value from outside, typed. */
export interface TypedValue {
  readonly kind: PropertyKind;
  readonly value: StoredValue;
}

/**
 * Returns the stored form of a JSON value: numbers stay numbers, texts texts, lists of only texts or only numbers
 * lists; anything nested or mixed becomes its JSON text. `null` has none, and an empty list says nothing either.
 */
export function typedValue(value: unknown): TypedValue | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string') return { kind: 'string', value };
  if (typeof value === 'number') return { kind: 'number', value };
  if (typeof value === 'boolean') return { kind: 'boolean', value };
  if (!Array.isArray(value)) return { kind: 'json', value: JSON.stringify(value) };
  if (value.length === 0) return null;
  if (value.every((item) => typeof item === 'string')) return { kind: 'strings', value };
  if (value.every((item) => typeof item === 'number')) return { kind: 'numbers', value };
  return { kind: 'json', value: JSON.stringify(value) };
}

/** Returns the properties of an entity node by their names in the graph; values that say nothing are left out. */
export function storedProperties(
  properties: Readonly<Record<string, unknown>>,
): Readonly<Record<string, StoredValue>> {
  const stored: Record<string, StoredValue> = {};
  for (const [key, raw] of Object.entries(properties)) {
    const typed = typedValue(raw);
    if (typed !== null) stored[propertyOf(key)] = typed.value;
  }
  return stored;
}
