import { type Static, Type } from 'typebox';
import { CitationSchema } from './citation.ts';

const strict = { additionalProperties: false } as const;

/** Names of the pipelines that a question can be sent through. `auto` is the whole ladder. */
export const PIPELINES = [
  'bm25',
  'vector',
  'rrf',
  'mix',
  'rerank',
  'text',
  'graph',
  'hybrid',
  'auto',
] as const;
export type PipelineName = (typeof PIPELINES)[number];

/** What narrows a search; every given field must hold. */
export const FiltersSchema = Type.Object(
  {
    documents: Type.Optional(Type.Array(Type.String(), { maxItems: 100, description: 'Document ids.' })),
    tags: Type.Optional(Type.Array(Type.String(), { maxItems: 100, description: 'Any of these tags.' })),
    classification: Type.Optional(Type.Array(Type.String(), { maxItems: 100 })),
  },
  strict,
);
export type Filters = Static<typeof FiltersSchema>;

/** Body of `POST /v1/ask`. */
export const AskRequestSchema = Type.Object(
  {
    question: Type.String({ description: 'In plain words.' }),
    tenant: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
    groups: Type.Optional(
      Type.Array(Type.String({ minLength: 1 }), {
        maxItems: 1000,
        description: 'Ask as a reader of these groups; absent: as owner.',
      }),
    ),
    pipeline: Type.Optional(
      Type.Enum([...PIPELINES], { description: 'Absent: `auto` for a question, `text` for a search.' }),
    ),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, description: 'Most citations.' })),
    filters: Type.Optional(FiltersSchema),
    trace: Type.Optional(Type.Boolean()),
  },
  strict,
);
export type AskRequest = Static<typeof AskRequestSchema>;

/** A step of the trace as it is shown. */
export const TraceStepSchema = Type.Object(
  { step: Type.String(), note: Type.String(), data: Type.Optional(Type.Unknown()) },
  strict,
);

/** Answer of `POST /v1/ask` and `trellis ask --json`. */
export const AskResponseSchema = Type.Object(
  {
    status: Type.Enum(['answered', 'insufficient_evidence', 'conflict']),
    question: Type.String(),
    answer: Type.String({
      description: 'Text with [n] marks; for a refusal, what was missing and what came nearest.',
    }),
    rung: Type.Enum(['qa', 'text', 'graph', 'hybrid', 'none'], {
      description: 'The step of the ladder that answered.',
    }),
    language: Type.String(),
    citations: Type.Array(CitationSchema),
    modelCalls: Type.Integer({ minimum: 0 }),
    ms: Type.Number({ minimum: 0 }),
    trace: Type.Optional(Type.Array(TraceStepSchema)),
  },
  strict,
);
export type AskResponse = Static<typeof AskResponseSchema>;
