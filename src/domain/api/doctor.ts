import { type Static, Type } from 'typebox';

const strict = { additionalProperties: false } as const;

/** What was found of one part of the set-up. `advice` says what to do; absent where nothing needs doing. */
export const DoctorCheckSchema = Type.Object(
  {
    name: Type.Enum([
      'java',
      'database',
      'indexes',
      'embedding',
      'graph-model',
      'chat',
      'reranker',
      'disk',
      'languages',
    ]),
    status: Type.Enum(['ok', 'warn', 'fail']),
    message: Type.String(),
    advice: Type.Optional(Type.String()),
  },
  strict,
);
export type DoctorCheck = Static<typeof DoctorCheckSchema>;

/** The whole examination: `trellis doctor --json`. `status` is the worst of the checks. */
export const DoctorReportSchema = Type.Object(
  { status: Type.Enum(['ok', 'warn', 'fail']), checks: Type.Array(DoctorCheckSchema) },
  strict,
);
export type DoctorReport = Static<typeof DoctorReportSchema>;
