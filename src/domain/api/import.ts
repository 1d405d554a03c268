import { type Static, Type } from 'typebox';

const strict = { additionalProperties: false } as const;
const count = Type.Integer({ minimum: 0 });

/** What an import did: `trellis import --json`. */
export const ImportReportSchema = Type.Object(
  {
    source: Type.String({ description: 'Name of the graph: `name` of schema.json, else the folder.' }),
    status: Type.Enum(['created', 'updated', 'unchanged']),
    nodes: Type.Object({ created: count, updated: count, removed: count, unchanged: count }, strict),
    edges: Type.Object({ created: count, removed: count, unchanged: count }, strict),
    names: Type.Integer({ minimum: 0, description: 'Names and aliases written.' }),
    windows: Type.Integer({ minimum: 0, description: 'Pieces of text embedded.' }),
    ms: Type.Number({ minimum: 0 }),
  },
  strict,
);
export type ImportReport = Static<typeof ImportReportSchema>;
