import type { GraphSchema } from '../../domain/graph-schema.ts';
import type { KnownNames } from './scope-cypher.ts';

const MAX_PROPERTIES = 30;
const MAX_VALUES = 6;

/** Returns the labels and relationship types of some graphs. */
export function namesOfSchemas(schemas: readonly GraphSchema[]): KnownNames {
  return {
    labels: new Set(schemas.flatMap(({ types }) => Object.values(types).map(({ label }) => label))),
    types: new Set(schemas.flatMap(({ relations }) => Object.values(relations).map(({ type }) => type))),
  };
}

/** Returns some graphs' labels, properties and relationships as lines for a prompt; long lists are cut. */
export function describeSchemas(schemas: readonly GraphSchema[]): string {
  const types = schemas.flatMap((schema) => Object.values(schema.types));
  const relations = schemas.flatMap((schema) =>
    Object.values(schema.relations).flatMap(({ type, description, ends }) =>
      ends.map(({ domain, range }) => ({
        type,
        description,
        from: schema.types[domain]?.label ?? domain,
        to: schema.types[range]?.label ?? range,
      })),
    ),
  );
  return [
    'Labels and their properties:',
    ...types.map(({ label, description, properties }) => {
      const shown = Object.values(properties).slice(0, MAX_PROPERTIES).map(describeProperty);
      return `(:${label}) name (string)${['', ...shown].join(', ')}${description === '' ? '' : `  # ${description}`}`;
    }),
    'Relationships:',
    ...relations.map(
      ({ type, description, from, to }) =>
        `(:${from})-[:${type}]->(:${to})${description === '' ? '' : `  # ${description}`}`,
    ),
  ].join('\n');
}

type Property = GraphSchema['types'][string]['properties'][string];

function describeProperty({ key, kind, values, minimum, maximum }: Property): string {
  if (minimum !== undefined && maximum !== undefined) return `${key} (${kind}, ${minimum} to ${maximum})`;
  const some = values.slice(0, MAX_VALUES).map(({ value }) => JSON.stringify(value));
  return `${key} (${kind}${some.length === 0 ? '' : `, such as ${some.join(' ')}`})`;
}
