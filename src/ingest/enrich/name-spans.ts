import { isStopWord } from '../../domain/text/stop-words.ts';
import type { Token } from '../../domain/text/tokenize.ts';
import type { ChunkReading, SentenceReading } from './chunk-reading.ts';
import type { DocumentWords } from './document-words.ts';
import { GIVEN_NAMES } from './given-names.ts';
import {
  CALENDAR_WORDS,
  JOINERS,
  JOINING_HEADS,
  NAME_TITLES,
  PARTICLES,
  PERSON_TITLES,
  REFERENCE_WORDS,
  STARTERS,
} from './name-words.ts';

/** A stretch of a chunk's text that reads like a name: `text.slice(start, end)`. */
export interface NameSpan {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly kind: 'name' | 'code';
  /** What its surroundings tell: a form of address in front, quotation marks around it. */
  readonly hint: 'person' | 'work' | 'none';
}

/** Longest name in tokens. */
const MAX_TOKENS = 9;
const UNIT = /^(?:[kMGT]?(?:Hz|Wh?|V|B|Pa|Ah)|EUR|USD|GBP)$/u;
const NUMERAL = /^(?:[IVX]{1,5}|\d{1,4})$/u;
const CODE_SHAPE = /^(?=[^\p{N}]*\p{N})(?=.*\p{Lu})[\p{Lu}\p{N}][\p{L}\p{N}]*(?:[-/._][\p{L}\p{N}]+)*$/u;
const MEASURE = /^\d+(?:st|nd|rd|th|s|x|[a-zA-Zµ°]{1,3})$/u;

function isCapital(token: Token): boolean {
  return /^\p{Lu}/u.test(token.text);
}

/** Whether a token is a part number, a standard or the like: letters and digits together, a capital among them. */
function isCode(token: Token): boolean {
  const { text } = token;
  return token.kind === 'code' && text.length >= 3 && CODE_SHAPE.test(text) && !MEASURE.test(text);
}

/** Whether two neighbouring tokens can belong to one name, by what stands between them. */
function touches(text: string, before: Token, after: Token): boolean {
  const gap = text.slice(before.end, after.start);
  if (/^[ \u00A0-]$/u.test(gap)) return true;
  // `Marrow & Teale` is one firm, `Ann Hill & Tom Harper` are two people.
  if (gap === ' & ') return isCapital(before) && isCapital(after) && !GIVEN_NAMES.has(after.normal);
  return (
    gap === '. ' &&
    (/^\p{Lu}$/u.test(before.text) || /^(?:St|Dr|Mr|Mrs|Ms|Jr|Sr|Prof|Mt)$/u.test(before.text))
  );
}

/** End of the particles that lead from `index` to another capitalised token, or `index` when they don't. */
function overParticles(reading: ChunkReading, index: number, last: number, head: Token): number {
  const { tokens, text } = reading;
  let next = index;
  while (next < last && next - index < 3) {
    const token = tokens[next];
    const before = tokens[next - 1];
    if (token === undefined || before === undefined || !touches(text, before, token)) return index;
    if (isCapital(token)) return next;
    const joins = JOINING_HEADS.has(head.normal) ? JOINERS.has(token.text) : false;
    const chained = next > index && (token.text === 'the' || token.text === 'la' || token.text === 'los');
    if (!PARTICLES.has(token.text) && !joins && !chained) return index;
    next += 1;
  }
  return index;
}

/** The run of tokens of a name that begins at `first`: its end, not included. */
function runEnd(reading: ChunkReading, first: number, last: number): number {
  const { tokens, text } = reading;
  const head = tokens[first];
  if (head === undefined) return first;
  let end = first + 1;
  while (end < last && end - first < MAX_TOKENS) {
    const before = tokens[end - 1];
    const token = tokens[end];
    if (before === undefined || token === undefined || !touches(text, before, token)) break;
    const hyphenated = text.slice(before.end, token.start) === '-';
    if (isCapital(token) || hyphenated || (NUMERAL.test(token.text) && end > first)) {
      end += 1;
      continue;
    }
    // `Martha Holt of Delta Pumps`: a whole person's name ends before what she belongs to.
    if (
      end - first > 1 &&
      GIVEN_NAMES.has(head.normal) &&
      !NAME_TITLES.has(before.normal) &&
      token.text === 'of'
    )
      break;
    const over = overParticles(reading, end, last, head);
    if (over === end) break;
    end = over;
  }
  return end;
}

const RANK =
  /^, \d{1,2}(?:st|nd|rd|th) (?:Earl|Duke|Duchess|Count|Countess|Marquess|Marquis|Marchioness|Viscount|Viscountess|Baron|Baroness|Baronet|Lord)(?: of(?: the)?(?: \p{Lu}[\p{L}-]+)+|(?: \p{Lu}[\p{L}-]+)*)/u;

/** End of a rank that belongs to the name before it: `George Grey, 2nd Earl of Kent`. */
function overRank(text: string, end: number): number {
  return end + (RANK.exec(text.slice(end, end + 80))?.[0].length ?? 0);
}

function isCalendar(token: Token | undefined): boolean {
  return token !== undefined && CALENDAR_WORDS.has(token.normal);
}

