import type { Citation } from '../../domain/api/citation.ts';
import { pathShape } from './path-words.ts';
import type { Source } from './sources.ts';

/** Characters of a text that are cited, as `text.slice(start, end)`. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Longest cited text in characters when no sentence is chosen. */
const EXCERPT_LENGTH = 600;

/** Page on which a span begins. */
function pageAt(source: Source, { start }: Span): number | undefined {
  const { node, candidate } = source;
  if (node === undefined) return undefined;
  const on = node.pageSpans.find((page) => start >= page.start && start < page.end);
  return on?.page ?? candidate.page ?? node.pageStart;
}

/** The candidate's own window, or the beginning of the text, cut at a word. */
function excerpt({ evidence, candidate }: Source): Span {
  const span = candidate.span ?? { start: 0, end: evidence.text.length };
  if (span.end - span.start <= EXCERPT_LENGTH) return span;
  const cut = evidence.text.slice(span.start, span.start + EXCERPT_LENGTH).replace(/\s+\S*$/u, '');
  return { start: span.start, end: span.start + cut.length };
}

function passageFields(source: Source, page: number | undefined): Partial<Citation> {
  const { node } = source;
  if (node === undefined) return {};
  const { id, title, uris, version } = node.document;
  return {
    document: { id, title, uri: uris[0] ?? '', version },
    ...(node.sectionPath === '' ? {} : { section: node.sectionPath }),
    ...(page === undefined ? {} : { page }),
  };
}

function entityFields({ entity }: Source): Partial<Citation> {
  if (entity === undefined) return {};
  const { id, name, type, externalId } = entity;
  return { entity: { id, name, type, ...(externalId === undefined ? {} : { externalId }) } };
}

/**
 * Returns the citation of a source under a number: the cited words are those of `span`, else the candidate's best
 * window. Problems are the document's own and those of the cited page. `page` is that of the cited words for an
 * answer, the candidate's page for a search result (no span).
 */
export function citationOf(source: Source, number: number, span?: Span): Citation {
  const { candidate, node, evidence } = source;
  const cited = span ?? excerpt(source);
  const page = span === undefined ? (candidate.page ?? pageAt(source, cited)) : pageAt(source, cited);
  const problems = (node?.problems ?? []).filter(
    (problem) => problem.page === undefined || problem.page === page,
  );
  return {
    number,
    kind: node === undefined ? 'entity' : 'passage',
    nodeId: candidate.id,
    ...passageFields(source, page),
    ...entityFields(source),
    span: { start: cited.start, end: cited.end },
    text: evidence.text.slice(cited.start, cited.end),
    score: candidate.score,
    ...(candidate.paths === undefined ? {} : { paths: candidate.paths.map(pathShape) }),
    problems: problems.map(({ code, message, page: on }) => ({
      code,
      message,
      ...(on === undefined ? {} : { page: on }),
    })),
  };
}
