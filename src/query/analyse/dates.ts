import { fold } from '../../domain/text/fold.ts';

/** Month names of English and Spanish and their usual short forms → number. */
const MONTHS: Readonly<Record<string, number>> = {
  january: 1,
  jan: 1,
  enero: 1,
  ene: 1,
  february: 2,
  feb: 2,
  febrero: 2,
  march: 3,
  mar: 3,
  marzo: 3,
  april: 4,
  apr: 4,
  abril: 4,
  abr: 4,
  may: 5,
  mayo: 5,
  june: 6,
  jun: 6,
  junio: 6,
  july: 7,
  jul: 7,
  julio: 7,
  august: 8,
  aug: 8,
  agosto: 8,
  ago: 8,
  september: 9,
  sep: 9,
  sept: 9,
  septiembre: 9,
  setiembre: 9,
  october: 10,
  oct: 10,
  octubre: 10,
  november: 11,
  nov: 11,
  noviembre: 11,
  december: 12,
  dec: 12,
  diciembre: 12,
  dic: 12,
};

const MONTH = Object.keys(MONTHS)
  .sort((a, b) => b.length - a.length)
  .join('|');
const YEAR = '(?<year>[12]\\d{3})';
const DAY = '(?<day>[0-3]?\\d)(?:st|nd|rd|th|º)?';

/** Each with named groups; longer forms first, so that a year inside a date is not told twice. */
const FORMS = [
  new RegExp(`\\b${YEAR}-(?<number>[01]\\d)-(?<day>[0-3]\\d)\\b`, 'gu'),
  new RegExp(`\\b(?<month>${MONTH})\\b\\.?\\s+${DAY}(?:\\s*,|\\s+of)?\\s+${YEAR}\\b`, 'gu'),
  new RegExp(
    `\\b${DAY}\\s+(?:de\\s+|of\\s+)?(?<month>${MONTH})\\b\\.?,?\\s+(?:de[l]?\\s+|of\\s+)?${YEAR}\\b`,
    'gu',
  ),
  new RegExp(`\\b(?<month>${MONTH})\\b\\.?,?\\s+(?:de[l]?\\s+|of\\s+)?${YEAR}\\b`, 'gu'),
  new RegExp(`\\b(?<quarter>q[1-4])\\s*(?:of\\s+|de\\s+)?${YEAR}\\b`, 'gu'),
  new RegExp(`\\b(?<month>${MONTH})\\b\\.?\\s+(?<day>[0-3]?\\d)(?:st|nd|rd|th)?\\b(?!\\s*,?\\s*\\d)`, 'gu'),
  new RegExp(`\\b(?<day>[0-3]?\\d)(?:st|nd|rd|th|º)?\\s+(?:de\\s+|of\\s+)?(?<month>${MONTH})\\b`, 'gu'),
  new RegExp(`\\b(?<day>[0-3]?\\d)[/.](?<number>[0-3]?\\d)[/.]${YEAR}\\b`, 'gu'),
  /(?<![\p{L}\p{N}.,/-])(?<year>1[5-9][0-9]{2}|20[0-9]{2})(?![\p{L}\p{N}]|[.,/-]\d)/gu,
];

/** Returns whether a folded word is the name of a month, in English or Spanish. */
export function isMonth(word: string): boolean {
  return Object.hasOwn(MONTHS, word);
}

/** A date or period of a text. */
export interface DateValue {
  readonly start: number;
  readonly end: number;
  /** As far as it is told: `2016-03-01`, `2016-03`, `2016`, `2016-q1`, `--03-01`, or `1/2/2016` where the order is open. */
  readonly value: string;
}

const two = (value: number | string): string => String(value).padStart(2, '0');

function dateValue(groups: Readonly<Record<string, string | undefined>>, text: string): string {
  const { year, day, quarter } = groups;
  if (quarter !== undefined) return `${year}-${quarter}`;
  const month = groups['month'] === undefined ? undefined : MONTHS[groups['month']];
  if (month === undefined && day !== undefined && /[/.]/u.test(text)) return text.replaceAll('.', '/');
  const number = month ?? (groups['number'] === undefined ? undefined : Number(groups['number']));
  const parts = [year ?? '-', number === undefined ? '' : two(number), day === undefined ? '' : two(day)];
  return parts.filter((part) => part !== '').join('-');
}

/**
 * Returns the dates, months, quarters and years of an English or Spanish text in order, each place once. A bare
 * four-digit number counts as a year from 1500 to 2099. `1/2/2016` is left in its order: nobody can tell it.
 */
export function findDates(text: string): DateValue[] {
  const folded = fold(text);
  if (folded.length !== text.length) return findDates(folded).map((date) => ({ ...date, start: 0, end: 0 }));
  const found: DateValue[] = [];
  for (const form of FORMS) {
    for (const match of folded.matchAll(form)) {
      const start = match.index;
      const end = start + match[0].length;
      if (found.some((date) => start < date.end && date.start < end)) continue;
      found.push({ start, end, value: dateValue(match.groups ?? {}, match[0]) });
    }
  }
  return found.sort((a, b) => a.start - b.start);
}
