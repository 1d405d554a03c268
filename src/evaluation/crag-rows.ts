import { createHash } from 'node:crypto';
import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import { TrellisError } from '../errors.ts';
import { hasText } from '../ingest/parse/build-document.ts';
import { parsePagesText } from '../ingest/parse/page-texts.ts';
import { parseHtml } from '../ingest/parse/parse-html.ts';
import type { ParsedSource } from '../ingest/services.ts';
import { readLines } from '../ingest/skb/read-lines.ts';

const text = Type.Optional(Type.Union([Type.String(), Type.Null()]));

/** A row of CRAG's question files (Yang et al. 2024); other fields are left alone. */
const CragRowSchema = Type.Object({
  interaction_id: Type.Optional(Type.String()),
  query: Type.String({ minLength: 1 }),
  answer: Type.Union([Type.String(), Type.Number()]),
  alt_ans: Type.Optional(Type.Array(Type.Union([Type.String(), Type.Number()]))),
  question_type: text,
  domain: text,
  search_results: Type.Optional(
    Type.Array(Type.Object({ page_name: text, page_url: text, page_snippet: text, page_result: text })),
  ),
});
type CragRow = Static<typeof CragRowSchema>;
type CragResult = NonNullable<CragRow['search_results']>[number];

/** A page that was found for a question. `name` is its address and a digest of its content: equal for equal pages. */
export interface CragPage {
  readonly name: string;
  readonly title: string;
  readonly html: string;
  readonly snippet: string;
}

/** A question with the pages that were found for it. */
export interface CragQuestion {
  readonly id: string;
  readonly question: string;
  /** `answer`, then `alt_ans`. */
  readonly answers: readonly string[];
  readonly pages: readonly CragPage[];
}

/** Yields the rows of a CRAG file one by one: a file may be larger than memory. Throws `TRELLIS_EVAL_SUITE_INVALID`. */
export async function* readCragRows(path: string, signal?: AbortSignal): AsyncGenerator<CragQuestion> {
  if (path.endsWith('.bz2')) throw invalid(path, 'it is packed: unpack it with bunzip2 first');
  for await (const line of readLines(path, signal)) {
    const row = parseRow(line.text, `${path}:${line.number}`);
    yield {
      id: row.interaction_id ?? String(line.number),
      question: row.query,
      answers: [row.answer, ...(row.alt_ans ?? [])].map(String),
      pages: (row.search_results ?? []).map(toPage),
    };
  }
}

function parseRow(json: string, place: string): CragRow {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch (cause) {
    throw invalid(place, 'it is not JSON', cause);
  }
  const [problem] = Value.Errors(CragRowSchema, value);
  if (problem === undefined) return value as CragRow;
  throw invalid(place, `${problem.instancePath || '/'} ${problem.message}`);
}

function toPage({ page_url, page_name, page_result, page_snippet }: CragResult): CragPage {
  const content = { title: page_name ?? '', html: page_result ?? '', snippet: page_snippet ?? '' };
  return { name: `${page_url ?? 'page'}#${sha256(content).slice(0, 12)}`, ...content };
}

/** Returns the document that a page makes: its HTML, its snippet where the HTML has no text; null when neither has any. */
export function toSource(page: CragPage, scheme: string): ParsedSource | null {
  const { name, title, html, snippet } = page;
  const uri = `${scheme}${name}`;
  const parsed = parseHtml(Buffer.from(html), title === '' ? name : title);
  if (hasText(parsed)) return { uri, sha256: sha256(page), parsed };
  if (snippet.trim() === '') return null;
  const ofSnippet = parsePagesText({ name, title, pages: [{ page: 1, text: snippet }] });
  return hasText(ofSnippet) ? { uri, sha256: sha256(page), parsed: ofSnippet } : null;
}

function sha256(value: object): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex');
}

function invalid(place: string, what: string, cause?: unknown): TrellisError {
  return new TrellisError('TRELLIS_EVAL_SUITE_INVALID', `${place}: ${what}.`, { details: { place }, cause });
}
