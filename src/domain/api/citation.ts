import { type Static, Type } from 'typebox';

const strict = { additionalProperties: false } as const;

/** A step along a relation, as shown to people. */
export const PathStepSchema = Type.Object(
  {
    relation: Type.String(),
    direction: Type.Enum(['out', 'in']),
    node: Type.Object({ id: Type.String(), name: Type.String(), type: Type.String() }, strict),
  },
  strict,
);

/** A graph path that supports an answer; `text` says it in words. */
export const PathSchema = Type.Object(
  {
    start: Type.Object({ id: Type.String(), name: Type.String(), type: Type.String() }, strict),
    steps: Type.Array(PathStepSchema),
    text: Type.String(),
  },
  strict,
);

/** A trouble that a page or document has, by stable code. */
export const ProblemSchema = Type.Object(
  { code: Type.String(), message: Type.String(), page: Type.Optional(Type.Integer({ minimum: 1 })) },
  strict,
);

/** Where a claim stands: mark `[number]` in the answer. A citation names a document passage or an entity. */
export const CitationSchema = Type.Object(
  {
    number: Type.Integer({ minimum: 1 }),
    kind: Type.Enum(['passage', 'entity']),
    nodeId: Type.String({ description: 'Tree node or entity in the graph.' }),
    document: Type.Optional(
      Type.Object(
        { id: Type.String(), title: Type.String(), uri: Type.String(), version: Type.Integer() },
        strict,
      ),
    ),
    entity: Type.Optional(
      Type.Object(
        {
          id: Type.String(),
          externalId: Type.Optional(Type.String()),
          name: Type.String(),
          type: Type.String(),
        },
        strict,
      ),
    ),
    section: Type.Optional(Type.String({ description: 'Path of headings.' })),
    page: Type.Optional(Type.Integer({ minimum: 1 })),
    span: Type.Optional(
      Type.Object(
        { start: Type.Integer(), end: Type.Integer() },
        { ...strict, description: 'Characters of the node text.' },
      ),
    ),
    text: Type.String({ description: 'The cited words.' }),
    score: Type.Number(),
    paths: Type.Optional(Type.Array(PathSchema)),
    problems: Type.Array(ProblemSchema),
  },
  strict,
);

export type Citation = Static<typeof CitationSchema>;
export type Problem = Static<typeof ProblemSchema>;
export type PathShape = Static<typeof PathSchema>;
