import { type Static, Type } from 'typebox';
import { AskRequestSchema, TraceStepSchema } from './ask.ts';
import { CitationSchema } from './citation.ts';

const strict = { additionalProperties: false } as const;

/** Body of `POST /v1/search`: the same fields as a question's, ranked results instead of an answer. */
export const SearchRequestSchema = AskRequestSchema;
export type SearchRequest = Static<typeof SearchRequestSchema>;

/** One ranked result; `number` is its rank from 1. */
export const SearchResponseSchema = Type.Object(
  {
    question: Type.String(),
    pipeline: Type.String(),
    results: Type.Array(CitationSchema),
    ms: Type.Number({ minimum: 0 }),
    trace: Type.Optional(Type.Array(TraceStepSchema)),
  },
  strict,
);
export type SearchResponse = Static<typeof SearchResponseSchema>;
