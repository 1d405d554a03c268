/** A date as written; `text.slice(start, end)`. */
export interface DateSpan {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** ISO 8601: `1815-12-10`, `1815-12` or `1815`. */
  readonly iso: string;
}

const MONTHS: readonly (readonly string[])[] = [
  ['january', 'jan', 'enero'],
  ['february', 'feb', 'febrero'],
  ['march', 'mar', 'marzo'],
  ['april', 'apr', 'abril'],
  ['may', 'mayo'],
  ['june', 'jun', 'junio'],
  ['july', 'jul', 'julio'],
  ['august', 'aug', 'agosto'],
  ['september', 'sep', 'sept', 'septiembre', 'setiembre'],
  ['october', 'oct', 'octubre'],
  ['november', 'nov', 'noviembre'],
  ['december', 'dec', 'diciembre'],
];
const MONTH = MONTHS.flat()
  .sort((a, b) => b.length - a.length)
  .join('|');
const NUMBER_OF = new Map(MONTHS.flatMap((names, index) => names.map((name) => [name, index + 1] as const)));

/** Source of a regular expression for one date; usable inside others. */
export const DATE_SOURCE = `(?:\\d{1,2}(?:st|nd|rd|th)? (?:${MONTH})\\.?,? \\d{4}|(?:${MONTH})\\.? \\d{1,2}(?:st|nd|rd|th)?, ?\\d{4}|\\d{1,2} de (?:${MONTH}) (?:de|del) \\d{4}|(?:${MONTH}) (?:(?:de|del) )?\\d{4}|\\d{4}-\\d{2}-\\d{2}|(?:1[0-9]|20)\\d{2})`;

const DATE = new RegExp(`(?<![\\p{L}\\p{N}.,/-])${DATE_SOURCE}(?![\\p{L}\\p{N}/-])`, 'giu');

const two = (value: number): string => String(value).padStart(2, '0');

function isoOf(text: string): string {
  if (/^\d{4}(?:-\d{2}-\d{2})?$/u.test(text)) return text;
  const year = /\d{4}/u.exec(text)?.[0] ?? '';
  const monthName = /[a-z]{3,}/iu.exec(text.replace(/\b(?:de|del)\b/giu, ''))?.[0].toLowerCase() ?? '';
  const month = NUMBER_OF.get(monthName);
  if (month === undefined) return year;
  const day = /(?<!\d)\d{1,2}(?!\d)/u.exec(text)?.[0];
  return day === undefined ? `${year}-${two(month)}` : `${year}-${two(month)}-${two(Number(day))}`;
}

/** Returns the dates of a text in order: with a month in English or Spanish, ISO dates, and years from 1000 to 2099. */
export function datesOf(text: string): DateSpan[] {
  return [...text.matchAll(DATE)].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
    text: match[0],
    iso: isoOf(match[0]),
  }));
}