/** Where a run really begins: words that only the start of a sentence, or a title in front, made capital are skipped. */
function trimStart(
  reading: ChunkReading,
  sentence: SentenceReading,
  run: [number, number],
  words: DocumentWords,
) {
  const { tokens } = reading;
  let [first] = run;
  const [, end] = run;
  let hint: NameSpan['hint'] = 'none';
  while (first < end) {
    const token = tokens[first];
    if (token === undefined) break;
    const { normal } = token;
    const initial = first === sentence.first;
    const smallWord = STARTERS.has(normal) || isStopWord(normal, 'en') || isStopWord(normal, 'es');
    const isAcronym = /^\p{Lu}{2,}$/u.test(token.text);
    const merelyInitial = initial && words.isWrittenSmall(normal) && !words.isCapitalInside(normal);
    if (PERSON_TITLES.has(normal) && end - first > 1) hint = 'person';
    else if (PARTICLES.has(token.text) || token.kind === 'number') hint = 'none';
    else if (isCalendar(token) && tokens[first + 1]?.kind === 'number') hint = 'none';
    else if (!(smallWord && !isAcronym) && !merelyInitial) break;
    first += 1;
  }
  return { first, hint };
}

function isName(
  reading: ChunkReading,
  sentence: SentenceReading,
  run: [number, number],
  words: DocumentWords,
) {
  const { tokens } = reading;
  const [first, end] = run;
  const head = tokens[first];
  if (head === undefined || !isCapital(head)) return false;
  const own = tokens.slice(first, end);
  if (REFERENCE_WORDS.has(head.normal) && own.every((token, i) => i === 0 || NUMERAL.test(token.text)))
    return false;
  if (own.every((token) => isCalendar(token) || /^\d+$/u.test(token.text))) return false;
  if (own.length > 1) return true;
  if (head.text.length < 2 || UNIT.test(head.text)) return false;
  if (NAME_TITLES.has(head.normal) || PERSON_TITLES.has(head.normal)) return false;
  // Every cell of a table begins with a capital.
  const initial = first === sentence.first || /\| $/u.test(reading.text.slice(head.start - 2, head.start));
  if (!initial) return true;
  return words.isCapitalInside(head.normal) || /^\p{Lu}{2,}$/u.test(head.text);
}

/** The end of a run without trailing particles, and without a year or month that only follows it. */
function trimEnd(reading: ChunkReading, first: number, end: number): number {
  const { tokens } = reading;
  let last = end;
  while (last > first + 1) {
    const token = tokens[last - 1];
    if (token === undefined || !(PARTICLES.has(token.text) || isCalendar(token))) break;
    last -= 1;
  }
  return last;
}

function sentenceNames(reading: ChunkReading, sentence: SentenceReading, words: DocumentWords): NameSpan[] {
  const { tokens, text } = reading;
  const found: NameSpan[] = [];
  for (let index = sentence.first; index < sentence.last; index += 1) {
    const token = tokens[index];
    if (token === undefined) continue;
    if (isCode(token)) {
      found.push({ start: token.start, end: token.end, text: token.text, kind: 'code', hint: 'none' });
      continue;
    }
    if (!isCapital(token) || sentence.shape === 'caps') continue;
    let end = runEnd(reading, index, sentence.last);
    const { first, hint } = trimStart(reading, sentence, [index, end], words);
    const last = trimEnd(reading, first, end);
    const head = tokens[first];
    const tail = tokens[last - 1];
    if (first < last && head && tail && isName(reading, sentence, [first, last], words)) {
      const bare = tail.end - (tail.text.length - withoutPossessive(tail).length);
      const span = { start: head.start, end: bare === tail.end ? overRank(text, bare) : bare };
      while ((tokens[end]?.start ?? span.end) < span.end) end += 1;
      found.push({ ...span, text: text.slice(span.start, span.end), kind: 'name', hint });
    }
    index = Math.max(index, end - 1);
  }
  return found;
}

function withoutPossessive(token: Token): string {
  return token.text.replace(/(?<=.)['\u2019]s$/u, '');
}

const QUOTED = /["“«]\s?(?<title>\p{Lu}[^"“”«»\n]{2,70}?)[,.]?\s?["”»]/gu;

function quotedTitles(text: string): NameSpan[] {
  return [...text.matchAll(QUOTED)].flatMap((match) => {
    const title = match.groups?.['title'] ?? '';
    const start = match.index + match[0].indexOf(title);
    const count = title.split(/\s+/u).length;
    const lastCapital = /(?:^|\s)\p{Lu}\S*$/u.test(title);
    if (count > 8 || (count > 1 && !lastCapital)) return [];
    return [{ start, end: start + title.length, text: title, kind: 'name' as const, hint: 'work' as const }];
  });
}

/**
 * Returns the names and codes of a chunk in order, none overlapping: runs of capitalised words over particles, quoted
 * titles, part numbers and standards. A capital at the start of a sentence counts only with further evidence.
 * Forms of address are left out of the span and become a hint.
 */
export function nameSpans(reading: ChunkReading, words: DocumentWords): NameSpan[] {
  const quoted = quotedTitles(reading.text);
  const runs = reading.sentences.flatMap((sentence) => sentenceNames(reading, sentence, words));
  const free = runs.filter((run) => !quoted.some(({ start, end }) => run.start < end && run.end > start));
  return [...quoted, ...free].sort((a, b) => a.start - b.start);
}
