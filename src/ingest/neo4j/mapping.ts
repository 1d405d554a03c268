import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import { parseDocument, YAMLParseError } from 'yaml';
import { TrellisError } from '../../errors.ts';

const strict = { additionalProperties: false } as const;
const name = Type.String({ minLength: 1, maxLength: 100 });
const names = Type.Union([name, Type.Array(name)]);

const NodeMappingSchema = Type.Object(
  {
    /** Node type; absent: the label. */
    type: Type.Optional(name),
    description: Type.Optional(Type.String()),
    /** Property that tells nodes of the label apart; null: Neo4j's own element id. */
    id: Type.Optional(Type.Union([name, Type.Null()])),
    name: Type.Optional(name),
    text: Type.Optional(names),
    aliases: Type.Optional(names),
    /** Typed properties: names, or source name → name here. */
    properties: Type.Optional(Type.Union([Type.Array(name), Type.Record(name, name)])),
  },
  strict,
);

const RelationMappingSchema = Type.Union([
  name,
  Type.Object({ name: Type.Optional(name), description: Type.Optional(Type.String()) }, strict),
]);

/** The YAML file of `trellis import --neo4j`. Everything but `source` may be left out; it is then inferred. */
export const MappingSchema = Type.Object(
  {
    name: Type.Optional(name),
    language: Type.Optional(Type.String({ pattern: '^[a-z]{2,3}$' })),
    source: Type.Object(
      {
        uri: Type.String({ minLength: 1 }),
        user: Type.Optional(name),
        /** Environment variable that holds the password: the file itself holds none. */
        password_env: Type.Optional(Type.String({ pattern: '^[A-Za-z_][A-Za-z0-9_]*$' })),
        database: Type.Optional(name),
      },
      strict,
    ),
    /** By label. Absent: every label. */
    nodes: Type.Optional(Type.Record(Type.String(), Type.Union([NodeMappingSchema, Type.Null()]))),
    /** By relationship type. Absent: every type between imported nodes. */
    relations: Type.Optional(Type.Record(Type.String(), Type.Union([RelationMappingSchema, Type.Null()]))),
  },
  strict,
);
export type Mapping = Static<typeof MappingSchema>;
export type NodeMapping = Static<typeof NodeMappingSchema>;
export type RelationMapping = Static<typeof RelationMappingSchema>;

/** Returns the error of a mapping that cannot be used; lists at most ten problems in the message, all in the details. */
export function mappingInvalid(problems: readonly string[], cause?: unknown): TrellisError {
  const more = problems.length > 10 ? `; … and ${problems.length - 10} more` : '';
  return new TrellisError(
    'TRELLIS_IMPORT_MAPPING_INVALID',
    `The mapping cannot be used: ${problems.slice(0, 10).join('; ')}${more}. Nothing was written. \`--plan\` prints one that fits.`,
    { details: { problems }, cause },
  );
}

/** Returns the mapping that a YAML text holds. Throws `TRELLIS_IMPORT_MAPPING_INVALID` that names line or field. */
export function parseMapping(text: string): Mapping {
  const document = parseDocument(text, { uniqueKeys: true });
  const [fault] = document.errors;
  if (fault instanceof YAMLParseError) throw mappingInvalid([fault.message.split('\n')[0] ?? ''], fault);
  const value: unknown = document.toJS({ maxAliasCount: 100 });
  if (Value.Check(MappingSchema, value)) return value;
  const problems = [...Value.Errors(MappingSchema, value)].map(
    ({ instancePath, message, params }) =>
      `${instancePath || 'the file'} ${message}${describe(params as Readonly<Record<string, unknown>>)}`,
  );
  throw mappingInvalid([...new Set(problems)]);
}

function describe(params: Readonly<Record<string, unknown>>): string {
  const extra = params['additionalProperties'];
  if (!Array.isArray(extra)) return '';
  const hint = extra.includes('password')
    ? '; a password is read from the variable that password_env names'
    : '';
  return ` (${extra.join(', ')}${hint})`;
}
