import type { ParsedDocument } from '../../domain/document.ts';
import { isStopWord } from '../../domain/text/stop-words.ts';
import { lexicalTerms } from '../../domain/text/terms.ts';
import type { QaPairDraft } from './enrich.ts';
import type { ChunkEntities, DocumentEntities } from './entities.ts';
import type { FoundRelation } from './found-relation.ts';
import { keyValues } from './key-values.ts';
import { blockSubject } from './relations.ts';
import { tableFacts } from './table-cells.ts';

/** A question and the characters of the node's text that answer it. */
interface Pair {
  readonly question: string;
  readonly start: number;
  readonly end: number;
  readonly kind: string;
  readonly origin: QaPairDraft['origin'];
}

interface Sources {
  readonly document: DocumentEntities;
  readonly relations: readonly FoundRelation[];
  readonly headers: ReadonlySet<string>;
  readonly faqs: readonly Faq[];
  readonly spanish: boolean;
}

interface Faq {
  readonly question: string;
  readonly answer: string;
}

/** Table cells of one chunk that become pairs: a longer table is searched, not asked cell by cell. */
const MAX_TABLE_PAIRS = 60;
const QUESTION_MARK = /^(?:Q|P|Question|Pregunta)\s*[:.)]\s*/iu;
const ANSWER_MARK = /^(?:A|R|Answer|Respuesta)\s*[:.)]\s*/iu;

/** Returns the FAQ entries of a document, question and answer as printed. */
function faqsOf(parsed: ParsedDocument): Faq[] {
  return parsed.pages.flatMap(({ blocks }) =>
    blocks
      .filter(({ kind }) => kind === 'faq')
      .flatMap(({ text }) => {
        const [first = '', ...rest] = text.trim().split('\n');
        const question = first.replace(QUESTION_MARK, '').trim();
        const answer = rest.join('\n').trim().replace(ANSWER_MARK, '').trim();
        return question === '' || answer === '' ? [] : [{ question, answer }];
      }),
  );
}

function faqPairs(text: string, faqs: readonly Faq[]): Pair[] {
  return faqs.flatMap(({ question, answer }) => {
    const asked = text.indexOf(question);
    const start = asked === -1 ? -1 : text.indexOf(answer, asked + question.length);
    // An answer that was cut over two chunks is no answer in either.
    if (start === -1 || start - asked - question.length > 12) return [];
    return [{ question, start, end: start + answer.length, kind: 'faq', origin: 'faq' as const }];
  });
}

