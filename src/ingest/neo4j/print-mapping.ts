import { Document, type Pair, type Scalar, YAMLMap } from 'yaml';
import type { ResolvedMapping, ResolvedNode, ResolvedRelation } from './resolve-mapping.ts';

const HEAD = ` What \`trellis import --neo4j\` would read, and as what. Save it, change what is wrong, and name the file instead of
 the address. A node with several of these labels is read as the first of them; take labels and relationship types
 out that shall not be imported. Properties of relationships are not imported.`;

/** Returns a mapping as a YAML file that reads as the same mapping, with counts as comments. */
export function printMapping(mapping: ResolvedMapping): string {
  const { name, language, source, nodes, relations } = mapping;
  const document = new Document({ name, language, source, nodes: {}, relations: {} });
  document.commentBefore = HEAD;
  document.set(
    'nodes',
    section(nodes, ({ label }) => label, nodeFields),
  );
  document.set(
    'relations',
    section(relations, ({ type }) => type, relationFields),
  );
  return document.toString({ lineWidth: 120, flowCollectionPadding: false });
}

function section<T extends { readonly count: number }>(
  entries: readonly T[],
  key: (entry: T) => string,
  fields: (entry: T) => object,
): YAMLMap {
  const document = new Document(Object.fromEntries(entries.map((entry) => [key(entry), fields(entry)])));
  if (!(document.contents instanceof YAMLMap)) return new YAMLMap();
  const map: YAMLMap = document.contents;
  for (const pair of map.items as Pair<Scalar, unknown>[]) {
    const entry = entries.find((own) => key(own) === String(pair.key.value));
    pair.key.commentBefore = ` ${entry?.count ?? 0}`;
  }
  return map;
}

function nodeFields({ type, description, id, name, text, aliases, properties }: ResolvedNode): object {
  const renamed = [...properties].some(([from, to]) => from !== to);
  return {
    type,
    ...(description === '' ? {} : { description }),
    id,
    ...(name === null ? {} : { name }),
    text,
    aliases,
    properties: renamed ? Object.fromEntries(properties) : [...properties.keys()],
  };
}

function relationFields({ name, description }: ResolvedRelation): object {
  return { name, ...(description === '' ? {} : { description }) };
}
