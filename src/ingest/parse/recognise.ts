/** What a line or paragraph is, told from its words alone. All functions are pure and look at one text. */

const QUESTION_MARK = /[?？]["'”’»)]*$/u;
const QUESTION_LABEL = /^(?:q|p|question|pregunta|frage)\s*\d{0,3}\s*[:.)]\s+(?=\S)/iu;
const ANSWER_LABEL = /^(?:a|r|answer|respuesta|antwort)\s*\d{0,3}\s*[:.)]\s+(?=\S)/iu;
const CLAUSE_WORD = '(?:section|sec\\.|article|art\\.|clause|cl[áa]usula|art[íi]culo|§{1,2})';
const CLAUSE = new RegExp(
  `^(?:${CLAUSE_WORD}\\s*)?(?<number>\\d{1,3}(?:\\.\\d{1,3}){1,4})\\.?[):]?\\s+(?<rest>["“(\\p{L}].*)$`,
  'isu',
);
const NAMED_CLAUSE = new RegExp(
  `^${CLAUSE_WORD}\\s*(?<number>\\d{1,3}[a-z]?)\\.?[):]?\\s+(?<rest>["“(\\p{L}].*)$`,
  'isu',
);
const TITLED_CLAUSE = /^(?<number>\d{1,3})\.\s+(?<rest>\p{Lu}[^.;:?!]{1,70}[.:]\s+["“(]?\p{Lu}.{40,})$/su;
const PART_HEADING =
  /^(?:article|chapter|part|title|exhibit|appendix|annex|schedule|cap[íi]tulo|anexo)\s+(?:[ivxlc]+|\d+|[a-z])\b/iu;
const LIST_MARK =
  /^(?<indent>\s*)(?:(?<bullet>[-*•●▪◦‣·–])|(?<number>\(?(?:\d{1,3}|[a-z]|[ivx]{1,5})[.)]))\s+(?<text>\S.*)$/iu;
const KEY_VALUE = /^(?<key>\p{Lu}[\p{L}\p{N} .,/()'&#°-]{0,38}?)\s*[:：]\s+(?<value>\S.{0,160})$/u;
const SENTENCE_END = /[.;:,!?…]["'”’»)]*$/u;

/** A list entry's mark, its text, and how far it is indented (in characters). */
export interface ListLine {
  readonly text: string;
  readonly number?: string;
  readonly indent: number;
}

/** Returns whether the text is one question. */
export function isQuestion(text: string): boolean {
  return text.length <= 300 && QUESTION_MARK.test(text.trim()) && /\p{L}/u.test(text);
}

/** Returns the question behind a label such as `Q:`, `P3.` or `Question:`; `null` when there is no such label. */
export function labelledQuestion(line: string): string | null {
  return QUESTION_LABEL.test(line) ? line.replace(QUESTION_LABEL, '').trim() : null;
}

/** Returns the answer behind a label such as `A:` or `Respuesta:`; `null` when there is no such label. */
export function labelledAnswer(line: string): string | null {
  return ANSWER_LABEL.test(line) ? line.replace(ANSWER_LABEL, '').trim() : null;
}

/** Returns the number of a numbered clause (`4.2 The supplier shall …`); `null` for all else, titles included. */
export function clauseNumber(text: string): string | null {
  const groups = (CLAUSE.exec(text) ?? NAMED_CLAUSE.exec(text) ?? TITLED_CLAUSE.exec(text))?.groups;
  const rest = groups?.['rest'];
  if (rest === undefined) return null;
  const isTitle = rest.length < 90 && !SENTENCE_END.test(rest.trim());
  return isTitle ? null : (groups?.['number'] ?? null);
}

/** Returns the list entry on this line; `null` when it does not begin with a bullet, number or letter mark. */
export function listLine(line: string): ListLine | null {
  const groups = LIST_MARK.exec(line)?.groups;
  const text = groups?.['text'];
  if (groups === undefined || text === undefined) return null;
  const number = groups['number'];
  const indent = (groups['indent'] ?? '').replaceAll('\t', '    ').length;
  return { text: text.trim(), indent, ...(number === undefined ? {} : { number }) };
}

/** Returns key and value of a line such as `Serial number: 42`; `null` for all else. */
export function keyValue(line: string): { readonly key: string; readonly value: string } | null {
  const groups = KEY_VALUE.exec(line.trim())?.groups;
  const [key, value] = [groups?.['key'], groups?.['value']];
  if (key === undefined || value === undefined || key.split(/\s+/u).length > 6) return null;
  return { key, value };
}

function capitalisedShare(text: string): number {
  const words = text.split(/\s+/u).filter((word) => /\p{L}{4,}/u.test(word));
  const capitals = words.filter((word) => /^["“(]?\p{Lu}/u.test(word));
  return words.length === 0 ? 0 : capitals.length / words.length;
}

/**
 * Returns the level of a line that stands by itself and looks like a heading, `null` when it doesn't: `PART IV` 1, all
 * capitals 2, numbered by depth, title case 3.
 */
export function headingLevel(line: string): number | null {
  const text = line.trim();
  const words = text.split(/\s+/u);
  if (text.length > 90 || words.length > 12 || !/\p{L}{3}/u.test(text)) return null;
  if (SENTENCE_END.test(text) && !PART_HEADING.test(text)) return null;
  if (/[|=_@<>\\$]|https?:|\.{4}|\/s\//u.test(text)) return null;
  if (PART_HEADING.test(text) && capitalisedShare(text) >= 0.5) return 1;
  const number = /^(\d{1,2}(?:\.\d{1,2}){0,4})\.?\s+(\p{Lu}.*)$/u.exec(text);
  if (number !== null) return Math.min(6, (number[1] ?? '').split('.').length + 1);
  if (/\d{3}/u.test(text)) return null;
  if (!/\p{Ll}/u.test(text)) return 2;
  return /^\p{Lu}/u.test(text) && capitalisedShare(text) >= 0.75 ? 3 : null;
}