const COPULA =
  /^["”»]?(?: ?\([^()]*\))?,? (?:is|are|was|were|es|son|era|fue) (?<what>(?:an?|the|one of|una?|el|la) [^\n]{12,300})$/u;

function definitionPairs(chunk: ChunkEntities, { document, spanish }: Sources): Pair[] {
  const { reading, spans, terms, acronyms } = chunk;
  const { text } = reading;
  const ask = (name: string, type: string) => {
    if (spanish) return type === 'Person' ? `¿Quién es ${name}?` : `¿Qué es ${name}?`;
    return type === 'Person' ? `Who is ${name}?` : `What is ${name}?`;
  };
  const meant = terms.flatMap(({ term, definition }) =>
    definition === null
      ? []
      : [{ question: spanish ? `¿Qué significa «${term}»?` : `What does "${term}" mean?`, span: definition }],
  );
  const spelled = acronyms.map(({ short, longSpan }) => ({
    question: spanish ? `¿Qué significa ${short}?` : `What does ${short} stand for?`,
    span: longSpan,
  }));
  const described = reading.sentences.flatMap(({ start, end, shape }) => {
    const first = spans.find((span) => span.start >= start && span.end <= end);
    const isSubject =
      first !== undefined && /^(?:["“«]|The |El |La )?$/u.test(text.slice(start, first?.start));
    if (shape !== 'prose' || !isSubject) return [];
    // Only what the document is about, and what it explains: other names are mentioned, not defined.
    const isTopic =
      first.entityId === document.titleId ||
      first.entityId === document.subjectId ||
      acronyms.some(({ longSpan }) => longSpan[0] === first.start);
    const what = COPULA.exec(text.slice(first.end, end).replace(/[.!]$/u, ''))?.groups?.['what'];
    if (!isTopic || what === undefined) return [];
    const from = first.end + text.slice(first.end, end).indexOf(what);
    const name = text.slice(first.start, first.end);
    const question = ask(name, document.registry.typeOf(first.entityId));
    return [{ question, span: [from, from + what.length] as const }];
  });
  return [...meant, ...spelled, ...described].map(({ question, span: [start, end] }) => ({
    question,
    start,
    end,
    kind: 'definition',
    origin: 'generated' as const,
  }));
}

/** A header or key inside a question: as printed, but not with the capital of a line's beginning. */
function inSentence(label: string): string {
  return /^\p{Lu}\p{Ll}/u.test(label) && !/\s\p{Lu}/u.test(label)
    ? label.charAt(0).toLowerCase() + label.slice(1)
    : label;
}

function askFor(what: string, subject: string, spanish: boolean): string {
  if (spanish) return `¿Cuál es el valor de «${what}» de ${subject}?`;
  return `What is the ${inSentence(what)} of ${subject}?`;
}

/** Columns that hold the row's own value: the row label is then what is asked for. */
const VALUE_COLUMN =
  /^(?:value|values|data|detail|details|specification|valor|valores|dato|datos|detalle)$/iu;
/** Headers that ask nothing by themselves: `Since`, `From (m)`, `What to do`, `Unit`, `Remarks`. */
const NO_NOUN =
  /^(?:since|from|to|until|after|before|by|what|how|when|where|who|why|if|no|nr|unit|units|remark|remarks|note|notes|comment|comments|desde|hasta|qué|cómo|cuándo|unidad|unidades|nota|notas|observaciones)$/iu;
const LINKING = /^(?:of|de|del|per|por|and|y|the|la|el)$/iu;

/** A header as a question can use it: a noun phrase, its unit behind it; null for others. */
function askable(header: string): string | null {
  const noun = header.replace(/\s*[([][^()[\]]*[)\]]\s*$/u, '').trim();
  const words = noun.split(/[\s,]+/u);
  if (noun === '' || words.length > 5 || NO_NOUN.test(words[0] ?? '')) return null;
  const inside = words.slice(1).filter((word) => !LINKING.test(word));
  return inside.some((word) => isStopWord(word.toLowerCase()) || /^\p{N}/u.test(word)) ? null : header.trim();
}

/** A name inside a question: titles in capitals throughout would shout. */
function spoken(name: string): string {
  return / /u.test(name) && name === name.toUpperCase() ? `the ${name.toLowerCase()}` : name;
}

function tablePairs(chunk: ChunkEntities, { document, headers, spanish }: Sources): Pair[] {
  const subject = blockSubject(chunk, document);
  const pairs = tableFacts(chunk.reading, headers).flatMap(({ row, column, value, unit }) => {
    const valued = VALUE_COLUMN.test(column.trim());
    const label = valued && unit !== undefined ? `${row.text} (${unit})` : row.text;
    const what = askable(valued ? label : column);
    const owner = !valued ? row.text : subject === null ? null : spoken(document.registry.nameOf(subject));
    if (what === null || owner === null) return [];
    const question = askFor(what, owner, spanish);
    return [{ question, start: value.start, end: value.end, kind: 'table', origin: 'table' as const }];
  });
  return pairs.slice(0, MAX_TABLE_PAIRS);
}

function keyPairs(chunk: ChunkEntities, { document, spanish }: Sources): Pair[] {
  const subject = blockSubject(chunk, document);
  if (subject === null) return [];
  const name = spoken(document.registry.nameOf(subject));
  return keyValues(chunk.reading).flatMap(({ key, value }) => {
    const what = askable(key);
    if (what === null) return [];
    const question = askFor(what, name, spanish);
    return [
      { question, start: value.start, end: value.end, kind: 'key-value', origin: 'generated' as const },
    ];
  });
}

/** Questions of the pattern table, where the sentence names the subject and gives one answer only. */
function relationPairs({ reading }: ChunkEntities, { document, relations, spanish }: Sources): Pair[] {
  return relations
    .filter(
      ({ nodeId, question, targets }) =>
        nodeId === reading.chunk.id && question !== undefined && targets === 1,
    )
    .flatMap(({ question, sourceId, targetSpan: [start, end], type, named }) => {
      if (question === undefined || (!named && sourceId !== document.subjectId)) return [];
      const name = document.registry.nameOf(sourceId).replace(/ \([^()]*\)$/u, '');
      const asked = (spanish ? question.es : question.en).replace('{subject}', name);
      const kind = type.endsWith('_ON') ? 'date' : 'relation';
      return [{ question: asked, start, end, kind, origin: 'generated' as const }];
    });
}

/** Drops repeated questions; one with different answers is not sure of any of them, and goes altogether. */
function settled(pairs: readonly QaPairDraft[]): QaPairDraft[] {
  const answers = new Map<string, Set<string>>();
  const keyOf = ({ question }: QaPairDraft) => question.toLowerCase();
  for (const pair of pairs)
    answers.set(keyOf(pair), (answers.get(keyOf(pair)) ?? new Set()).add(pair.answer));
  const seen = new Set<string>();
  return pairs.filter((pair) => {
    const key = keyOf(pair);
    if (seen.has(key) || (pair.kind !== 'faq' && (answers.get(key)?.size ?? 0) > 1)) return false;
    seen.add(key);
    return true;
  });
}

/**
 * Returns the QA pairs of a document by rule, in reading order: FAQ entries as printed, definitions, acronyms, key–value
 * lines, table cells, and dates and names that the pattern table asks for. Each answer is a literal span of its node;
 * questions with several answers are left out.
 */
export function makeQaPairs(
  document: DocumentEntities,
  relations: readonly FoundRelation[],
  headers: ReadonlySet<string>,
  parsed: ParsedDocument,
): QaPairDraft[] {
  const spanish = parsed.language === 'es';
  const sources: Sources = { document, relations, headers, faqs: faqsOf(parsed), spanish };
  const pairs = document.chunks.flatMap((chunk) => {
    const { id, text } = chunk.reading.chunk;
    return [
      ...faqPairs(text, sources.faqs),
      ...definitionPairs(chunk, sources),
      ...tablePairs(chunk, sources),
      ...keyPairs(chunk, sources),
      ...relationPairs(chunk, sources),
    ].map(({ question, start, end, kind, origin }, index) => ({
      id: `${id}.q${index}`,
      question,
      lexical: lexicalTerms(question, parsed.language).join(' '),
      answer: text.slice(start, end),
      kind,
      origin,
      nodeId: id,
      start,
      end,
    }));
  });
  return settled(pairs);
}
